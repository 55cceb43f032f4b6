import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { AppJobs, QueuedJob } from '../../app/create-app.ts';
import type { ChatStatus } from '../chat/status/chat-status.ts';
import { jobLine, jobWords } from './job-words.ts';
import { createLearner } from './learner.ts';

const JOB: QueuedJob = {
  id: 'job_1',
  workspace: '/w',
  kind: 'distill',
  subject: 'run_1',
  state: 'done',
  attempts: 1,
  createdAt: 0,
  updatedAt: 0,
  dueAt: 0,
  outcome: { code: 'written', message: 'Wrote\nit.' },
};

it('a job is told in one line', () => {
  assert.equal(jobWords(JOB), 'written: Wrote\\nit.');
  assert.match(jobLine(JOB), /^job_1  19(69|70)-.*  done  distill run_1  written: Wrote\\nit\.$/);
  assert.match(jobWords({ ...JOB, state: 'retrying' }), /^written: .* \(tried again at .*\)$/);
  assert.equal(jobWords({ ...JOB, state: 'queued', outcome: null }), 'waits for its turn');
  assert.equal(jobWords({ ...JOB, state: 'running', outcome: null }), 'is being done');
});

/** Jobs whose runs end when the test says so. */
function createScene() {
  const said: string[] = [];
  const runs: { tell: (job: QueuedJob) => void; end: () => void; signal: AbortSignal }[] = [];
  const elsewhere: unknown[] = [];
  const busy = { isBusy: false };
  const jobs: AppJobs = {
    list: async () => [],
    async run({ tell, signal }) {
      const { promise, resolve } = Promise.withResolvers<void>();
      runs.push({ tell, end: resolve, signal });
      signal.addEventListener('abort', () => resolve());
      await promise;
    },
    async runElsewhere(program) {
      elsewhere.push(program);
    },
  };
  const notice = (text: string): void => void said.push(text);
  const conversation = { status: busy as unknown as ChatStatus, notice };
  const learner = createLearner({ app: { jobs }, program: ['node', 'x'], conversation });
  return { learner, said, runs, elsewhere, busy };
}

it('work beside a conversation is begun once at a time, and looked for again after each turn', async () => {
  const { learner, runs } = createScene();
  learner.wake();
  learner.wake();
  learner.wake();
  assert.equal(runs.length, 1);
  runs[0]?.end();
  while (runs.length < 2) await Promise.resolve();
  runs[1]?.end();
  await learner.close();
  assert.equal(runs.length, 2);
});

it('what came of it is told when no answer is coming, and what is left is left to another process', async () => {
  const { learner, runs, said, busy, elsewhere } = createScene();
  learner.wake();
  const [run] = runs;
  run?.tell(JOB);
  busy.isBusy = true;
  run?.tell({ ...JOB, state: 'failed', outcome: { code: 'deadline', message: 'Late.' } });
  run?.tell({ ...JOB, state: 'queued', outcome: null });
  assert.deepEqual(said, ['learning from a turn: written: Wrote\\nit.']);
  learner.wake();
  assert.deepEqual(said.slice(1), ['learning from a turn: deadline: Late.']);
  await learner.close();
  assert.deepEqual([run?.signal.aborted, elsewhere], [true, [['node', 'x']]]);
});
