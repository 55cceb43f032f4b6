import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { createId } from './ids.ts';

test('an id is its prefix and 22 characters without look-alikes', () => {
  assert.match(createId('run'), /^run_[0-9a-hjkmnp-tv-z]{22}$/);
});

test('ids sort by the time they were made at', () => {
  const times = fc.nat({ max: 4_102_444_800_000 });
  fc.assert(
    fc.property(times, times, (a, b) => {
      const order = createId('call', a).slice(0, 15) < createId('call', b).slice(0, 15);
      assert.equal(order, a < b);
    }),
  );
});

test('ten thousand ids of one moment are ten thousand ids', () => {
  const made = Array.from({ length: 10_000 }, () => createId('apr', 1_800_000_000_000));
  assert.equal(new Set(made).size, made.length);
});
