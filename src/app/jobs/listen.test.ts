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

  it('is none where it was cut off', async () => {
    const model = createPlayedModel([{ say: '{"a": ', reason: 'length' }]);
    await assert.rejects(listen(model, ASKED, signal), { message: 'The reply was cut off at 7 tokens.' });
  });
});
