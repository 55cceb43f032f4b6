import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isPlainAnsiC, isTangled } from './certain.ts';

const TANGLED = [
  `\${a:-$'b'}`,
  '${a:-$"b"}',
  "${a:-'`'}",
  "${a:-`'`}",
  "${a:-'$(b)'}",
  "${a:-\\'}",
  "${a:-'\\'}",
  `\${a:-'"'}`,
  `\${a:-"'"}`,
  '${a:-"$b"}',
  '${a:-">("}',
  '${a:-">(a$(b)"}',
  '${a:-"}',
];
const PLAIN = ['${a}', '${a:-b}', "${a:-'b'}", "${a:-it's}", '${a:-"b c"}', '${a:-$b}', '${a:-$(b "c")}', '${a:-`b`}'];

describe('quotes inside a quoted ${..}', () => {
  for (const text of TANGLED) test(`${text} is tangled`, () => assert.equal(isTangled(text), true));
  for (const text of PLAIN) test(`${text} is plain`, () => assert.equal(isTangled(text), false));
});

describe("$'..'", () => {
  const cases: readonly (readonly [text: string, value: string, plain: boolean])[] = [
    ["$'a\\n'", 'a\n', true],
    ["$'\\x41\\101\\u41'", 'AAA', true],
    ["$'\\x7f'", '\x7f', true],
    ["$'\\x80'", '\x80', false],
    ["$'\\xA0'", '\xa0', false],
    ["$'\\xa0'", '\xa0', false],
    ["$'\\x'", '\\x', false],
    ["$'\\xg'", '\\xg', false],
    ["$'\\200'", '\x80', false],
    ["$'\\177'", '\x7f', true],
    ["$'\\cA'", '\x01', false],
    ["$'é'", 'é', false],
    ["$'a\\0b'", 'a\0b', false],
  ];
  for (const [text, value, plain] of cases) test(text, () => assert.equal(isPlainAnsiC(text, value), plain));
});
