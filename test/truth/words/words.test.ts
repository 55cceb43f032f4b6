import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from '../../outside.ts';
import { checkWords } from './check.ts';

test('300 generated lines resolve to the words that bash passes', needs('bwrap'), (t) => {
  const report = checkWords(1, 300);
  t.diagnostic(
    `seed ${report.seed}: ${report.unknown} of ${report.words} words unknown, ${report.unparsable} lines unparsable`,
  );
  assert.deepEqual(report.faults, []);
});
