import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { Fault } from '../../base/fault.ts';
import type { QueuedJob } from '../../ports/job-queue.ts';
import { openStore } from '../../store/open-store.ts';
import type { Outcome } from './distill.ts';
import { runDueJobs, type Hold, type RunJobsParts } from './run-jobs.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-run-jobs-'));
after(() => rmSync(folder, { recursive: true, force: true }));

const DONE: Outcome = { code: 'written', message: 'Wrote it.' };
const MINUTE = 60_000;
const LIMITS = { leaseMs: 30_000, workMs: 5_000, pauseMs: 5 };

let made = 0;

/** A queue with these jobs, a time that stands still, and processes that share both. */
async function openScene(...subjects: readonly string[]) {
  const path = join(folder, String(made++), 'state.db');
  const stores = [openStore(path, () => 0), openStore(path, () => 0)];
  const [one, other] = stores.map(({ queue }) => queue);
  if (one === undefined || other === undefined) throw new Error('two stores were opened');
  const time = { now: 1_000 };
  const clock = { now: () => time.now, createId: (prefix: string) => prefix };
  for (const subject of subjects)
    await one.add({ id: subject, workspace: '/w', kind: 'distill', subject, dueAt: 1_000 }, 1_000);
  const run = async (
    work: RunJobsParts['work'],
    options: Partial<Parameters<typeof runDueJobs>[1]> = {},
    limits = LIMITS,
  ) => {
    const told: QueuedJob[] = [];
    const tell = (job: QueuedJob): void => void told.push(job);
    const signal = new AbortController().signal;
    await runDueJobs({ queue: one, clock, work, limits }, { signal, tell, waits: false, ...options });
    return told.map(({ id, state, attempts, dueAt, outcome }) => [id, state, attempts, dueAt, outcome?.code ?? null]);
  };
  return {
    one,
    other,
    time,
    run,
    [Symbol.asyncDispose]: async () => {
      for (const store of stores) await store.close();
    },
  };
}

const untilAborted = ({ signal }: Hold): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('stopped')), { once: true }));

describe('jobs that are due', () => {
  it('are run one after the other, until none is left', async () => {
    await using scene = await openScene('a', 'b');
    const told = await scene.run(async ({ subject }) => ({ ...DONE, code: subject }));
    assert.deepEqual(told, [
      ['a', 'done', 1, 1_000, 'a'],
      ['b', 'done', 1, 1_000, 'b'],
    ]);
    assert.deepEqual(await scene.run(() => assert.fail('nothing is left')), []);
  });

  it('are tried again after 1, 5 and 30 minutes, and then not any more', async () => {
    await using scene = await openScene('a');
    const fail = (): Promise<never> => Promise.reject(new Fault('model-failed', 'Overloaded.'));
    const waits: unknown[] = [];
    for (const [state, minutes] of [
      ['retrying', 1],
      ['retrying', 5],
      ['retrying', 30],
      ['failed', 0],
    ] as const) {
      const [told] = await scene.run(fail);
      assert.deepEqual(told?.slice(1, 2), [state]);
      if (state === 'failed') break;
      const { dueAt } = (await scene.one.find('a'))!;
      waits.push((dueAt - scene.time.now) / MINUTE - minutes);
      scene.time.now = dueAt - 1;
      assert.deepEqual(await scene.run(fail), []);
      scene.time.now = dueAt;
    }
    assert.deepEqual(waits, [0, 0, 0]);
    const { state, attempts, outcome } = (await scene.one.find('a'))!;
    assert.deepEqual([state, attempts, outcome], ['failed', 4, { code: 'model-failed', message: 'Overloaded.' }]);
    scene.time.now += 1e9;
    assert.deepEqual(await scene.run(fail), []);
  });

  it('end with their time limit, and a bug in one ends nothing else [T170]', async () => {
    await using scene = await openScene('a', 'b');
    const late = await scene.run(
      (job, hold) => (job.id === 'a' ? untilAborted(hold) : Promise.reject(new TypeError('x is no function'))),
      {},
      { ...LIMITS, workMs: 20 },
    );
    assert.deepEqual(late, [
      ['a', 'retrying', 1, 1_000 + MINUTE, 'deadline'],
      ['b', 'retrying', 1, 1_000 + MINUTE, 'internal'],
    ]);
  });

  it('go back into the queue when their process is stopped', async () => {
    await using scene = await openScene('a');
    const stop = new AbortController();
    const work = (_: QueuedJob, hold: Hold): Promise<never> => {
      const stopped = untilAborted(hold);
      stop.abort();
      return stopped;
    };
    assert.deepEqual(await scene.run(work, { signal: stop.signal }), [['a', 'queued', 1, 1_000, null]]);
    assert.deepEqual(await scene.run(async () => DONE), [['a', 'done', 2, 1_000, 'written']]);
  });

  it('are left behind where they do not listen: late ones, and those of a process that is stopped', async () => {
    await using scene = await openScene('a');
    const never = (): Promise<never> => new Promise(() => undefined);
    const late = await scene.run(never, {}, { ...LIMITS, workMs: 20 });
    assert.deepEqual(late, [['a', 'retrying', 1, 1_000 + MINUTE, 'deadline']]);
    scene.time.now += MINUTE;
    const stop = new AbortController();
    const stopping = (): Promise<never> => {
      stop.abort();
      return never();
    };
    assert.equal((await scene.run(stopping, { signal: stop.signal })).at(0)?.[1], 'queued');
  });

  it('are left alone by who lost them', async () => {
    await using scene = await openScene('a');
    const told = await scene.run(async (_, { isHeld, signal }) => {
      scene.time.now += LIMITS.leaseMs;
      assert.equal((await scene.other.take(scene.time.now, LIMITS.leaseMs))?.attempts, 2);
      assert.deepEqual([await isHeld(), signal.aborted], [false, true]);
      return DONE;
    });
    assert.deepEqual(told, []);
    assert.equal((await scene.one.find('a'))?.state, 'running');
  });

  it('are given up when their process died again and again', async () => {
    await using scene = await openScene('a');
    for (let death = 0; death < 4; death++) {
      await scene.one.take(scene.time.now, LIMITS.leaseMs);
      scene.time.now += LIMITS.leaseMs;
    }
    const told = await scene.run(() => assert.fail('it is not begun'));
    assert.deepEqual(told, [['a', 'failed', 5, 1_000, 'abandoned']]);
  });

  it('of another process are waited for, and told', async () => {
    await using scene = await openScene('a', 'b');
    const taken = (await scene.other.take(scene.time.now, LIMITS.leaseMs))!;
    const waiting = scene.run(async () => DONE, { waits: true });
    while ((await scene.one.find('b'))?.state !== 'done') await new Promise((resolve) => setImmediate(resolve));
    await scene.other.settle(taken, { state: 'done', outcome: { code: 'none', message: 'No.' }, dueAt: 1 }, 2_000);
    assert.deepEqual(await waiting, [
      ['b', 'done', 1, 1_000, 'written'],
      ['a', 'done', 1, 1, 'none'],
    ]);
  });

  it('of another process that dies are run by who waits [T015]', async () => {
    await using scene = await openScene('a');
    await scene.other.take(scene.time.now, LIMITS.leaseMs);
    const waiting = scene.run(async () => DONE, { waits: true });
    scene.time.now += LIMITS.leaseMs;
    assert.deepEqual(await waiting, [['a', 'done', 2, 1_000, 'written']]);
  });
});
