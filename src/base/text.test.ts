import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { nearest, showHidden, showOnOneLine } from './text.ts';

test('hidden characters are written out, everything else stays', () => {
  const cases: readonly [text: string, shown: string][] = [
    ['rm -rf build', 'rm -rf build'],
    ['naïve — 日本語 👍', 'naïve — 日本語 👍'],
    ['a\tb\nc', 'a\tb\nc'],
    ['a\u0000b\u001b[2Kc\r', 'a\\u{0}b\\u{1b}[2Kc\\u{d}'],
    ['safe\u202egnp.exe', 'safe\\u{202e}gnp.exe'],
    ['ls\u200b\u2066\u00ad\ufeff', 'ls\\u{200b}\\u{2066}\\u{ad}\\u{feff}'],
    ['a\u{e0041}b', 'a\\u{e0041}b'],
    ['a\u0085b\u2028c', 'a\\u{85}b\\u{2028}c'],
  ];
  for (const [text, shown] of cases) assert.equal(showHidden(text), shown);
});

test('on one line newline and tab are written out too', () => {
  assert.equal(showOnOneLine('echo a\n\trm b\u0007'), 'echo a\\n\\trm b\\u{7}');
});

test('what is shown holds no control, format or line-separating character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      assert.doesNotMatch(showOnOneLine(text), /[\p{Cc}\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u);
    }),
  );
});

test('the nearest name, or none when nothing is near enough', () => {
  const names = ['confirm_policy', 'command_allowlist', 'permissions', 'mode'];
  const cases: readonly [word: string, expected: string | null][] = [
    ['permisions', 'permissions'],
    ['comand_allow_list', 'command_allowlist'],
    ['Mode', 'mode'],
    ['mode', 'mode'],
    ['workspace', null],
    ['', null],
  ];
  for (const [word, expected] of cases) assert.equal(nearest(word, names), expected, word);
  assert.equal(nearest('mode', []), null);
});

test('a word with one slip is recognised', () => {
  const name = 'require_confirmation_for_shell';
  fc.assert(
    fc.property(fc.nat(name.length - 1), fc.constantFrom('', 'x', '__'), (at, slip) => {
      assert.equal(nearest(name.slice(0, at) + slip + name.slice(at + 1), [name]), name);
    }),
  );
});
