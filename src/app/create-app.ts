import { Fault } from '../base/fault.ts';
import { createId } from '../base/ids.ts';
import type { Model } from '../ports/model.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Store } from '../ports/store.ts';
import { driveRun } from '../run/drive.ts';
import { foldRun } from '../run/fold.ts';
import { settleApproval } from '../run/approve.ts';
import type { Progress, RunPorts } from '../run/run-ports.ts';
import type { RunState } from '../run/run-state.ts';
import type { Answerer } from '../vocab/approval.ts';
import type { EventBody, RunEvent } from '../vocab/event.ts';
import type { Mode, Principal } from '../vocab/principal.ts';
import { loadApp } from './load-app.ts';
import type { AppConfig, World } from './load-config.ts';
import { createRunPorts } from './turn/create-run-ports.ts';
import { toTurnResult, type TurnResult } from './turn/turn-result.ts';
import { findProjectInstructions, type ProjectInstructions } from './trust/project-instructions.ts';
import { findWorkspaceId } from './turn/workspace-id.ts';

export type { Progress } from '../run/run-ports.ts';
export type { ProjectInstructions } from './trust/project-instructions.ts';
export type { TurnResult } from './turn/turn-result.ts';

/** Parts that a test or another host puts in place of the real ones. */
export interface AppPorts {
  readonly openModel?: (reference: string) => Promise<Model>;
  readonly store?: Store;
  readonly sandbox?: Sandbox;
}

/** A conversation to begin, or the id of one to go on with. */
export type SessionChoice = { readonly id: string } | { readonly mode: Mode };

export interface TurnOptions {
  readonly principal: Principal;
  readonly answerer: Answerer;
  readonly signal: AbortSignal;
  /** `<provider>:<name>`; null: the one that is configured. */
  readonly model: string | null;
  /** How often the model may be asked in this turn. */
  readonly maxSteps: number;
  readonly watch: (progress: Progress) => void;
}

/** The whole program behind its front ends. */
export interface App {
  readonly config: AppConfig;
  /**
   * One turn: the message and everything until its end. The model is opened first, so that a missing key fails before
   * anything is stored. Throws a Fault when the model, the session or the store cannot be opened.
   */
  say(session: SessionChoice, text: string, options: TurnOptions): Promise<TurnResult>;
  /** What the project says about working in it, as far as a person trusts it; looked up anew for every turn. */
  instructions(): Promise<ProjectInstructions>;
  close(): Promise<void>;
}

const CLOCK = { now: () => Date.now(), createId: (prefix: string) => createId(prefix) };

/** Loads the configuration; store, models and tools are loaded by the first turn. */
export async function createApp(world: World, ports: AppPorts = {}): Promise<App> {
  const config = await loadApp(world);
  let store: Store | null = ports.store ?? null;
  const openStore = async (): Promise<Store> => {
    const { openStore: open } = await import('../store/open-store.ts');
    return open(`${config.agentHome}/state.db`, CLOCK.now);
  };
  const instructions = (): Promise<ProjectInstructions> => findProjectInstructions(config);
  return {
    config,
    instructions,
    async say(session, text, options) {
      const model = await openModel(config, options.model, ports);
      store ??= await openStore();
      const run = CLOCK.createId('run');
      const runPorts = await createRunPorts(config, {
        ...ports,
        run,
        store,
        model,
        clock: CLOCK,
        instructions: (await instructions()).files,
        watch: options.watch,
      });
      const begun = await beginRun({ run, session, text, options, config }, runPorts);
      return toTurnResult(await driveToEnd(begun, runPorts, options), runPorts);
    },
    async close() {
      await store?.close();
      store = null;
    },
  };
}

async function openModel(config: AppConfig, chosen: string | null, ports: AppPorts): Promise<Model> {
  const reference = chosen ?? config.model;
  if (reference === null) {
    throw new Fault('model-unknown', 'No model is chosen.', {
      hint: `give --model <provider>:<name>, or put a line such as "model: anthropic:<name>" into ${config.agentHome}/config.yml`,
    });
  }
  if (ports.openModel !== undefined) return ports.openModel(reference);
  const { openModel: open } = await import('../models/open-model.ts');
  const opened = await open(reference, config.models);
  if (!opened.ok) throw opened.error;
  return opened.value;
}

interface Beginning {
  readonly run: string;
  readonly session: SessionChoice;
  readonly text: string;
  readonly options: TurnOptions;
  readonly config: AppConfig;
}

async function beginRun({ run, session, text, options, config }: Beginning, ports: RunPorts): Promise<RunState> {
  const { store, model, clock } = ports;
  const { cwd } = config.world;
  const requester = options.principal.id;
  const row = 'id' in session ? await store.sessions.find(session.id) : null;
  if ('id' in session && row === null) throw new Fault('not-found', `There is no session ${session.id}.`);
  const id = row?.id ?? clock.createId('ses');
  const mode = row?.mode ?? ('mode' in session ? session.mode : 'default');
  const before = row === null ? [] : await store.log.read(id);
  if (row === null) {
    const workspace = findWorkspaceId(cwd);
    await store.sessions.create({ id, workspace, cwd, mode, requester, at: clock.now() });
  }
  await store.sessions.createRun({ id: run, session: id, at: clock.now() });
  const events: readonly EventBody[] = [
    {
      kind: 'run-started',
      session: id,
      model: model.name,
      scripted: model.scripted,
      mode,
      cwd,
      requester,
      maxSteps: options.maxSteps,
    },
    { kind: 'message-received', text, origin: 'owner', private: false },
  ];
  return foldRun([...before, ...tell(ports, await store.log.append(run, events))]);
}

async function driveToEnd(begun: RunState, ports: RunPorts, options: TurnOptions): Promise<RunState> {
  const { answerer, signal } = options;
  for (let state = begun; ;) {
    const rest = await driveRun(state, ports, signal);
    if (rest.kind === 'ended') return rest.state;
    const settled = await settleApproval(rest.state, rest.approval, { ports, answerer, signal });
    state =
      settled === null
        ? foldRun(await ports.store.log.read(rest.state.session))
        : foldRun(tell(ports, settled), rest.state);
  }
}

function tell(ports: RunPorts, events: readonly RunEvent[]): readonly RunEvent[] {
  for (const event of events) ports.watch({ kind: 'event', event });
  return events;
}
