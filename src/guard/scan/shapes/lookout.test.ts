import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createLookout } from './lookout.ts';

test('a lookout finds exactly what includes finds', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-', 'é'), maxLength: 60 });
  const part = fc.string({ unit: fc.constantFrom('a', 'b', 'c', ' ', '-'), minLength: 1, maxLength: 7 });
  fc.assert(
    fc.property(fc.array(part, { maxLength: 12 }), text, (parts, whole) => {
      const held = [...createLookout(parts)(whole)];
      assert.deepEqual(
        held,
        parts.map((one) => (whole.includes(one) ? 1 : 0)),
      );
    }),
  );
});
