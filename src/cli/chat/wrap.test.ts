import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { visibleWidth } from '@earendil-works/pi-tui';
import { wrap, wrapColumns } from './wrap.ts';

/** A line, a width, what stands there. */
const COLUMNS: readonly (readonly [string, number, readonly string[]])[] = [
  ['short', 20, ['short']],
  ['', 20, ['']],
  ['  why:    it is not known', 20, ['  why:    it is not', '          known']],
  ['  once = this call, this time', 20, ['  once = this call,', '         this time']],
  ['    | rm -rf one two three', 20, ['    | rm -rf one two', '      three']],
  ['  folder  /a/b/c and more of it', 22, ['  folder  /a/b/c and', '          more of it']],
  ['  a very long first column  and more', 20, ['  a very long first', '  column  and more']],
  ['word word word word word', 10, ['word word', 'word word', 'word']],
  ['漢字漢字:  漢字漢字漢字', 12, ['漢字漢字:', '漢字漢字漢字']],
];

describe('lines in columns', () => {
  for (const [line, width, wanted] of COLUMNS) {
    it(`go on under their own column: ${JSON.stringify(line)} at ${width}`, () => {
      assert.deepEqual(
        wrapColumns([line], width).map((one) => one.trimEnd()),
        wanted,
      );
    });
  }

  it('never come wider than the terminal, at any width from two cells on', () => {
    const text = fc.string({ unit: fc.constantFrom(...'ab :=|  漢😀\t-'), maxLength: 60 });
    fc.assert(
      fc.property(text, fc.integer({ min: 2, max: 40 }), (line, width) => {
        for (const one of [...wrapColumns([line], width), ...wrap([line], width)])
          assert.ok(visibleWidth(one) <= width, JSON.stringify([line, width, one]));
      }),
      { numRuns: 500, examples: [[' 😀', 2]] },
    );
  });
});
