import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { openStore } from '../../store/open-store.ts';
import type { EventBody, RunEvent } from '../../vocab/event.ts';
import { foldRun } from '../fold.ts';
import { forkEvents } from './fork-session.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-fork-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const started: EventBody = {
  kind: 'run-started',
  session: 'ses_a',
  model: 'm',
  scripted: true,
  mode: 'default',
  cwd: '/w',
  requester: 'local:1',
  maxSteps: 5,
  maxTokens: null,
  windowTokens: 100_000,
};
const said = (text: string): EventBody => ({ kind: 'message-received', text, origin: 'owner', private: false });
const asked = (...ids: string[]): EventBody => ({
  kind: 'reply-received',
  text: 'I do it',
  calls: ids.map((id) => ({ id, callId: `p_${id}`, tool: 'shell', input: { command: id }, fault: null })),
  reason: 'calls',
  inputTokens: 1,
  outputTokens: 1,
});
const decided = (call: string): EventBody => ({
  kind: 'call-decided',
  call,
  tool: 'shell',
  callDigest: 'd',
  decision: 'dec_1',
  verdict: 'ask',
  step: 'confirm-policy',
  code: 'c',
  reason: 'r',
  class: null,
  rule: null,
});
const grant = { session: 'ses_a', requester: 'local:1', tool: 'shell', kind: 'exact', value: 'x', cwd: '/w' } as const;
const settled: EventBody = {
  kind: 'approval-settled',
  approval: 'apr_1',
  call: 'a',
  state: 'granted',
  why: 'answered',
  answer: 'once',
  by: 'local:1',
  note: null,
  grant: { ...grant, by: 'local:1', at: 1, callDigest: 'd' },
};
const ended = (call: string): EventBody => ({
  kind: 'call-ended',
  call,
  outcome: 'done',
  text: 'ok',
  origin: 'tool:shell',
  private: false,
  resultDigest: 'r',
  durationMs: 3,
  detail: {},
});
const answered: EventBody = { kind: 'run-ended', reason: 'answered', message: '' };

const log = (...runs: readonly (readonly EventBody[])[]): readonly RunEvent[] =>
  runs
    .flatMap((bodies, run) => bodies.map((body, i) => ({ body, run: `run_${run + 1}`, seq: i + 1 })))
    .map(({ body, run, seq }, i) => ({ ...body, id: 10 + i, run, seq, at: 100 + i }));

const EVENTS = log(
  [
    started,
    said('one'),
    asked('a', 'b'),
    decided('a'),
    { kind: 'approval-required', approval: 'apr_1', call: 'a', factsDigest: 'f', policyDigest: 'p', askDigest: 'a' },
    settled,
    { kind: 'call-started', call: 'a', callDigest: 'd', repeatable: false },
    ended('a'),
    ended('b'),
    answered,
  ],
  [started, said('two'), answered],
);

const fork = (count: number) => {
  let made = 0;
  const createRunId = () => `new_${++made}`;
  return forkEvents(EVENTS, { session: 'ses_f', from: 'ses_a', count, now: 999, createRunId });
};

const kinds = (count: number) =>
  fork(count).map(({ id, at, events }) => [id, at, ...events.map(({ body, at }) => `${body.kind} ${at}`)]);

describe('a fork', () => {
  it('of everything holds every run, without questions, answers and grants', () => {
    assert.deepEqual(kinds(EVENTS.length), [
      [
        'new_1',
        100,
        'run-started 100',
        'message-received 101',
        'reply-received 102',
        'call-decided 103',
        'call-started 106',
        'call-ended 107',
        'call-ended 108',
        'run-ended 109',
      ],
      ['new_2', 110, 'run-started 110', 'message-received 111', 'run-ended 112'],
    ]);
    assert.deepEqual(fork(1)[0]?.events[0]?.body, { ...started, session: 'ses_f' });
    assert.doesNotMatch(JSON.stringify(fork(EVENTS.length)), /apr_1|grant|ses_a/);
  });

  it('through a turn ends it, and every call that has no result yet', () => {
    const closing = fork(8)[0]?.events.slice(-2) ?? [];
    assert.deepEqual(
      closing.map(({ at, body }) => ({ at, ...body, resultDigest: null })),
      [
        {
          ...ended('b'),
          at: 999,
          outcome: 'interrupted',
          text: 'No result: the conversation was forked before this call had one.',
          resultDigest: null,
          durationMs: 0,
        },
        {
          at: 999,
          kind: 'run-ended',
          reason: 'interrupted',
          message: 'This conversation was forked from ses_a here.',
          resultDigest: null,
        },
      ],
    );
  });

  it('is a conversation that every provider takes: each call has its result', async () => {
    for (let count = 1; count <= EVENTS.length; count++) {
      const store = openStore(join(folder, `${count}.db`), () => 1);
      const session = {
        id: 'ses_f',
        workspace: '/w',
        cwd: '/w',
        mode: 'default',
        requester: 'local:1',
        at: 1,
      } as const;
      await store.history.addFork({ session, origin: { session: 'ses_a', events: count }, runs: fork(count) });
      const state = foldRun(await store.log.read('ses_f'));
      const calls = state.messages.flatMap((message) => (message.role === 'assistant' ? message.calls : []));
      const results = state.messages.flatMap((message) => (message.role === 'tool' ? [message.callId] : []));
      assert.deepEqual(
        results,
        calls.map(({ callId }) => callId),
        `forked at ${count}`,
      );
      assert.notEqual(state.end, null);
      await store.close();
    }
  });
});
