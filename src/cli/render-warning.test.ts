import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderWarning } from './render-warning.ts';

test('a warning about the file of a stranger shows control characters instead of sending them', () => {
  const warning = {
    file: '/p/\u001b[2J/config.yml',
    line: 3,
    message: 'the rule "\u001b[31m\nok" has no effect',
    hint: '',
  };
  assert.equal(renderWarning(warning), '/p/\\u{1b}[2J/config.yml:3: the rule "\\u{1b}[31m\\nok" has no effect');
});
