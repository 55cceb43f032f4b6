import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isMap, showValue } from './show-value.ts';

test('a value is shown on one line of at most sixty characters', () => {
  assert.equal(showValue({ a: ['b\n', 1, null] }), '{"a":["b\\n",1,null]}');
  assert.deepEqual([1.5, -0, Infinity, -Infinity, NaN].map(showValue), ['1.5', '0', '.inf', '-.inf', '.nan']);
  assert.equal(showValue('x'.repeat(58)), `"${'x'.repeat(58)}"`);
  assert.equal(showValue('x'.repeat(59)), `"${'x'.repeat(56)}...`);
});

test('a map is an object that is no list', () => {
  assert.deepEqual([{}, { a: 1 }, [], null, 'x', 1].map(isMap), [true, true, false, false, false, false]);
});
