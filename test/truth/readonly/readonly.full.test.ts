import assert from 'node:assert/strict';
import { test } from 'node:test';
import { needs } from '../../outside.ts';
import { checkTruth } from './check.ts';

test('5,000 lines that the judge calls read-only only read', needs('bwrap', 'strace', 'git'), (t) => {
  const report = checkTruth(1000, 5000);
  t.diagnostic(`seed ${report.seed}: ${report.run} of ${report.made} lines were read-only and were run`);
  assert.deepEqual(report.faults, []);
  // A judge that lets nothing through would never be wrong.
  assert.ok(report.run / report.made > 0.2, `only ${report.run} of ${report.made} lines were read-only`);
});
