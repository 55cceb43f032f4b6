import type { SessionRow, Store } from '../../ports/store.ts';
import type { Evidence } from '../../vocab/proposal.ts';
import type { Asked } from '../../skills/relevance.ts';
import { loadAppFor } from '../load-app.ts';
import type { AppConfig } from '../load-config.ts';
import type { Clock } from '../../ports/clock.ts';
import { createByDoor } from '../skills/create-by-door.ts';
import { openSkills, type Skills } from '../skills/open-skills.ts';
import { openTurnSkills, type TurnSkills } from '../skills/turn-skills.ts';
import { findProjectInstructions, type ProjectInstructions } from '../trust/project-instructions.ts';
import { readRun, type BegunRun } from '../turn/begin-run.ts';
import { findSession } from '../turn/find-session.ts';
import type { SessionChoice } from '../turn/turn-options.ts';

/** A conversation as it stands before the next turn. */
export interface FoundSession {
  /** Null: it does not exist yet. */
  readonly row: SessionRow | null;
  readonly before: BegunRun['state'] | null;
  /** Of the folder that it works in. */
  readonly config: AppConfig;
}

interface Scene {
  readonly config: AppConfig;
  readonly getStore: () => Promise<Store>;
  readonly skills: Skills;
}

/** A new session stores nothing before its model is there; an old one may name the model. */
export async function findConversation(choice: SessionChoice, { config, getStore }: Scene): Promise<FoundSession> {
  const row = choice.kind === 'new' ? null : await findSession(choice, await getStore(), config.cwd);
  const before = row === null ? null : await readRun(row, await getStore());
  const isHere = row === null || row.cwd === config.cwd;
  return { row, before, config: isHere ? config : await loadAppFor(row.cwd, config.world) };
}

/** What the model is told besides the conversation. */
export interface Guidance extends ProjectInstructions {
  readonly skills: TurnSkills;
}

/** What is asked of the turn, and who is making it. */
export interface Wish {
  readonly text: string | null;
  readonly activeSkill: string | null;
  readonly by: string;
  /** The run and the model; null where nothing runs. */
  readonly evidence: Pick<Evidence, 'run' | 'model'>;
}

export async function findGuidance(
  { row, config, before }: FoundSession,
  { text, activeSkill, by, evidence }: Wish,
  { scene, clock }: { readonly scene: Scene; readonly clock: Clock },
): Promise<Guidance> {
  const isHere = config === scene.config;
  const { shelf, openDoor } = isHere ? scene.skills : openSkills(config, scene.getStore, clock);
  const { uses } = (await scene.getStore()).skills;
  // A new session is stored behind this, and is there when the model makes something.
  const findEvidence = async (): Promise<Evidence> => {
    const { sessions } = await scene.getStore();
    const session = row ?? (evidence.run === null ? null : await sessions.findByRun(evidence.run));
    return { session: session?.id ?? null, ...evidence };
  };
  const create = createByDoor(openDoor, by, findEvidence);
  const [project, skills] = await Promise.all([
    findProjectInstructions(config),
    openTurnSkills(config, toAsked(text, before), activeSkill, { shelf, uses, create }),
  ]);
  return { ...project, skills };
}

/** The message that is answered, and the one before it. */
function toAsked(text: string | null, before: BegunRun['state'] | null): Asked {
  const said = (before?.messages ?? []).flatMap((message) => (message.role === 'user' ? [message.text] : []));
  const [now = '', last] = text === null ? said.toReversed() : [text, said.at(-1)];
  return last === undefined ? { text: now } : { text: now, before: last };
}
