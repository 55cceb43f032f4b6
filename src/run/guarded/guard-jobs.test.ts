import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRedactor } from '../../guard/redact.ts';
import type { Job, Jobs } from '../../ports/jobs.ts';
import { guardJobs } from './guard-jobs.ts';

const redact = createRedactor([{ name: 'TOKEN', value: 'hunter2hunter2' }]);
const spec = { argv: ['x'], cwd: '/', env: {}, timeoutMs: null } as const;

/** Jobs that write nothing but what the test gives them. */
function createPlayedJobs() {
  const pieces: string[] = [];
  const all: string[] = [];
  const course = { running: true };
  const job: Job = {
    id: 'job_1',
    command: 'x',
    ranIn: 'host',
    state: () => ({ running: course.running, exitCode: null, signal: null, end: null, durationMs: 1 }),
    take: () => ({ bytes: Buffer.from(pieces.splice(0).join('')), droppedBytes: 3 }),
    tail: (maxBytes) => {
      const text = all.join('');
      return { bytes: Buffer.from(text.slice(-maxBytes)), droppedBytes: Math.max(0, text.length - maxBytes) };
    },
    wait: () => Promise.resolve(),
    typed: () => '',
    write: () => 'written',
    closeInput: () => undefined,
    stop: () => Promise.resolve(),
  };
  const jobs: Jobs = {
    start: () => Promise.resolve(job),
    find: (id) => (id === job.id ? job : null),
    end: () => Promise.resolve([job]),
  };
  const print = (text: string): void => {
    pieces.push(text);
    all.push(text);
  };
  return { jobs, print, course };
}

const textOf = ({ bytes }: { readonly bytes: Uint8Array }): string => Buffer.from(bytes).toString();

describe('a job', () => {
  it('gives no secret value away, also when it comes in pieces over several looks', async () => {
    const { jobs, print, course } = createPlayedJobs();
    const guarded = guardJobs(jobs, redact);
    const job = await guarded.start('x', spec);
    assert.equal(guarded.find('job_1'), job);
    assert.equal(guarded.find('job_2'), null);
    print('a hunter2');
    assert.deepEqual([textOf(job.take()), job.take().droppedBytes], ['a ', 3]);
    print('hunter2 b hunt');
    assert.equal(textOf(job.take()), '[secret TOKEN] b ');
    course.running = false;
    assert.equal(textOf(job.take()), 'hunt');
    assert.equal(textOf(job.take()), '');
    assert.deepEqual(await guarded.end(), [jobs.find('job_1')]);
  });

  it('gives none away at the cut of its tail', async () => {
    const { jobs, print } = createPlayedJobs();
    const job = await guardJobs(jobs, redact).start('x', spec);
    print('123456 hunter2hunter2 end');
    const { bytes, droppedBytes } = job.tail(10);
    assert.deepEqual([textOf({ bytes }), droppedBytes], ['TOKEN] end', 15]);
    assert.equal(textOf(job.tail(100)), '123456 [secret TOKEN] end');
  });

  it('stays as untrusted and as private as anything that was done with it', () => {
    const guarded = guardJobs(createPlayedJobs().jobs, redact);
    const own = { origin: 'tool:shell_output', private: false } as const;
    assert.deepEqual(guarded.mark('job_1', { origin: 'tool:shell', private: false }).origin, 'tool:shell');
    assert.deepEqual(guarded.mark('job_1', own), own);
    assert.deepEqual(guarded.mark('job_1', { origin: 'network', private: false }).origin, 'network');
    assert.deepEqual(guarded.mark('job_1', { origin: 'tool:shell_input', private: true }), {
      origin: 'network',
      private: true,
    });
    assert.deepEqual(guarded.mark('job_1', own), { origin: 'network', private: true });
    assert.deepEqual(guarded.mark('job_2', own), own);
  });
});
