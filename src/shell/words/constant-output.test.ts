import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { constantOutput } from './constant-output.ts';

const CASES: readonly (readonly [words: readonly (string | null)[], output: string | null])[] = [
  [['echo'], '\n'],
  [['echo', 'a', 'b'], 'a b\n'],
  [['echo', '-n', 'a'], 'a'],
  [['echo', '-nn', '-n', 'a'], 'a'],
  [['echo', '-x', 'a'], '-x a\n'],
  [['echo', '--', 'a'], '-- a\n'],
  [['echo', '-', 'a'], '- a\n'],
  [['echo', 'a', '-n'], 'a -n\n'],
  [['echo', 'a\\tb'], 'a\\tb\n'],
  [['echo', '-e', 'a\\tb'], 'a\tb\n'],
  [['echo', '-eE', 'a\\tb'], 'a\\tb\n'],
  [['echo', '-Ee', 'a\\tb'], 'a\tb\n'],
  [['echo', '-ne', 'a\\n'], 'a\n'],
  [['echo', '-e', '\\a\\b\\e\\E\\f\\n\\r\\v\\\\'], '\x07\b\x1b\x1b\f\n\r\v\\\n'],
  [['echo', '-e', '\\0101\\101\\x41\\u41\\U41'], 'A\\101AAA\n'],
  [['echo', '-e', 'a\\cb', 'c'], 'a'],
  [['echo', '-e', '\\z\\"'], '\\z\\"\n'],
  [['echo', '-e', '\\xe9'], null],
  [['echo', '-e', '\\0351'], null],
  [['echo', 'é'], 'é\n'],
  [['echo', null], null],
  [['printf', 'a'], 'a'],
  [['printf', '--', 'a'], 'a'],
  [['printf', '%s'], ''],
  [['printf', '%s-%s.', 'a'], 'a-.'],
  [['printf', '%s.', 'a', 'b'], 'a.b.'],
  [['printf', 'x', 'a', 'b'], 'x'],
  [['printf', '%%%s', 'a'], '%a'],
  [['printf', '%c%c', 'ab', ''], 'a'],
  [['printf', '%c', 'é'], null],
  [['printf', '%d|%i', '12', '-3'], '12|-3'],
  [['printf', '%d'], '0'],
  [['printf', '%d', '012'], null],
  [['printf', '%d', 'x'], null],
  [['printf', '%5s', 'a'], null],
  [['printf', '%q', 'a'], null],
  [['printf', '%x', '10'], null],
  [['printf', '%'], null],
  [['printf', '%b', 'a\\tb\\0101\\101'], 'a\tbA\\101'],
  [['printf', '%b%s', 'a\\cb', 'c'], 'a'],
  [['printf', 'a\\cb'], 'a\\cb'],
  [['printf', '\\101\\0101\\x41\\u0041\\"'], 'A\b1AA"'],
  [['printf', '\\1013'], 'A3'],
  [['printf', '\\xe9'], null],
  [['printf', 'é%s', 'a'], 'éa'],
  [['printf', 'é\\n'], null],
  [['printf', 'a\\0b'], 'a\0b'],
  [['printf', '-v', 'x'], null],
  [['printf'], null],
  [['date'], null],
  [[], null],
];

describe('constant output', () => {
  for (const [words, output] of CASES) {
    test(JSON.stringify(words), () => assert.equal(constantOutput(words), output));
  }
});
