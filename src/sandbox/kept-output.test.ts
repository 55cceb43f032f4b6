import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createKeptOutput } from './kept-output.ts';

const keep = (maxBytes: number, chunks: readonly Uint8Array[]) => {
  const kept = createKeptOutput(maxBytes);
  for (const chunk of chunks) kept.add(chunk);
  return kept.read();
};

test('what fits is kept whole', () => {
  const { output, headBytes, droppedBytes } = keep(10, [Buffer.from('abc'), Buffer.from('defghij')]);
  assert.deepEqual([Buffer.from(output).toString(), headBytes, droppedBytes], ['abcdefghij', undefined, 0]);
});

test('what does not fit loses its middle', () => {
  const { output, headBytes, droppedBytes } = keep(8, [Buffer.from('0123456'), Buffer.from('789abcdef')]);
  assert.deepEqual([Buffer.from(output).toString(), headBytes, droppedBytes], ['01abcdef', 2, 8]);
});

test('any cut into chunks gives the head and the tail of the whole', () => {
  const chunks = fc.array(fc.uint8Array({ maxLength: 40 }), { maxLength: 30 });
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 60 }), chunks, (maxBytes, parts) => {
      const whole = Buffer.concat(parts);
      const head = Math.floor(maxBytes / 4);
      const expected =
        whole.length <= maxBytes
          ? whole
          : Buffer.concat([whole.subarray(0, head), whole.subarray(whole.length - (maxBytes - head))]);
      const { output, droppedBytes } = keep(maxBytes, parts);
      assert.deepEqual(Buffer.from(output), expected);
      assert.equal(droppedBytes, whole.length - expected.length);
    }),
  );
});
