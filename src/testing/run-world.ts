import { createRedactor, type Secret } from '../guard/redact.ts';
import type { Model, ModelDelta, ModelRequest } from '../ports/model.ts';
import type { Store } from '../ports/store.ts';
import type { Tool } from '../ports/tool.ts';
import { foldRun } from '../run/fold.ts';
import { guardJobs } from '../run/guarded/guard-jobs.ts';
import type { Judge, Progress, RunPorts } from '../run/run-ports.ts';
import type { RunState } from '../run/run-state.ts';
import { digestOf } from '../base/digest.ts';
import type { Decision, Verdict } from '../vocab/decision.ts';
import { createFacts } from './judge-facts.ts';
import { createToolContext } from './tool-context.ts';

/** One reply of a played model: what it streams, or what it throws after that. */
export interface PlayedReply {
  readonly say?: string;
  readonly calls?: readonly {
    readonly tool: string;
    readonly input: unknown;
    readonly fault?: string;
    readonly id?: string;
  }[];
  readonly error?: Error;
  readonly reason?: 'stop' | 'calls' | 'length' | 'other';
}

/** A model that plays these replies in order and keeps what it was asked. */
export function createPlayedModel(replies: readonly PlayedReply[]): Model & { readonly requests: ModelRequest[] } {
  const requests: ModelRequest[] = [];
  return {
    name: 'played:test',
    scripted: true,
    requests,
    async *stream(request) {
      const reply = replies[requests.push(request) - 1];
      if (reply === undefined) throw new Error('the played model has no more replies');
      yield* toDeltas(reply, requests.length);
    },
  };
}

function* toDeltas(reply: PlayedReply, number: number): Generator<ModelDelta> {
  const { say = '', calls = [], error } = reply;
  if (say !== '') yield { kind: 'text', text: say };
  if (error !== undefined) throw error;
  for (const [i, { tool, input, fault = null, id }] of calls.entries()) {
    yield { kind: 'call', callId: id ?? `p${number}_${i}`, tool, input, fault };
  }
  const reason = reply.reason ?? (calls.length > 0 ? 'calls' : 'stop');
  const usage = { inputTokens: null, outputTokens: 2, cachedTokens: null, reasoningTokens: null };
  yield { kind: 'finish', reason, usage };
}

/** What a played judge says of a call. A grant in the facts lifts an ask, as the real one has it. */
export interface PlayedVerdict {
  readonly verdict: Verdict;
  readonly step?: Decision['step'];
  readonly grants?: Decision['grants'];
}

export const createPlayedJudge =
  (verdictOf: (tool: string, times: number) => PlayedVerdict, seen: Parameters<Judge>[1][] = []): Judge =>
  (call, situation) => {
    const times = seen.push(situation);
    const { verdict: own, step = 'confirm-policy', grants = ['once', 'session'] } = verdictOf(call.tool, times);
    const isLifted = own === 'ask' && situation.grants.length > 0;
    const verdict = isLifted ? 'allow' : own;
    const decision: Decision = {
      verdict,
      step: isLifted ? 'grant' : step,
      code: `${verdict}-played`,
      reason: `the played judge says ${verdict}`,
      rule: null,
      class: null,
      segments: [],
      grants: verdict === 'ask' ? grants : [],
      trace: [],
      policy: 'policy-1',
      call: digestOf([call.tool, call.input, call.cwd]),
    };
    const { requester } = situation;
    const facts = createFacts({ cwd: call.cwd, workspace: '/w', grants: situation.grants, requester });
    return { facts, decision };
  };

export interface RunWorld {
  readonly ports: RunPorts;
  readonly progress: Progress[];
  /** The state of a run that has just received this message. */
  readonly begin: (text?: string, maxSteps?: number) => Promise<RunState>;
}

export interface RunWorldParts {
  readonly store: Store;
  readonly model: Model;
  readonly judge: Judge;
  readonly tools?: readonly Tool[];
  readonly secrets?: readonly Secret[];
}

/** A run's world with a real store and everything else played; ids and time count up from one. */
export function createRunWorld({ store, model, judge, tools = [], secrets = [] }: RunWorldParts): RunWorld {
  const progress: Progress[] = [];
  const {
    sandbox,
    jobs,
    openings: _openings,
    keep: _keep,
    floor,
    floorOfInput,
    isSecret,
    run,
    reply: _reply,
    env: _env,
    signal: _signal,
    ...place
  } = createToolContext('/w');
  const redact = createRedactor(secrets);
  let count = 0;
  const createId = (prefix: string): string => `${prefix}_${++count}`;
  const clock = { now: () => ++count, createId };
  const ports: RunPorts = {
    run,
    store,
    model,
    judge,
    tools: new Map(tools.map((tool) => [tool.name, tool])),
    sandbox,
    jobs: guardJobs(jobs, redact),
    clock,
    place,
    instructions: [],
    skills: '',
    commandEnv: () => ({}),
    keep: async () => '/kept',
    loadImage: async () => null,
    floor,
    floorOfInput,
    isSecret,
    redact,
    waitTimeoutMs: null,
    isOverTime: () => false,
    loadRulesWriter: async () => () => undefined,
    refresh: async () => undefined,
    watch: (step) => void progress.push(step),
  };
  const begin: RunWorld['begin'] = (text = 'do it', maxSteps = 10) => beginPlayed(ports, text, maxSteps);
  return { ports, progress, begin };
}

async function beginPlayed({ store, clock, model }: RunPorts, text: string, maxSteps: number): Promise<RunState> {
  const [session, run] = [clock.createId('ses'), clock.createId('run')];
  const requester = 'local:1';
  await store.sessions.create({ id: session, workspace: '/w', cwd: '/w', mode: 'default', requester, at: 1 });
  await store.sessions.createRun({ id: run, session, at: 1 }, null);
  const started = {
    session,
    model: model.name,
    scripted: true,
    mode: 'default',
    cwd: '/w',
    requester,
    maxSteps,
    maxTokens: null,
    windowTokens: 100_000,
  } as const;
  const events = await store.log.append(run, [
    { kind: 'run-started', ...started },
    { kind: 'message-received', text, origin: 'owner', private: false },
  ]);
  return foldRun(events);
}

/** A tool that gives back what `run` says; its arguments always fit. */
export const createPlayedTool = (name: string, run: Tool['run']): Tool => ({
  name,
  title: name,
  description: `Plays ${name}.`,
  risk: 'low',
  repeatable: false,
  schema: { type: 'object', properties: {} },
  fault: () => null,
  subject: () => '',
  effects: () => [],
  run,
});
