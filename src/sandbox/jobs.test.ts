import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { setImmediate as tick } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import type { Job, Jobs } from '../ports/jobs.ts';
import { createHostSandbox } from './host.ts';
import { createJobs } from './jobs.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-jobs-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const never = new AbortController().signal;

async function withJobs(
  work: (jobs: Jobs, start: (command: string, timeoutMs?: number) => Promise<Job>) => Promise<void>,
) {
  const jobs = createJobs(createHostSandbox());
  const start = (command: string, timeoutMs: number | null = null): Promise<Job> =>
    jobs.start(command, {
      argv: ['bash', '--norc', '--noprofile', '-c', '--', command],
      cwd: folder,
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      timeoutMs,
    });
  try {
    await work(jobs, start);
  } finally {
    await jobs.end();
  }
}

/** Takes output until it ends like this. */
async function read(job: Job, end: string): Promise<string> {
  let text = '';
  while (!text.endsWith(end)) {
    await job.wait(10_000, never);
    const { bytes } = job.take();
    assert.ok(bytes.length > 0, `no more output behind ${JSON.stringify(text)}`);
    text += Buffer.from(bytes).toString();
  }
  return text;
}

async function untilEnded(job: Job): Promise<void> {
  while (job.state().running) {
    await job.wait(10_000, never);
    job.take();
  }
}

/** An orphan that nobody collects does not run. */
function isRunning(pid: number): boolean {
  try {
    return !/\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch {
    return false;
  }
}

describe('a job', () => {
  test('gives each piece of output once, and its end again and again', () =>
    withJobs(async (_jobs, start) => {
      const job = await start('echo one; read line; echo "two $line"');
      assert.equal(await read(job, 'one\n'), 'one\n');
      assert.deepEqual([job.take().bytes.length, job.write('hello\n'), job.typed()], [0, 'written', 'hello\n']);
      assert.equal(await read(job, 'hello\n'), 'two hello\n');
      assert.equal(Buffer.from(job.tail(8).bytes).toString(), 'o hello\n');
      assert.equal(Buffer.from(job.tail(100).bytes).toString(), 'one\ntwo hello\n');
    }));

  test('tells how it ended', () =>
    withJobs(async (_jobs, start) => {
      const rows: readonly (readonly [string, number | undefined, readonly unknown[]])[] = [
        ['exit 3', undefined, [3, null, 'exit']],
        ['kill -9 $$', undefined, [null, 'SIGKILL', 'exit']],
        ['sleep 100', 50, [null, 'SIGTERM', 'timeout']],
      ];
      for (const [command, timeoutMs, expected] of rows) {
        const job = await start(command, timeoutMs);
        await untilEnded(job);
        const { exitCode, signal, end } = job.state();
        assert.deepEqual([exitCode, signal, end], expected);
      }
    }));

  test('reads the end of its input when that is closed', () =>
    withJobs(async (_jobs, start) => {
      const job = await start('cat; echo closed');
      job.write('a\n');
      job.closeInput();
      assert.equal(await read(job, 'closed\n'), 'a\nclosed\n');
      await untilEnded(job);
      assert.equal(job.write('more\n'), 'ended');
    }));

  test('that reads nothing is not fed without end', () =>
    withJobs(async (_jobs, start) => {
      const job = await start('sleep 100');
      const answers = Array.from({ length: 40 }, () => job.write('x'.repeat(10_000)));
      assert.deepEqual([answers[0], answers.at(-1)], ['written', 'full']);
    }));

  test('that floods is held in bounded memory, and counts what it lost', () =>
    withJobs(async (_jobs, start) => {
      const job = await start('head -c 100000000 /dev/zero; echo last; read line');
      const before = process.memoryUsage.rss();
      while (!Buffer.from(job.tail(5).bytes).equals(Buffer.from('last\n'))) {
        await tick();
      }
      const grown = process.memoryUsage.rss() - before;
      const { bytes, droppedBytes } = job.take();
      assert.deepEqual([bytes.length, bytes.length + droppedBytes], [1024 * 1024, 100_000_005]);
      assert.ok(grown < 60_000_000, `grew by ${grown} bytes`);
    }));

  test('is gone with all it started when it is stopped, also when it ignores SIGTERM', () =>
    withJobs(async (_jobs, start) => {
      const job = await start('trap "" TERM; setsid sleep 300 & echo $!; while :; do sleep 0.1; done');
      const pid = Number(await read(job, '\n'));
      await job.stop();
      assert.deepEqual([job.state().running, job.state().end], [false, 'aborted']);
      assert.equal(isRunning(pid), false);
    }));
});

describe('the jobs of a run', () => {
  test('are few, are ended together, and none begins afterwards', () =>
    withJobs(async (jobs, start) => {
      const started = [];
      for (let i = 0; i < 8; i++) started.push(await start('sleep 300'));
      await assert.rejects(
        start('sleep 300'),
        (error) => error instanceof Fault && /8 jobs run already/.test(error.message),
      );
      await started[0]?.stop();
      assert.equal((await jobs.end()).length, 7);
      assert.deepEqual(
        started.map((job) => job.state().running),
        started.map(() => false),
      );
      await assert.rejects(start('sleep 300'), Fault);
      assert.equal(jobs.find('job_of-another-process'), null);
    }));
});
