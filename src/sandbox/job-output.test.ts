import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createHeldOutput } from './job-output.ts';

test('what is held is the end of what was written, and each byte is taken once or counted as dropped', () => {
  const steps = fc.array(fc.oneof(fc.string({ maxLength: 40 }), fc.constant(null)), { maxLength: 30 });
  fc.assert(
    fc.property(steps, fc.integer({ min: 1, max: 50 }), (given, maxBytes) => {
      const held = createHeldOutput(maxBytes);
      let whole = Buffer.alloc(0);
      let taken = 0;
      for (const step of given) {
        if (step === null) {
          const { bytes, droppedBytes } = held.take();
          const fresh = whole.subarray(taken);
          assert.equal(bytes.length + droppedBytes, fresh.length);
          assert.ok(fresh.subarray(droppedBytes).equals(bytes));
          taken = whole.length;
        } else {
          held.add(Buffer.from(step));
          whole = Buffer.concat([whole, Buffer.from(step)]);
        }
        const { bytes, droppedBytes } = held.tail(maxBytes);
        assert.ok(whole.subarray(droppedBytes).equals(bytes));
        assert.equal(bytes.length, Math.min(whole.length, maxBytes));
        assert.equal(held.hasNew(), whole.length > taken);
      }
    }),
  );
});

test('a long output goes round and round', () => {
  const held = createHeldOutput(100_000);
  for (let i = 0; i < 50_000; i++) held.add(Buffer.from(`${i}\n`));
  const { bytes, droppedBytes } = held.take();
  assert.deepEqual([bytes.length, bytes.length + droppedBytes], [100_000, 288_890]);
  assert.match(Buffer.from(bytes).toString(), /\n49998\n49999\n$/);
});
