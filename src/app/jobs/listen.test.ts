import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPlayedModel } from '../../testing/run-world.ts';
import { listen } from './listen.ts';

const ASKED = { system: 's', text: 't', maxOutputTokens: 7, replies: 0 };
const signal = new AbortController().signal;

describe('what a model says to one question', () => {
  it('is heard whole, and asked for with the schema that was given', async () => {
    const model = createPlayedModel([{ say: '{"a": 1}' }]);
    assert.equal(await listen(model, { ...ASKED, replySchema: { type: 'object' } }, signal), '{"a": 1}');
    const { replySchema, messages, tools } = model.requests[0] ?? {};
    assert.deepEqual([replySchema, messages, tools], [{ type: 'object' }, [{ role: 'user', text: 't' }], []]);
  });

  it('tells why a request was sent again', async () => {
    const model = createPlayedModel([{ say: 'x' }]);
    const retry = {
      kind: 'retry',
      provider: 'p',
      why: 'overloaded (529)',
      waitMs: 1,
      attempt: 2,
      attempts: 3,
    } as const;
    const busy = {
      ...model,
      async *stream(...given: Parameters<typeof model.stream>) {
        yield retry;
        yield* model.stream(...given);
      },
    };
    const told: string[] = [];
    assert.equal(await listen(busy, { ...ASKED, onTrouble: (why) => void told.push(why) }, signal), 'x');
    assert.deepEqual(told, ['overloaded (529)']);
  });

  it('is none where it was cut off', async () => {
    const model = createPlayedModel([{ say: '{"a": ', reason: 'length' }]);
    await assert.rejects(listen(model, ASKED, signal), { message: 'The reply was cut off at 7 tokens.' });
  });
});
