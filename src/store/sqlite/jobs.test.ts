import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import type { QueuedJob } from '../../ports/job-queue.ts';
import { openStore } from '../open-store.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-jobs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

let made = 0;

/** Two processes as the store sees them: a connection each. */
function openTwo() {
  const path = join(folder, String(made++), 'state.db');
  const [one, other] = [openStore(path, () => 0), openStore(path, () => 0)];
  return {
    one: one.queue,
    other: other.queue,
    [Symbol.asyncDispose]: async () => {
      await one.close();
      await other.close();
    },
  };
}

const job = (id: string, changes: Partial<QueuedJob> = {}) => ({
  id,
  workspace: '/w',
  kind: 'distill',
  subject: `run_${id}`,
  dueAt: 10,
  ...changes,
});

const QUEUED: QueuedJob = { ...job('a'), state: 'queued', attempts: 0, createdAt: 5, updatedAt: 5, outcome: null };
const DONE = { state: 'done', outcome: { code: 'none', message: 'Nothing.' }, dueAt: 10 } as const;

describe('a queue of jobs', () => {
  it('takes a job once a subject, and shows it to every process', async () => {
    await using two = openTwo();
    assert.equal(await two.one.add(job('a'), 5), true);
    assert.equal(await two.other.add(job('b', { subject: 'run_a' }), 6), false);
    assert.equal(await two.other.add(job('c', { subject: 'run_a', kind: 'other', workspace: '/x' }), 6), true);
    assert.deepEqual(await two.other.find('a'), QUEUED);
    assert.equal(await two.other.find('b'), null);
    const listed = async (workspace: string | null, limit = 9): Promise<readonly string[]> =>
      (await two.other.list({ workspace, limit })).map(({ id }) => id);
    assert.deepEqual(await listed(null), ['c', 'a']);
    assert.deepEqual(await listed('/w'), ['a']);
    assert.deepEqual(await listed(null, 1), ['c']);
  });

  it('gives the one that has been due longest, each to one process', async () => {
    await using two = openTwo();
    await two.one.add(job('a', { dueAt: 30 }), 5);
    await two.one.add(job('b', { dueAt: 20 }), 6);
    assert.equal(await two.one.take(19, 100), null);
    assert.equal(await two.one.isDue(19), false);
    assert.equal((await two.one.take(30, 100))?.id, 'b');
    assert.equal(await two.other.isDue(30), true);
    assert.deepEqual(await two.other.take(31, 100), {
      ...QUEUED,
      dueAt: 30,
      state: 'running',
      attempts: 1,
      updatedAt: 31,
    });
    assert.equal(await two.one.take(32, 100), null);
    assert.deepEqual([await two.one.isDue(32), await two.one.isDue(131)], [false, true]);
  });

  it('gives the job of a process that died to another, and hears the first no more', async () => {
    await using two = openTwo();
    await two.one.add(job('a'), 5);
    const first = (await two.one.take(10, 100))!;
    assert.equal(await two.one.renew(first, 150), true);
    assert.equal(await two.other.take(149, 100), null);
    const second = (await two.other.take(150, 100))!;
    assert.equal(second.attempts, 2);
    assert.equal(await two.one.renew(first, 500), false);
    assert.equal(await two.one.settle(first, DONE, 160), false);
    assert.equal(await two.other.settle(second, DONE, 170), true);
    assert.equal(await two.other.settle(second, DONE, 171), false);
    assert.deepEqual(await two.one.find('a'), { ...QUEUED, ...DONE, attempts: 2, updatedAt: 170 });
    assert.equal(await two.one.isDue(1e6), false);
  });

  it('gives a job that is retried when its time comes', async () => {
    await using two = openTwo();
    await two.one.add(job('a'), 5);
    const first = (await two.one.take(10, 100))!;
    const outcome = { code: 'model-failed', message: 'Overloaded.' };
    await two.one.settle(first, { state: 'retrying', outcome, dueAt: 1000 }, 20);
    assert.equal(await two.other.take(999, 100), null);
    assert.deepEqual(await two.other.take(1000, 100), {
      ...QUEUED,
      state: 'running',
      attempts: 2,
      updatedAt: 1000,
      dueAt: 1000,
      outcome,
    });
  });

  it('forgets what was settled long ago, and takes no more than a thousand', async () => {
    await using two = openTwo();
    await two.one.add(job('a'), 5);
    await two.one.settle((await two.one.take(10, 100))!, DONE, 20);
    for (let at = 0; at < 1000; at++) assert.equal(await two.one.add(job(String(at)), 25), true);
    assert.equal(await two.one.add(job('more'), 30), false);
    assert.notEqual(await two.one.find('a'), null);
    await two.one.add(job('more'), 30 * 24 * 3600 * 1000 + 21);
    assert.equal(await two.one.find('a'), null);
  });
});
