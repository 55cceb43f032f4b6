import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { todoTool } from './todo.ts';

describe('todo', () => {
  const items = [
    { text: 'read', state: 'done' },
    { text: 'write', state: 'doing' },
  ];
  const cases: readonly (readonly [unknown, string])[] = [
    [items, 'Noted: 0 pending, 1 doing, 1 done'],
    [[], 'The list is empty'],
  ];
  for (const [given, text] of cases) {
    test(text, async () => {
      const result = await todoTool.run(createCall('todo', { items: given }, '/w'), createToolContext('/w'));
      assert.deepEqual(result, { isError: false, text, detail: { items: given } });
    });
  }

  test('knows three states', () => assert.notEqual(todoTool.fault({ items: [{ text: 'x', state: 'open' }] }), null));
  test('is about what stands on it', () => assert.equal(todoTool.subject({ items }), 'read; write'));
});
