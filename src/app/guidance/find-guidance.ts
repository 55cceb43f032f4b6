import type { SessionRow, Store } from '../../ports/store.ts';
import type { Asked } from '../../skills/relevance.ts';
import { loadAppFor } from '../load-app.ts';
import type { AppConfig } from '../load-config.ts';
import type { CreateSkill } from '../skills/library.ts';
import { openShelf, type ShelfReader } from '../skills/open-shelf.ts';
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
  readonly shelf: ShelfReader;
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

export async function findGuidance(
  { config, before }: FoundSession,
  wish: { readonly text: string | null; readonly activeSkill: string | null },
  scene: Scene & { readonly create: (shelf: ShelfReader) => CreateSkill },
): Promise<Guidance> {
  const shelf = config === scene.config ? scene.shelf : openShelf(config, scene.getStore);
  const { uses } = (await scene.getStore()).skills;
  const parts = { shelf, uses, create: scene.create(shelf) };
  const [project, skills] = await Promise.all([
    findProjectInstructions(config),
    openTurnSkills(config, toAsked(wish.text, before), wish.activeSkill, parts),
  ]);
  return { ...project, skills };
}

/** The message that is answered, and the one before it. */
function toAsked(text: string | null, before: BegunRun['state'] | null): Asked {
  const said = (before?.messages ?? []).flatMap((message) => (message.role === 'user' ? [message.text] : []));
  const [now = '', last] = text === null ? said.toReversed() : [text, said.at(-1)];
  return last === undefined ? { text: now } : { text: now, before: last };
}
