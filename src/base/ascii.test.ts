import assert from 'node:assert/strict';
import { it } from 'node:test';
import { visibleWidth } from '@earendil-works/pi-tui';
import fc from 'fast-check';
import { speaksUtf8, toAscii, toAsciiJson, toCodes } from './ascii.ts';

it('the locale says whether UTF-8 is shown, the strongest variable first', () => {
  const rows = [
    [{}, true],
    [{ LANG: '' }, true],
    [{ LANG: 'C' }, false],
    [{ LANG: 'de_DE.UTF-8' }, true],
    [{ LANG: 'C.utf8' }, true],
    [{ LANG: 'C.UTF-8', LC_ALL: 'C' }, false],
    [{ LANG: 'C', LC_CTYPE: 'C.UTF-8' }, true],
  ] as const;
  for (const [env, wanted] of rows) assert.equal(speaksUtf8(env), wanted, JSON.stringify(env));
});

it('in ASCII every sign has a stand-in of as many cells', () => {
  const rows = [
    ['┌─┐ │→•… “a” é\u001b[1m', '+-+ |>*. "a" ?\u001b[1m'],
    ['漢字 😀 a\u0301 👨‍👩‍👧‍👦 ❤️', '???? ?? a ?? ??'],
    ['◇ ◆ ○ ● ◻ ◼ ╭╮╰╯', 'o * o * - x ++++'],
  ] as const;
  for (const [text, wanted] of rows) {
    assert.equal(toAscii(text), wanted);
    assert.equal(visibleWidth(toAscii(text)), visibleWidth(text), text);
  }
  const text = fc.string({ unit: fc.constantFrom(...'a漢é😀─…ｱＡ한\u0301') });
  fc.assert(
    fc.property(text, (one) => {
      assert.match(toAscii(one), /^[\u0000-\u007f]*$/);
      assert.equal(visibleWidth(toAscii(one)), visibleWidth(one));
    }),
  );
});

it('where every character counts it is written as its code', () => {
  assert.equal(toCodes('é😀a…'), '\\u{e9}\\u{1f600}a\\u{2026}');
  const value = { é: '😀a\n' };
  assert.deepEqual(JSON.parse(toAsciiJson(JSON.stringify(value))), value);
  assert.match(toAsciiJson(JSON.stringify(value)), /^[\u0000-\u007f]*$/);
});
