import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from '../../outside.ts';
import { checkWords } from './check.ts';

test('5,000 generated lines resolve to the words that bash passes', needs('bwrap'), (t) => {
  const report = checkWords(2, 5000);
  t.diagnostic(
    `seed ${report.seed}: ${report.unknown} of ${report.words} words unknown, ${report.unparsable} lines unparsable`,
  );
  assert.deepEqual(report.faults, []);
  // A reader that knows nothing would be right about everything.
  assert.ok(report.unknown / report.words < 0.2, `${report.unknown} of ${report.words} words are unknown`);
  assert.ok(report.unparsable / report.lines < 0.35, `${report.unparsable} of ${report.lines} lines are unparsable`);
});
