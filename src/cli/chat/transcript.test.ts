import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { EventBody, RunEvent } from '../../vocab/event.ts';
import { EMPTY, endRunning, foldProgress, keepEnd, say, type Transcript } from './transcript.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

const REPLY: EventBody = {
  kind: 'reply-received',
  text: 'Hello.',
  calls: [{ id: 'c1', tool: 'shell', input: { command: 'ls' } }],
  end: 'calls',
  inputTokens: null,
  outputTokens: null,
  stepMs: 1,
} as unknown as EventBody; // what a conversation looks at

const event = (body: EventBody): RunEvent => ({ run: 'run_1', seq: 1, at: 5, ...body }) as RunEvent;

const fold = (steps: readonly Parameters<typeof foldProgress>[1][]): Transcript => steps.reduce(foldProgress, EMPTY);

const START = { kind: 'call-started', call: 'c1', callDigest: 'd', repeatable: false } as const;

describe('the conversation on the screen', () => {
  it('joins what streams, and lets the stored text count', () => {
    const live = fold([
      { kind: 'thought', text: 'H' },
      { kind: 'thought', text: 'm' },
      { kind: 'text', text: 'Hel' },
      { kind: 'text', text: 'lo' },
      { kind: 'event', event: event(REPLY) },
    ]);
    const stored = fold([{ kind: 'event', event: event(REPLY) }]);
    assert.deepEqual(live.entries[0], { kind: 'thought', text: 'Hm', isOpen: false });
    assert.deepEqual(live.entries.slice(1), stored.entries);
    assert.deepEqual(stored.entries[0], { kind: 'answer', text: 'Hello.', isOpen: false });
  });

  it('keeps what streams in one piece when the person is told something meanwhile', () => {
    const told: Transcript = foldProgress(say(fold([{ kind: 'text', text: 'Hel' }]), 'info', 'The mode is plan.'), {
      kind: 'text',
      text: 'lo.',
    });
    const notice = { kind: 'notice', level: 'info', text: 'The mode is plan.' };
    assert.deepEqual(told.entries, [{ kind: 'answer', text: 'Hello.', isOpen: true }, notice]);
    const { entries } = foldProgress(told, { kind: 'event', event: event(REPLY) });
    assert.deepEqual(entries.slice(0, 2), [{ kind: 'answer', text: 'Hello.', isOpen: false }, notice]);
    assert.deepEqual([entries[2]?.kind, entries.length], ['call', 3]);
  });

  it('gives what a call prints to the call, and begins anew with its start', () => {
    const { entries } = fold([
      { kind: 'event', event: event(REPLY) },
      { kind: 'output', call: 'c1', chunk: bytes('before') },
      { kind: 'event', event: event(START) },
      { kind: 'output', call: 'c1', chunk: bytes('one\n') },
      { kind: 'output', call: 'c1', chunk: bytes('50%\r100%') },
      { kind: 'output', call: 'nobody', chunk: bytes('x') },
    ]);
    const call = entries[1];
    assert.ok(call?.kind === 'call');
    assert.deepEqual([call.phase, call.startedAt, call.output], ['running', 5, 'one\n100%']);
  });

  it('says of a call that was running when the process died that it is cut off', () => {
    const running = fold([
      { kind: 'event', event: event(REPLY) },
      { kind: 'event', event: event(START) },
    ]);
    const call = endRunning(running).entries[1];
    assert.ok(call?.kind === 'call');
    assert.deepEqual([call.phase, call.end], ['unknown', 'cut off: outcome unknown']);
    const fresh = fold([{ kind: 'event', event: event(REPLY) }]);
    assert.deepEqual(endRunning(fresh), fresh);
  });

  it('names the instructions once, whoever reads them again', () => {
    const read = { kind: 'instructions', files: [{ path: 'A.md', cut: true }], withheld: ['B.md'] } as const;
    const steps = [read, read] as unknown as readonly Parameters<typeof foldProgress>[1][]; // only what is looked at
    assert.deepEqual(
      fold(steps).entries.map((entry) => (entry.kind === 'notice' ? entry.text : '')),
      ['instructions: A.md (only its beginning)', 'not read: B.md (bailiwick trust shows what trusting it means)'],
    );
  });
});

describe('the end of what a program printed', () => {
  const ROWS: readonly (readonly [string, string])[] = [
    ['', ''],
    ['a\r\nb\n', 'a\nb\n'],
    ['a\n10%\r20%\r30%', 'a\n30%'],
    ['a\rb\nc', 'b\nc'],
  ];
  for (const [text, shown] of ROWS) it(JSON.stringify(text), () => assert.equal(keepEnd(text), shown));

  it('is bounded, and found at once in a line of ten million characters', () => {
    const began = performance.now();
    assert.equal(keepEnd('x'.repeat(10_000_000)).length, 8_000);
    assert.ok(performance.now() - began < 1_000);
  });
});
