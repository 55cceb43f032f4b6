import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { Model, ModelDelta, ModelRequest } from '../../ports/model.ts';
import { openStore } from '../../store/open-store.ts';
import { createPlayedJudge, createPlayedTool, createRunWorld } from '../../testing/run-world.ts';
import { driveRun } from '../drive.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-reply-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const RETRY = { kind: 'retry', provider: 'main', why: 'overloaded (529)', waitMs: 1, attempt: 2, attempts: 5 } as const;
const FALLBACK = { kind: 'fallback', model: 'main:a', next: 'spare:b', message: 'It failed.', hint: 'wait' } as const;
const SEALED = [{ type: 'reasoning', text: 'Hm.', data: { openai: { reasoningEncryptedContent: 'e' } } }];

const REPLIES: readonly (readonly ModelDelta[])[] = [
  [
    RETRY,
    FALLBACK,
    { kind: 'text', text: 'I look.' },
    { kind: 'call', callId: 'c1', tool: 'echo', input: {}, fault: null },
    {
      kind: 'finish',
      reason: 'calls',
      usage: { inputTokens: 9, outputTokens: 8, cachedTokens: 7, reasoningTokens: 6 },
      model: 'spare:b',
      providerData: SEALED,
    },
  ],
  [
    { kind: 'text', text: 'Done.' },
    {
      kind: 'finish',
      reason: 'stop',
      usage: { inputTokens: null, outputTokens: null, cachedTokens: null, reasoningTokens: null },
    },
  ],
];

describe('a reply', () => {
  it('is stored with who gave it, what it cost and what its provider wants back, and goes back so', async () => {
    const requests: ModelRequest[] = [];
    const model: Model = {
      name: 'main:a',
      scripted: false,
      async *stream(request) {
        yield* REPLIES[requests.push(request) - 1] ?? [];
      },
    };
    const store = openStore(join(folder, 'state.db'), () => 1);
    const echo = createPlayedTool('echo', async () => ({ isError: false, text: 'x' }));
    const judge = createPlayedJudge(() => ({ verdict: 'allow' }));
    const { ports, progress, begin } = createRunWorld({ store, model, judge, tools: [echo] });
    const { state } = await driveRun(await begin(), ports, new AbortController().signal);

    const stored = (await store.log.read(state.session)).filter((event) => event.kind === 'reply-received');
    assert.deepEqual(
      stored.map(({ model: by, inputTokens, outputTokens, cachedTokens, reasoningTokens, providerData }) => [
        by,
        [inputTokens, outputTokens, cachedTokens, reasoningTokens],
        providerData,
      ]),
      [
        ['spare:b', [9, 8, 7, 6], SEALED],
        ['main:a', [null, null, null, null], undefined],
      ],
    );
    assert.deepEqual(requests[1]?.messages[1], {
      role: 'assistant',
      text: 'I look.',
      calls: [{ callId: 'c1', tool: 'echo', input: {} }],
      model: 'spare:b',
      providerData: SEALED,
    });
    assert.deepEqual(
      progress.filter(({ kind }) => kind === 'retry' || kind === 'fallback'),
      [RETRY, FALLBACK],
    );
    await store.close();
  });
});
