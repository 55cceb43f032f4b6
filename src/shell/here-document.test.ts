import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { splitDelimiter } from './here-document.ts';

/** What bash 5.2 compares the closing line with. */
const CASES: readonly (readonly [word: string, delimiter: string, quoted: boolean])[] = [
  ['E', 'E', false],
  ['E#F', 'E#F', false],
  ["'E'", 'E', true],
  ['"E"', 'E', true],
  ['\\E', 'E', true],
  ['E\\F', 'EF', true],
  ['\\\\E', '\\E', true],
  ["''", '', true],
  ["E''", 'E', true],
  ["'E F'", 'E F', true],
  ["'E'F", 'EF', true],
  ['"E"\'F\'', 'EF', true],
  ["'a\"b'", 'a"b', true],
  ['"a\'b"', "a'b", true],
  ["'a\\b'", 'a\\b', true],
  ["'a\\'", 'a\\', true],
  ['"a\\"b"', 'a"b', true],
  ['"a\\\\b"', 'a\\b', true],
  ['"a\\$b"', 'a$b', true],
  ['"a\\`b"', 'a`b', true],
  ['"a\\b"', 'a\\b', true],
  ['"a\\\'b"', "a\\'b", true],
  ['$E', '$E', false],
];

describe('the word behind <<', () => {
  for (const [word, delimiter, quoted] of CASES) {
    test(word, () => assert.deepEqual(splitDelimiter(word), { delimiter, quoted }));
  }
});
