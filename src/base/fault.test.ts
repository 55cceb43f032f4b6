import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { Fault, FAULTS } from './fault.ts';

test('a fault carries its code, exit code, status and the way out of its table', () => {
  const cause = new Error('ENOSPC');
  const plain = new Fault('store-failed', 'the store cannot be written', { cause });
  assert.deepEqual(
    [plain.name, plain.code, plain.exit, plain.status, plain.hint, plain.message, plain.cause],
    [
      'Fault',
      'store-failed',
      FAULTS['store-failed'].exit,
      FAULTS['store-failed'].status,
      FAULTS['store-failed'].hint,
      'the store cannot be written',
      cause,
    ],
  );
  const hinted = new Fault('usage', 'there is no command chekc', { hint: 'did you mean check' });
  assert.equal(hinted.hint, 'did you mean check');
  assert.ok(!('cause' in hinted));
});

test('the page of faults lists exactly the table', () => {
  const page = readFileSync(new URL('../../docs/reference/faults.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z-]+)` \| (\d+) \| (\d+) \| (.+?) \| (.+?) \|$/gm)];
  const onPage = Object.fromEntries(
    rows.map(([, code = '', exit, status, , hint]) => [code, { exit: Number(exit), status: Number(status), hint }]),
  );
  assert.equal(Object.keys(onPage).length, rows.length, 'a code stands on the page twice');
  assert.deepEqual(onPage, FAULTS);
});
