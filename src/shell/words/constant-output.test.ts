import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import { constantOutput, listedOutput } from './constant-output.ts';
import { UNCERTAIN } from './printed.ts';

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
  [['printf', '%3s|%-3s|%5d', 'a', 'b'], null],
  [['printf', '%3s|%-3s|', 'a', 'b'], '  a|b  |'],
  [['printf', '%q ', 'a', '/b'], 'a /b '],
  [['printf', '%q', 'a b'], null],
  [['printf', '%x', '10'], null],
  [['printf', '%'], null],
  [['printf', '%b', 'a\\tb\\0101\\101\\1011'], 'a\tbAAA1'],
  [['printf', '%b%s', 'a\\cb', 'c'], 'a'],
  [['printf', 'a\\cb'], 'a\\cb'],
  [['printf', '\\101\\0101\\x41\\u0041\\"'], 'A\b1AA"'],
  [['printf', '\\1013'], 'A3'],
  [['printf', '\\xe9'], null],
  [['printf', 'é%s', 'a'], 'éa'],
  [['printf', 'é\\n'], null],
  [['printf', 'a\\0b'], 'a\0b'],
  [['printf', '%2s|%-2s|', 'abc', 'abc'], 'abc|abc|'],
  [['printf', '%12s', 'a'], '           a'],
  [['printf', '%3s', 'é'], null],
  [['printf', '%s%s', 'a', 'b', 'c'], 'abc'],
  [['printf', '%d,', '0', '-7', '10'], '0,-7,10,'],
  [['printf', '%d', '-0'], null],
  [['printf', '%5'], null],
  [['printf', '%b|', '\\n', 'x'], '\n|x|'],
  [['printf', '%b'], ''],
  [['printf', '%s\\n', 'a', 'b'], 'a\nb\n'],
  [['printf', '%c%c', 'ab'], 'a'],
  [['printf', '%q'], null],
  [['printf', '%q', ''], null],
  [['printf', '\\7\\17\\xf'], '\x07\x0f\x0f'],
  [['echo', '-e', '\\07\\0\\xf|'], '\x07\0\x0f|\n'],
  [['echo', '-e', '\\07\\xf|'], '\x07\x0f|\n'],
  [['echo', '-en', 'a\\tb'], 'a\tb'],
  [['echo', '-E', '-n', 'a\\tb'], 'a\\tb'],
  [['echo', '-n', '-x', '-e', 'a'], '-x -e a'],
  [['echo', '', 'a'], ' a\n'],
  [['printf', '\\"\\\'\\?\\8\\z'], '"\'?\\8\\z'],
  [['printf', '%b', '\\"\\\'\\?\\8\\z\\477'], '\\"\\\'\\?\\8\\z?'],
  [['echo', '-e', '\\"\\\'\\?\\8\\z\\477'], '\\"\\\'\\?\\8\\z\\477\n'],
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

test('what is certain is what bash prints', needs('bash'), () => {
  const quote = (word: string | null): string => `'${(word ?? '').replaceAll("'", "'\\''")}'`;
  const certain = CASES.flatMap(([words, output]) => (output === null ? [] : [{ words, output }]));
  const script = certain.map(({ words }) => `${words.map(quote).join(' ')}; printf '\\036'`).join('\n');
  const printed = execFileSync('bash', ['-c', script]).toString().split('\x1e').slice(0, -1);
  assert.deepEqual(
    printed.map((text) => text.replaceAll('\0', '')),
    certain.map(({ output }) => output.replaceAll('\0', '')),
  );
});

const LISTED: readonly (readonly [words: readonly (string | null)[], names: readonly string[] | null])[] = [
  [['which', 'a'], ['a']],
  [['which', 'a', 'b'], null],
  [['which'], null],
  [['which', null], null],
  [['command', '-v', 'a'], ['a']],
  [['command', '-V', 'a'], null],
  [['command', '-v', null], null],
  [['command', '-v', 'a', 'b'], null],
  [['type', '-P', 'a'], ['a']],
  [['type', '-v', 'a'], null],
  [['type', 'a'], null],
  [
    ['ls', '-d', 'a', 'b'],
    ['a', 'b'],
  ],
  [['ls', '-1ad', 'a'], ['a']],
  [['ls', '-1', '-d', 'a'], ['a']],
  [['ls', 'a'], null],
  [['ls', '-1', 'a'], null],
  [['ls', '-ld', 'a'], null],
  [['ls', '-d'], null],
  [['ls', '-d', 'a', null], null],
  [['dir', '-d', 'a'], null],
  [[], null],
];

describe('what a program prints of the names it is given, where they are there', () => {
  for (const [words, names] of LISTED) {
    const expected = names === null ? null : names.map((name) => `${name}${UNCERTAIN}\n`).join('');
    test(JSON.stringify(words), () => assert.equal(listedOutput(words), expected));
  }
});
