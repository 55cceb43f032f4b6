import assert from 'node:assert/strict';
import { test } from 'node:test';
import { beginningOf, behindEach, behindFirst, fits, textOf, upTo, upToMarker } from './word-text.ts';
import { literalWord, unknownWord } from './fields.ts';

const begun = { ...unknownWord(false), prefix: 'a=' };

test('a word gives what bash passes, and nothing where that is not known', () => {
  assert.deepEqual([literalWord('a'), begun, null, undefined].map(textOf), ['a', '', '', '']);
  assert.deepEqual([literalWord('a'), begun].map(beginningOf), ['a', 'a=']);
});

test('a pattern fits a word that is known; what is not known is empty', () => {
  assert.deepEqual(
    [literalWord('-f'), literalWord('f'), begun, undefined].map((word) => [fits(word, /^-/), fits(word, /^$/)]),
    [
      [true, false],
      [false, false],
      [false, true],
      [false, true],
    ],
  );
});

test('what stands right behind each', () => {
  assert.deepEqual(
    behindEach(['-o', 'a', 'b', '-o', '-o'], (text) => text === '-o'),
    ['a', '-o'],
  );
});

test('what stands up to the first, and behind it', () => {
  const isMark = (text: string): boolean => text === '-';
  assert.deepEqual(
    [
      ['a', '-', 'b', '-', 'c'],
      ['-', 'a'],
      ['a', 'b'],
    ].map((texts) => [upTo(texts, isMark), behindFirst(texts, isMark)]),
    [
      [['a'], ['b', '-', 'c']],
      [[], ['a']],
      [['a', 'b'], []],
    ],
  );
  const words = ['a', '--', '-b'].map(literalWord);
  assert.deepEqual(upToMarker(words), words.slice(0, 1));
});
