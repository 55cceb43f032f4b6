import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Approval } from '../../vocab/approval.ts';
import type { EventBody, RunEvent } from '../../vocab/event.ts';
import { toTranscript } from './transcript.ts';

const log = (run: string, from: number, bodies: readonly EventBody[]): readonly RunEvent[] =>
  bodies.map((body, i) => ({ ...body, id: from + i, run, seq: i + 1, at: from + i }));

const call = (id: string) => ({ id, callId: id, tool: 'shell', input: { command: id }, fault: null });
const reply = (text: string, ...ids: string[]): EventBody => ({
  kind: 'reply-received',
  text,
  calls: ids.map(call),
  reason: 'calls',
  inputTokens: null,
  outputTokens: null,
});
const decided = (id: string, verdict: 'allow' | 'ask'): EventBody => ({
  kind: 'call-decided',
  call: id,
  tool: 'shell',
  callDigest: 'd',
  decision: 'dec',
  verdict,
  step: verdict === 'ask' ? 'confirm-policy' : 'grant',
  code: 'c',
  reason: 'why',
  class: 'find-delete',
  rule: 'r.yml:1',
});

const EVENTS = [
  ...log('run_1', 100, [
    {
      kind: 'run-started',
      session: 's',
      model: 'm',
      scripted: false,
      mode: 'plan',
      cwd: '/w',
      requester: 'local:1',
      maxSteps: 1,
      maxTokens: null,
      windowTokens: 100_000,
    },
    { kind: 'message-received', text: 'hi', origin: 'file', private: false },
    reply('', 'a', 'b'),
    decided('a', 'ask'),
    { kind: 'approval-required', approval: 'apr_1', call: 'a', factsDigest: 'f', policyDigest: 'p', askDigest: 'a' },
    decided('a', 'allow'),
    { kind: 'call-started', call: 'a', callDigest: 'd', repeatable: false },
    {
      kind: 'call-ended',
      call: 'a',
      outcome: 'done',
      text: 'out',
      origin: 'tool:shell',
      private: false,
      resultDigest: null,
      durationMs: 7,
      detail: {},
    },
  ]),
  ...log('run_2', 200, [
    decided('a', 'ask'),
    reply('done'),
    { kind: 'reply-failed', text: 'half', code: 'x', message: 'broke', hint: '' },
    { kind: 'run-ended', reason: 'model-failed', message: 'broke' },
  ]),
];

const APPROVAL = {
  id: 'apr_1',
  run: 'run_1',
  call: 'a',
  state: 'granted',
  why: 'answered',
  answer: 'once',
  by: 'local:1',
} as Approval;

it('a transcript tells messages, replies and calls with verdict, question and outcome, in the order they came', () => {
  const none = { verdict: null, step: null, reason: null, class: null, rule: null, asked: [] };
  const noEnd = { outcome: null, result: null, durationMs: null };
  assert.deepEqual(toTranscript(EVENTS, [APPROVAL]), [
    { n: 1, at: 100, kind: 'turn', run: 'run_1', model: 'm', mode: 'plan' },
    { n: 2, at: 101, kind: 'message', text: 'hi', origin: 'file' },
    {
      n: 8,
      at: 102,
      kind: 'call',
      id: 'a',
      tool: 'shell',
      input: { command: 'a' },
      verdict: 'allow',
      step: 'grant',
      reason: 'why',
      class: 'find-delete',
      rule: 'r.yml:1',
      asked: [{ id: 'apr_1', state: 'granted', why: 'answered', answer: 'once', by: 'local:1' }],
      outcome: 'done',
      result: 'out',
      durationMs: 7,
    },
    { n: 3, at: 102, kind: 'call', id: 'b', tool: 'shell', input: { command: 'b' }, ...none, ...noEnd },
    { n: 10, at: 201, kind: 'reply', text: 'done', failure: null },
    { n: 11, at: 202, kind: 'reply', text: 'half', failure: 'broke' },
    { n: 12, at: 203, kind: 'end', reason: 'model-failed', message: 'broke' },
  ]);
});
