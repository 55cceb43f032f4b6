import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Fault } from '../base/fault.ts';
import { openStore } from '../store/open-store.ts';
import {
  createPlayedJudge,
  createPlayedModel,
  createPlayedTool,
  createRunWorld,
  type PlayedReply,
  type PlayedVerdict,
} from '../testing/run-world.ts';
import type { Answerer, Approval } from '../vocab/approval.ts';
import type { AnswerKind } from '../vocab/decision.ts';
import { settleApproval } from './approve.ts';
import { driveRun } from './drive.ts';
import { foldRun } from './fold.ts';
import { exitOf } from './outcome.ts';
import type { RunPorts } from './run-ports.ts';
import type { RunState } from './run-state.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-drive-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;
const NEVER = new AbortController().signal;

interface Options {
  readonly replies: readonly PlayedReply[];
  readonly verdictOf?: (tool: string, times: number) => PlayedVerdict;
  /** `wait`: no answer comes before the question runs out. */
  readonly answers?: readonly (AnswerKind | 'wait' | null)[];
  readonly maxSteps?: number;
  readonly change?: (ports: RunPorts) => Partial<RunPorts>;
  readonly signal?: AbortSignal;
}

const ALLOW: PlayedVerdict = { verdict: 'allow' };
const CALL = { tool: 'echo', input: { text: 'hi' } };
const DONE: PlayedReply = { say: 'done' };

async function play(options: Options) {
  const { replies, verdictOf = () => ALLOW, answers = [], maxSteps, change, signal = NEVER } = options;
  const store = openStore(join(folder, `${made++}`, 'state.db'), () => 1);
  const ran: unknown[] = [];
  const echo = createPlayedTool('echo', async ({ input }) => {
    ran.push(input);
    return { isError: false, text: `echo ${JSON.stringify(input)}` };
  });
  const broken = createPlayedTool('broken', async () => {
    throw new TypeError('it fell apart');
  });
  const model = createPlayedModel(replies);
  const world = createRunWorld({ store, model, judge: createPlayedJudge(verdictOf), tools: [echo, broken] });
  const ports = { ...world.ports, ...change?.(world.ports) };
  const questions: Approval[] = [];
  const left = [...answers];
  const answerer: Answerer = {
    async ask(approval, asking) {
      questions.push(approval);
      const answer = left.shift() ?? null;
      if (answer === 'wait') {
        if (!asking.aborted) await once(asking, 'abort');
        return null;
      }
      return answer === null ? null : { answer, by: 'local:1' };
    },
  };
  let state = await world.begin('do it', maxSteps);
  for (;;) {
    const rest = await driveRun(state, ports, signal);
    state = rest.state;
    if (rest.kind === 'ended') break;
    const settling = await settleApproval(rest.approval, { ports, answerer, signal });
    state =
      settling.kind === 'settled' ? foldRun(settling.events, state) : foldRun(await store.log.read(state.session));
  }
  return { state, ran, questions, model, store, ports, kinds: await kindsOf(store, state) };
}

async function kindsOf(store: RunPorts['store'], { session }: RunState): Promise<readonly string[]> {
  return (await store.log.read(session)).slice(2).map(({ kind }) => kind);
}

const results = ({ messages }: RunState): readonly string[] =>
  messages.filter(({ role }) => role === 'tool').map(({ text }) => text);

describe('a run', () => {
  it('stores every step before the next one, and the state is what the log says', async () => {
    const { state, ran, kinds, store, model } = await play({ replies: [{ say: 'look', calls: [CALL] }, DONE] });
    assert.deepEqual(kinds, [
      'reply-received',
      'call-decided',
      'call-started',
      'call-ended',
      'reply-received',
      'run-ended',
    ]);
    assert.deepEqual(ran, [{ text: 'hi' }]);
    assert.deepEqual(foldRun(await store.log.read(state.session)), state);
    assert.equal(state.end?.reason, 'answered');
    assert.deepEqual(
      model.requests[1]?.messages.map(({ role }) => role),
      ['user', 'assistant', 'tool'],
    );
    assert.equal((await store.decisions.list(state.run)).length, 1);
    await store.close();
  });

  it('runs several calls of one reply in order, each judged on its own', async () => {
    const { state, ran } = await play({
      replies: [{ calls: [CALL, { tool: 'no', input: {} }, { ...CALL, input: { text: 'two' } }] }, DONE],
      verdictOf: (tool) => (tool === 'no' ? { verdict: 'deny', step: 'permission-deny' } : ALLOW),
    });
    assert.deepEqual(ran, [{ text: 'hi' }, { text: 'two' }]);
    assert.match(results(state)[1] ?? '', /^Denied by Bailiwick \(step permission-deny, deny-played\)/);
    assert.equal(exitOf(state), 0);
  });

  it('keeps ids apart that a provider gives twice', async () => {
    const twice = { calls: [{ ...CALL, id: 'same' }] };
    const { state } = await play({ replies: [twice, twice, { calls: [{ ...CALL, id: '' }] }, DONE] });
    const ids = state.calls.map(({ callId }) => callId);
    assert.equal(new Set(ids).size, 3);
    assert.equal(ids[0], 'same');
  });

  it('turns a tool that breaks into a result that says so', async () => {
    const { state } = await play({ replies: [{ calls: [{ tool: 'broken', input: {} }] }, DONE] });
    assert.match(results(state)[0] ?? '', /it fell apart. This is a fault of Bailiwick/);
    assert.equal(state.calls[0]?.ended?.outcome, 'failed');
  });

  it('keeps what came of a reply that broke', async () => {
    const { state, kinds } = await play({
      replies: [{ say: 'half of', error: new Fault('model-failed', 'the line is dead') }],
    });
    assert.deepEqual(kinds, ['reply-failed', 'run-ended']);
    assert.deepEqual([state.failure?.text, state.failure?.message], ['half of', 'the line is dead']);
    assert.equal(exitOf(state), 7);
  });

  it('takes no reply that asks for more calls than anybody could follow', async () => {
    const many = (count: number) => Array.from({ length: count }, (_, i) => ({ ...CALL, input: { text: `${i}` } }));
    assert.equal((await play({ replies: [{ calls: many(128) }, DONE] })).ran.length, 128);
    const { state, ran } = await play({ replies: [{ calls: many(129) }, DONE] });
    assert.deepEqual([state.end?.reason, state.failure?.code, ran], ['model-failed', 'model-reply-invalid', []]);
  });

  it('stops at its limit of steps', async () => {
    const { state, model } = await play({ replies: [{ calls: [CALL] }, { calls: [CALL] }, DONE], maxSteps: 2 });
    assert.equal(model.requests.length, 2);
    assert.deepEqual([state.end?.reason, exitOf(state)], ['budget', 5]);
  });

  it('does not run what it cannot store', async () => {
    const failure = new Fault('store-failed', 'the disk is full');
    const ran: unknown[] = [];
    const played = play({
      replies: [{ calls: [CALL] }, DONE],
      change: ({ store, tools }) => ({
        tools: new Map([
          ...tools,
          ['echo', createPlayedTool('echo', async () => ({ isError: false, text: String(ran.push(1)) }))],
        ]),
        store: { ...store, decisions: { ...store.decisions, save: () => Promise.reject(failure) } },
      }),
    });
    await assert.rejects(played, failure);
    assert.deepEqual(ran, []);
  });
});

describe('a question', () => {
  const ASK = (): PlayedVerdict => ({ verdict: 'ask' });

  it('that nobody can be asked is refused, and the text does not put it on the user', async () => {
    const { state, ran, kinds, questions } = await play({ replies: [{ calls: [CALL] }, DONE], verdictOf: ASK });
    assert.deepEqual(ran, []);
    assert.equal(questions.length, 1);
    assert.deepEqual(kinds.slice(1, 5), ['call-decided', 'approval-required', 'approval-settled', 'call-ended']);
    assert.match(
      results(state)[0] ?? '',
      /^Denied: .*nobody could be asked.*The user did not refuse it\..*permissions:/,
    );
    assert.deepEqual(state.calls[0]?.ended?.detail, {
      preApproval: 'permissions: {"echo {\\"text\\":\\"hi\\"}": allow}',
    });
    assert.equal(exitOf(state), 4);
  });

  it('answered once lifts this call and no later one', async () => {
    const { ran, questions, store, state } = await play({
      replies: [{ calls: [CALL] }, { calls: [CALL] }, DONE],
      verdictOf: ASK,
      answers: ['once', 'deny'],
    });
    assert.deepEqual([ran.length, questions.length], [1, 2]);
    assert.deepEqual(await store.grants.list(state.session, 'local:1'), []);
    assert.equal((await store.approvals.find(questions[0]?.id ?? ''))?.state, 'granted');
    assert.match(results(state)[1] ?? '', /^The user was asked about this call and refused it/);
    assert.equal(exitOf(state), 0);
  });

  it('answered for the session is not asked again', async () => {
    const { ran, questions, store, state } = await play({
      replies: [{ calls: [CALL] }, { calls: [CALL] }, DONE],
      verdictOf: ASK,
      answers: ['session'],
    });
    assert.deepEqual([ran.length, questions.length], [2, 1]);
    assert.equal((await store.grants.list(state.session, 'local:1')).length, 1);
    assert.deepEqual(
      questions[0]?.answers.map(({ answer, width }) => `${answer}: ${width}`),
      [
        'once: this call, this time',
        'session: exactly this call of echo, for this session',
        'deny: it does not run, and the model is told that you refused',
      ],
    );
  });

  it('offers only what the decision lets people answer', async () => {
    const { questions } = await play({
      replies: [{ calls: [CALL] }, DONE],
      verdictOf: () => ({ verdict: 'ask', grants: ['once', 'always_command'] }),
      answers: ['deny'],
    });
    assert.deepEqual(
      questions[0]?.answers.map(({ answer }) => answer),
      ['once', 'deny'],
    );
  });

  it('answered with yes does not run what the judge denies by then', async () => {
    const { ran, state } = await play({
      replies: [{ calls: [CALL] }, DONE],
      verdictOf: (_, times) => (times === 1 ? { verdict: 'ask' } : { verdict: 'deny', step: 'permission-deny' }),
      answers: ['once'],
    });
    assert.deepEqual(ran, []);
    assert.equal(state.calls[0]?.ended?.outcome, 'denied');
  });

  it('answered with yes counts only while the call would do what was shown', async () => {
    let asked = 0;
    const { ran, questions } = await play({
      replies: [{ calls: [CALL] }, DONE],
      verdictOf: ASK,
      answers: ['once', 'once', 'once'],
      change: ({ judge }) => ({
        judge: (call, situation) => {
          const { facts, decision } = judge(call, situation);
          return { facts: { ...facts, scripts: [{ path: '/w/run.sh', sha256: String(asked++) }] }, decision };
        },
      }),
    });
    assert.deepEqual([ran.length, questions.length], [0, 3]);
  });

  it('that nobody answers in time is refused as late', async () => {
    const { state } = await play({
      replies: [{ calls: [CALL] }, DONE],
      verdictOf: ASK,
      answers: ['wait'],
      change: () => ({ waitTimeoutMs: 1 }),
    });
    assert.match(results(state)[0] ?? '', /^Denied: .*no answer came in time/);
    assert.equal(exitOf(state), 4);
  });

  it('takes the answer of whoever was first', async () => {
    const { state, ran } = await play({
      replies: [{ calls: [CALL] }, DONE],
      verdictOf: ASK,
      answers: ['once'],
      change: ({ store }) => ({
        store: {
          ...store,
          approvals: {
            ...store.approvals,
            answer: async (settled) => {
              const { event } = settled;
              const denial = { ...event, state: 'denied', answer: 'deny', grant: null } as const;
              await store.approvals.answer({ ...settled, event: denial });
              return store.approvals.answer(settled);
            },
          },
        },
      }),
    });
    assert.deepEqual(ran, []);
    assert.equal(state.calls[0]?.ended?.outcome, 'refused');
  });
});

describe('a stop', () => {
  it('before the first move leaves a stored end', async () => {
    const { state, kinds, model } = await play({ replies: [DONE], signal: AbortSignal.abort() });
    assert.deepEqual(kinds, ['run-ended']);
    assert.deepEqual([state.end?.reason, exitOf(state), model.requests.length], ['interrupted', 130, 0]);
  });

  it('by the clock is a deadline', async () => {
    const late = AbortSignal.abort(new DOMException('late', 'TimeoutError'));
    const { state } = await play({ replies: [DONE], signal: late });
    assert.deepEqual([state.end?.reason, exitOf(state)], ['deadline', 124]);
  });

  it('in a call closes the calls that are open', async () => {
    const stop = new AbortController();
    const { state, kinds } = await play({
      replies: [{ calls: [CALL, CALL] }],
      signal: stop.signal,
      change: () => ({
        tools: new Map([
          [
            'echo',
            createPlayedTool('echo', async (_, { signal }) => {
              stop.abort();
              signal.throwIfAborted();
              return { isError: false, text: '' };
            }),
          ],
        ]),
      }),
    });
    assert.deepEqual(kinds, [
      'reply-received',
      'call-decided',
      'call-started',
      'call-ended',
      'call-ended',
      'run-ended',
    ]);
    assert.deepEqual(
      state.calls.map(({ ended }) => ended?.outcome),
      ['interrupted', 'interrupted'],
    );
    assert.equal(exitOf(state), 130);
  });
});

describe('a run that died', () => {
  it('while a call ran reports the outcome as unknown and does not repeat it', async () => {
    const { state, store, ports, ran } = await play({ replies: [{ calls: [CALL] }, DONE, DONE] });
    const events = await store.log.read(state.session);
    const upToStart = events.slice(0, events.findIndex(({ kind }) => kind === 'call-started') + 1);
    const rest = await driveRun(foldRun(upToStart), ports, NEVER);
    assert.equal(ran.length, 1);
    assert.match(results(rest.state)[0] ?? '', /^Outcome unknown/);
  });

  it('before an allowed call started judges it again', async () => {
    const { state, store, ports, ran } = await play({ replies: [{ calls: [CALL] }, DONE, DONE] });
    const events = await store.log.read(state.session);
    const upToDecision = events.slice(0, events.findIndex(({ kind }) => kind === 'call-decided') + 1);
    await driveRun(foldRun(upToDecision), ports, NEVER);
    assert.deepEqual([ran.length, (await store.decisions.list(state.run)).length], [2, 2]);
  });
});
