import { Fault } from '../base/fault.ts';
import { createId } from '../base/ids.ts';
import type { Clock } from '../ports/clock.ts';
import type { Model } from '../ports/model.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { SessionRow, Store } from '../ports/store.ts';
import { createDesk, type ApprovalDesk } from './approval-desk.ts';
import { createPeople, type People } from './turn/people.ts';
import { createRedactor } from '../guard/redact.ts';
import { redactStore } from '../run/guarded/redacted.ts';
import type { Progress } from '../run/run-ports.ts';
import type { RunState } from '../run/run-state.ts';
import { loadApp } from './load-app.ts';
import type { AppConfig, World } from './load-config.ts';
import { beginRun, resumeRun, type BegunRun } from './turn/begin-run.ts';
import { createRunPorts } from './turn/create-run-ports.ts';
import { compactNow } from './turn/compact-now.ts';
import { findConversation, findGuidance } from './guidance/find-guidance.ts';
import { showContext, type ShownContext } from './guidance/show-context.ts';
import { driveToRest } from './turn/drive-to-rest.ts';
import { readMessage, type ReadMessage } from './turn/read-message.ts';
import { dropImages, keepImages, readImages, type GivenImage } from './turn/images.ts';
import { openSkillLearning } from './jobs/open-learning.ts';
import { openJobs, type AppJobs } from './jobs/open-jobs.ts';
import type { OpenLearning } from './jobs/learning.ts';
import { queueDistill } from './jobs/queue-distill.ts';
import { openSkills, type Skills } from './skills/open-skills.ts';
import { createDesk as createSkillDesk, type SkillDesk } from './skills/desk.ts';
import type { SkillDoor } from './skills/door.ts';
import type { SessionChoice, TurnOptions } from './turn/turn-options.ts';
import { toEndedJob, toTurnResult, type TurnResult } from './turn/turn-result.ts';
import { findWorkspaceId } from './turn/workspace-id.ts';

export type { WrittenRule } from './approval-desk.ts';
export type { AppJobs, QueuedJob } from './jobs/open-jobs.ts';
export type { OwnCommand, People } from './turn/people.ts';
export type { Progress } from '../run/run-ports.ts';
export type { SessionChoice, TurnOptions } from './turn/turn-options.ts';
export type { TurnResult } from './turn/turn-result.ts';

/** Parts that a test or another host puts in place of the real ones. */
export interface AppPorts {
  readonly openModel?: (reference: string) => Promise<Model>;
  readonly store?: Store;
  readonly sandbox?: Sandbox;
  readonly openLearning?: OpenLearning;
}

/** The whole program behind its front ends. */
export interface App {
  readonly config: AppConfig;
  /**
   * One turn: the message and everything until its end, or until a question that stays open. Without a text it goes on
   * with a turn that another process left. The model is opened before anything is stored. Throws a Fault when the
   * model, the session or the store cannot be opened, or another process is at work in the session.
   */
  say(session: SessionChoice, text: string | null, options: TurnOptions): Promise<TurnResult>;
  /** What the model would be given for this message; nobody is asked. */
  context(session: SessionChoice, text: string, activeSkill: string | null): Promise<ShownContext>;
  /** What a front end for people needs besides turns. */
  readonly people: People;
  /** Questions that wait for a person, and the rules their answers wrote. */
  readonly desk: ApprovalDesk;
  /** The skills of the folder. */
  readonly skills: SkillDesk;
  /** Where skills are written; loaded when it is asked for. */
  openDoor(): Promise<SkillDoor>;
  /** What is done after turns and not in them. */
  readonly jobs: AppJobs;
  close(): Promise<void>;
}

const CLOCK: Clock = { now: () => Date.now(), createId: (prefix) => createId(prefix) };

/** Loads the configuration; store, models and tools are loaded by the first turn. */
export async function createApp(world: World, ports: AppPorts = {}): Promise<App> {
  const config = await loadApp(world);
  const redact = createRedactor(config.secrets);
  let opened: Store | null = ports.store === undefined ? null : redactStore(ports.store, redact);
  const getStore = async (): Promise<Store> => {
    if (opened !== null) return opened;
    const { openStore } = await import('./turn/turn-parts.ts');
    opened = redactStore(openStore(`${config.agentHome}/state.db`, CLOCK.now), redact);
    return opened;
  };
  const skills = openSkills(config, getStore, CLOCK);
  const { shelf } = skills;
  const scene = { config, ports, getStore, skills };
  const openLearning = ports.openLearning ?? openSkillLearning(CLOCK);
  const openNamed = (reference: string, where: AppConfig): Promise<Model> =>
    openModel(where, { chosen: reference, before: null }, ports);
  return {
    config,
    desk: createDesk(config.agentHome, getStore, CLOCK),
    people: createPeople(config, getStore),
    skills: createSkillDesk(config, { getStore, shelf, now: CLOCK.now }),
    openDoor: skills.openDoor,
    jobs: openJobs({ config, clock: CLOCK, getStore, openLearning, openModel: openNamed }),
    say: (session, text, options) => takeTurn(scene, session, text, options),
    async context(choice, text, activeSkill) {
      const found = await findConversation(choice, scene);
      const wish = { text, activeSkill, by: '', evidence: { run: null, model: null } };
      const guidance = await findGuidance(found, wish, { scene, clock: CLOCK });
      const mode = choice.mode ?? found.row?.mode ?? 'default';
      return showContext(found, guidance, { text, mode, now: CLOCK.now() });
    },
    async close() {
      await opened?.close();
      opened = null;
    },
  };
}

interface Scene {
  readonly config: AppConfig;
  readonly ports: AppPorts;
  readonly getStore: () => Promise<Store>;
  readonly skills: Skills;
}

async function takeTurn(
  scene: Scene,
  choice: SessionChoice,
  text: string | null,
  options: TurnOptions,
): Promise<TurnResult> {
  const { ports, getStore } = scene;
  const images = await readGiven(options.images ?? [], text);
  const found = await findConversation(choice, scene);
  const { row, before, config } = found;
  const { watch, signal, rethrow } = guardWatch(options);
  const message = await readMessage(text, config.sanitize, (said) => watch({ kind: 'notice', text: said }));
  const goesOn = text === null && before !== null && options.compactOnly !== true;
  const model = await openModel(config, toWish(options, before, goesOn), ports);
  const store = await getStore();
  const run = goesOn ? before.run : CLOCK.createId('run');
  const { maxMs, activeSkill = null } = options;
  const wish = { text, activeSkill, by: options.principal.id, evidence: { run, model: model.name } };
  const guidance = await findGuidance(found, wish, { scene, clock: CLOCK });
  const { files: instructions, withheld, skills } = guidance;
  const parts = { ...ports, run, store, model, clock: CLOCK, watch, maxMs, instructions, skills };
  // First of all: where a sandbox is required and missing, nothing begins.
  const runPorts = await createRunPorts(config, parts);
  if (row !== null && choice.mode === null && row.mode !== 'default')
    watch({ kind: 'notice', text: `the session is in mode ${row.mode}; --mode default ends that` });
  const begun = await begin({ run, row, before, choice, message, images, options, model, store, config });
  try {
    const { state } = begun;
    watch({ kind: 'instructions', files: instructions, withheld });
    const open = state.calls.filter(({ ended }) => ended === null);
    if (open.length > 0) watch({ kind: 'open-calls', calls: open });
    for (const event of begun.events) watch({ kind: 'event', event });
    const work = options.compactOnly === true ? compactNow : driveToRest;
    const rest = await work(state, runPorts, { ...options, signal });
    const endedJobs = (await runPorts.jobs.end()).map(toEndedJob);
    rethrow();
    await begun.lock.release(rest.kind === 'ended');
    if (rest.kind === 'ended') await learnLater(rest.state, { store, config, watch }, scene);
    return toTurnResult(rest, runPorts, { sandbox: runPorts.sandboxState(), endedJobs });
  } catch (error) {
    await runPorts.jobs.end();
    await begun.lock.release(false);
    throw error;
  }
}

type Ended = Pick<Beginning, 'store' | 'config'> & Pick<TurnOptions, 'watch'>;

/** What goes wrong with it costs nobody an answer that is there. */
async function learnLater(state: RunState, { store, config, watch }: Ended, scene: Scene): Promise<void> {
  const { shelf } = config === scene.config ? scene.skills : openSkills(config, scene.getStore, CLOCK);
  try {
    await queueDistill(state, { config, store, clock: CLOCK, shelf });
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    watch({ kind: 'notice', text: `nothing is learned from this turn: ${error.message}` });
  }
}

/** Who watches may fail (a full disk behind the output): the turn is then stopped, with a stored end, and says why. */
function guardWatch({ watch, signal }: TurnOptions) {
  const broken = new AbortController();
  let failure: { readonly error: unknown } | null = null;
  return {
    signal: AbortSignal.any([signal, broken.signal]),
    watch: (progress: Progress): void => {
      try {
        if (failure === null) watch(progress);
      } catch (error) {
        failure = { error };
        broken.abort();
      }
    },
    rethrow: (): void => {
      if (failure !== null) throw failure.error;
    },
  };
}

interface Beginning {
  readonly run: string;
  readonly row: SessionRow | null;
  readonly before: BegunRun['state'] | null;
  readonly choice: SessionChoice;
  readonly message: ReadMessage;
  readonly images: readonly GivenImage[];
  readonly options: TurnOptions;
  readonly model: Model;
  readonly store: Store;
  readonly config: AppConfig;
}

/** Whoever is asked because of it reads: a message with ... */
const NETWORK_QUOTE = 'what a command brought from the network';

async function begin(beginning: Beginning): Promise<BegunRun> {
  const { run, row, before, choice, message, options, model, store, config } = beginning;
  const { text } = message;
  const suspicious = [...message.suspicious, ...(options.quotesNetwork === true ? [NETWORK_QUOTE] : [])];
  const requester = options.principal.id;
  const mode = choice.mode ?? row?.mode ?? 'default';
  if (row !== null && mode !== row.mode) await store.sessions.setMode(row.id, mode);
  if (text === null && options.compactOnly !== true) {
    if (row === null) throw new Fault('usage', 'A new session needs a text.');
    return resumeRun(row, requester, { store, model, mode });
  }
  const session = row ?? (await createSession({ cwd: config.cwd, mode, requester }, store));
  const { maxSteps, maxTokens } = options;
  const { windowTokens, agentHome } = config;
  const images = await keepImages(agentHome, run, beginning.images);
  const modelOnce = isModelOnce(options);
  const plan = { run, text, suspicious, images, model, modelOnce, requester, mode, maxSteps, maxTokens, windowTokens };
  try {
    return await beginRun(session, before, plan, { store, now: CLOCK.now });
  } catch (error) {
    if (images.length > 0) await dropImages(agentHome, run);
    throw error;
  }
}

async function readGiven(paths: readonly string[], text: string | null): Promise<readonly GivenImage[]> {
  if (text === null && paths.length > 0) {
    throw new Fault('usage', 'An image goes with a text.', { hint: 'say what is to be done with it' });
  }
  return readImages(paths);
}

async function createSession(
  { cwd, mode, requester }: Pick<SessionRow, 'cwd' | 'mode' | 'requester'>,
  store: Store,
): Promise<SessionRow> {
  const session = { id: CLOCK.createId('ses'), workspace: findWorkspaceId(cwd), cwd, mode, requester, at: CLOCK.now() };
  await store.sessions.create(session);
  return session;
}

interface ModelWish {
  readonly chosen: string | null;
  /** What the session has been asking. */
  readonly before: string | null;
}

const isModelOnce = ({ model, modelOnce }: TurnOptions): boolean => model === null && modelOnce != null;

/** A turn that goes on keeps the model it began with, also one that was for it alone. */
const toWish = (options: TurnOptions, before: BegunRun['state'] | null, goesOn: boolean): ModelWish => ({
  chosen: options.model ?? options.modelOnce ?? null,
  before: (goesOn ? before?.model : before?.sessionModel) ?? null,
});

async function openModel(config: AppConfig, { chosen, before }: ModelWish, ports: AppPorts): Promise<Model> {
  const reference = chosen ?? before ?? config.model;
  if (reference === null) {
    throw new Fault('model-unknown', 'No model is chosen.', {
      hint: `bailiwick setup asks for all it takes; or give --model <provider>:<name>, or put a line such as "model: anthropic:<name>" into ${config.agentHome}/config.yml`,
    });
  }
  if (ports.openModel !== undefined) return ports.openModel(reference);
  const { openModel: open } = await import('./turn/turn-parts.ts');
  // A model that somebody chose by itself is the only one that gets to see the conversation.
  const isConfigured = chosen === null && reference === config.model;
  const opened = await open(reference, config.models, isConfigured ? config.fallbackModels : []);
  if (!opened.ok) throw opened.error;
  return opened.value;
}
