import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import fc from 'fast-check';
import { MAX_BYTES, MAX_LINES, boundOutput } from './bound-output.ts';

const bound = (text: string, gap: { at: number; bytes: number } | null = null) => boundOutput(Buffer.from(text), gap);
const lines = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\n`).join('');

describe('output for the model', () => {
  test('is whole within the limits', () => {
    assert.deepEqual(bound(lines(1, 2000)), { head: lines(1, 2000), tail: null, leftOut: 0 });
    assert.deepEqual(bound(''), { head: '', tail: null, leftOut: 0 });
  });

  test('beyond the lines is a head and a tail of whole lines', () => {
    const { head, tail, leftOut } = bound(lines(1, 3000));
    assert.deepEqual([head, tail, leftOut], [lines(1, 500), lines(1501, 3000), lines(501, 1500).length]);
  });

  test('beyond the bytes is cut between characters where there are no lines', () => {
    const { head, tail, leftOut } = bound('🙂'.repeat(20_000));
    assert.equal(head, '🙂'.repeat(3125));
    assert.equal(tail, '🙂'.repeat(9375));
    assert.equal(leftOut, 4 * (20_000 - 12_500));
  });

  test('counts what was dropped before', () => {
    const { head, tail, leftOut } = bound('first\nlast\n', { at: 6, bytes: 1000 });
    assert.deepEqual([head, tail, leftOut], ['first\n', 'last\n', 1000]);
  });

  test('holds no NUL', () => assert.equal(bound('a\0b').head, 'a\uFFFDb'));

  test('never exceeds the limits, and head, gap and tail make up the whole', () => {
    const piece = fc.tuple(fc.constantFrom('x', 'é', '🙂', '\n', 'xxxxxxx\n'), fc.integer({ min: 0, max: 9000 }));
    const text = fc
      .array(piece, { maxLength: 6 })
      .map((parts) => parts.map(([unit, times]) => unit.repeat(times)).join(''));
    fc.assert(
      fc.property(text, (whole) => {
        const { head, tail, leftOut } = bound(whole);
        const shown = head + (tail ?? '');
        assert.ok(whole.startsWith(head) && whole.endsWith(tail ?? ''));
        assert.equal(Buffer.byteLength(shown) + leftOut, Buffer.byteLength(whole));
        assert.ok(Buffer.byteLength(shown) <= MAX_BYTES);
        assert.ok(shown.split('\n').length <= MAX_LINES + 2);
      }),
    );
  });
});
