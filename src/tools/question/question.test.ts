import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { PersonReply } from '../../vocab/approval.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { questionTool } from './question.ts';

const ask = (reply: PersonReply | null) =>
  questionTool.run(createCall('question', { question: 'which?' }, '/w'), createToolContext('/w', { reply }));

describe('question', () => {
  test("gives the model what the person said, as the owner's word", async () => {
    assert.deepEqual(await ask({ text: 'b', by: 'local:1' }), {
      isError: false,
      text: 'b',
      origin: 'owner',
      detail: { question: 'which?', answer: 'b', by: 'local:1' },
    });
  });

  test('never makes up an answer', async () => {
    assert.equal((await ask(null)).isError, true);
  });
});
