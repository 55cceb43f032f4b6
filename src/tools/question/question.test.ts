import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { ToolContext } from '../../ports/tool.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { questionTool } from './question.ts';

const ask = (input: Record<string, unknown>, answer: ToolContext['ask']) =>
  questionTool.run(createCall('question', input, '/w'), createToolContext('/w', { ask: answer }));

describe('question', () => {
  test("gives the model what the person said, as the owner's word", async () => {
    const asked: unknown[] = [];
    const result = await ask({ question: 'which?', options: ['a', 'b'] }, (question) => {
      asked.push(question);
      return Promise.resolve({ text: 'b', by: 'local:1' });
    });
    assert.deepEqual(asked, [{ question: 'which?', options: ['a', 'b'] }]);
    assert.deepEqual(result, {
      isError: false,
      text: 'b',
      origin: 'owner',
      detail: { question: 'which?', answer: 'b', by: 'local:1' },
    });
  });

  test('says that nobody can be asked', async () => {
    const result = await ask({ question: 'which?' }, () => Promise.resolve(null));
    assert.equal(result.isError, true);
    assert.match(result.text, /^Nobody can be asked here/);
  });
});
