import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, it } from 'node:test';
import { isRunDriven } from './is-run-driven.ts';

const home = mkdtempSync(join(tmpdir(), 'bailiwick-driven-'));
after(() => rmSync(home, { recursive: true, force: true }));

it('a run is driven as long as somebody holds a write transaction on its lock', () => {
  assert.equal(isRunDriven(home, 'run_1'), false);
  mkdirSync(join(home, 'locks'));
  const holder = new DatabaseSync(join(home, 'locks', 'run_1.db'));
  holder.exec('BEGIN IMMEDIATE');
  assert.deepEqual([isRunDriven(home, 'run_1'), isRunDriven(home, 'run_2')], [true, false]);
  holder.close();
  assert.equal(isRunDriven(home, 'run_1'), false);
});

it('a lock that cannot be read counts as held', () => {
  writeFileSync(join(home, 'locks', 'run_3.db'), 'no database, and longer than the head of one would be '.repeat(20));
  assert.equal(isRunDriven(home, 'run_3'), true);
});
