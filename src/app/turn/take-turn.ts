import { Fault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { SessionRow, Store } from '../../ports/store.ts';
import type { Progress } from '../../run/run-ports.ts';
import type { RunState } from '../../run/run-state.ts';
import { findConversation, findGuidance } from '../guidance/find-guidance.ts';
import { queueDistill } from '../jobs/queue-distill.ts';
import type { AppConfig } from '../load-config.ts';
import { openConfigured, type ModelWish } from '../providers/open-configured.ts';
import { openSkills } from '../skills/open-skills.ts';
import { beginRun, resumeRun, type BegunRun } from './begin-run.ts';
import { compactNow } from './compact-now.ts';
import { createRunPorts } from './create-run-ports.ts';
import { driveToRest } from './drive-to-rest.ts';
import { dropImages, keepImages, readImages, type GivenImage } from './images.ts';
import { readMessage, type ReadMessage } from './read-message.ts';
import type { SessionChoice, TurnOptions, TurnScene } from './turn-options.ts';
import { toEndedJob, toTurnResult, type TurnResult } from './turn-result.ts';
import { findWorkspaceId } from './workspace-id.ts';

/** The message and everything until its end, or until a question that stays open. */
export async function takeTurn(
  scene: TurnScene,
  choice: SessionChoice,
  text: string | null,
  options: TurnOptions,
): Promise<TurnResult> {
  const { ports, getStore, clock } = scene;
  const images = await readGiven(options.images ?? [], text);
  const found = await findConversation(choice, scene);
  const { row, before, config } = found;
  const plugins = await scene.plugins.open(config);
  const { watch, signal, rethrow } = guardWatch(options);
  const message = await readMessage(text, config.sanitize, (said) => watch({ kind: 'notice', text: said }));
  const goesOn = text === null && before !== null && options.compactOnly !== true;
  const model = await openConfigured(config, toWish(options, before, goesOn), ports);
  const store = await getStore();
  const run = goesOn ? before.run : clock.createId('run');
  const { maxMs, activeSkill = null } = options;
  const wish = { text, activeSkill, by: options.principal.id, evidence: { run, model: model.name } };
  const guidance = await findGuidance(found, wish, { scene, clock });
  const { files: instructions, withheld, skills } = guidance;
  const parts = { ...ports, run, store, model, clock, watch, maxMs, instructions, skills, plugins };
  // First of all: where a sandbox is required and missing, nothing begins.
  const runPorts = await createRunPorts(config, parts);
  if (row !== null && choice.mode === null && row.mode !== 'default')
    watch({ kind: 'notice', text: `the session is in mode ${row.mode}; --mode default ends that` });
  const begun = await begin({ run, row, before, choice, message, images, options, model, store, config, clock });
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
    if (rest.kind === 'ended') {
      if (options.compactOnly !== true) plugins.turnEnded(rest.state);
      await learnLater(rest.state, { store, config, watch }, scene);
    }
    return toTurnResult(rest, runPorts, { sandbox: runPorts.sandboxState(), endedJobs });
  } catch (error) {
    await runPorts.jobs.end();
    await begun.lock.release(false);
    throw error;
  }
}

type Ended = Pick<Beginning, 'store' | 'config'> & Pick<TurnOptions, 'watch'>;

/** What goes wrong with it costs nobody an answer that is there. */
async function learnLater(state: RunState, { store, config, watch }: Ended, scene: TurnScene): Promise<void> {
  const { shelf } = config === scene.config ? scene.skills : openSkills(config, scene.getStore, scene.clock);
  try {
    await queueDistill(state, { config, store, clock: scene.clock, shelf });
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
  readonly clock: Clock;
}

/** Whoever is asked because of it reads: a message with ... */
const NETWORK_QUOTE = 'what a command brought from the network';

async function begin(beginning: Beginning): Promise<BegunRun> {
  const { run, row, before, choice, message, options, model, store, config, clock } = beginning;
  const { text } = message;
  const suspicious = [...message.suspicious, ...(options.quotesNetwork === true ? [NETWORK_QUOTE] : [])];
  const requester = options.principal.id;
  const mode = choice.mode ?? row?.mode ?? 'default';
  if (row !== null && mode !== row.mode) await store.sessions.setMode(row.id, mode);
  if (text === null && options.compactOnly !== true) {
    if (row === null) throw new Fault('usage', 'A new session needs a text.');
    return resumeRun(row, requester, { store, model, mode });
  }
  const session = row ?? (await createSession({ cwd: config.cwd, mode, requester }, { store, clock }));
  const { maxSteps, maxTokens } = options;
  const { windowTokens, agentHome } = config;
  const images = await keepImages(agentHome, run, beginning.images);
  const modelOnce = isModelOnce(options);
  const plan = { run, text, suspicious, images, model, modelOnce, requester, mode, maxSteps, maxTokens, windowTokens };
  try {
    return await beginRun(session, before, plan, { store, now: clock.now });
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
  { store, clock }: Pick<Beginning, 'store' | 'clock'>,
): Promise<SessionRow> {
  const session = { id: clock.createId('ses'), workspace: findWorkspaceId(cwd), cwd, mode, requester, at: clock.now() };
  await store.sessions.create(session);
  return session;
}

const isModelOnce = ({ model, modelOnce }: TurnOptions): boolean => model === null && modelOnce != null;

/** A turn that goes on keeps the model it began with, also one that was for it alone. */
const toWish = (options: TurnOptions, before: BegunRun['state'] | null, goesOn: boolean): ModelWish => ({
  chosen: options.model ?? options.modelOnce ?? null,
  before: (goesOn ? before?.model : before?.sessionModel) ?? null,
});
