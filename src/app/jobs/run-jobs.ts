import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../../base/fault.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue, QueuedJob } from '../../ports/job-queue.ts';
import type { Outcome } from './distill.ts';

export interface RunJobsParts {
  readonly queue: JobQueue;
  readonly clock: Clock;
  /** Does a job; null when it turned out to be another process's. Throws when it should be tried again. */
  readonly work: (job: QueuedJob, hold: Hold) => Promise<Outcome | null>;
  readonly limits?: Limits;
}

export interface Hold {
  /** Aborted when the job must end: stopped, too late, or another process's. */
  readonly signal: AbortSignal;
  readonly isHeld: () => Promise<boolean>;
}

interface Limits {
  /** A job whose process is silent for so long is taken by another. */
  readonly leaseMs: number;
  /** Of one job. */
  readonly workMs: number;
  /** Between two looks at what another process runs. */
  readonly pauseMs: number;
}

const LIMITS: Limits = { leaseMs: 30_000, workMs: 120_000, pauseMs: 250 };

const MINUTE_MS = 60_000;
/** After the first, second and third failure; then it is not tried again. */
const BACK_OFF_MS = [1 * MINUTE_MS, 5 * MINUTE_MS, 30 * MINUTE_MS];

const MOST_WATCHED = 100;

export interface RunJobsOptions {
  readonly signal: AbortSignal;
  /** Told of every job as it is left. */
  readonly tell: (job: QueuedJob) => void;
  /** Whether to stay until the jobs that other processes run are settled. */
  readonly waits: boolean;
}

/** Runs what is due, one after the other, until nothing is. */
export async function runDueJobs(parts: RunJobsParts, { signal, tell, waits }: RunJobsOptions): Promise<void> {
  const { queue, clock, limits = LIMITS } = parts;
  const watched = new Set<string>();
  while (!signal.aborted) {
    const job = await queue.take(clock.now(), limits.leaseMs);
    if (job !== null) {
      const left = await runJob(job, parts, signal);
      if (left === null) continue;
      watched.delete(left.id);
      tell(left);
      continue;
    }
    if (!waits) return;
    for (const other of await queue.list({ workspace: null, limit: MOST_WATCHED }))
      if (other.state === 'running') watched.add(other.id);
    for (const settled of await findSettled(watched, queue)) tell(settled);
    if (watched.size === 0) return;
    await wait(limits.pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

/** Those that are not running any more; they are watched no longer. */
async function findSettled(watched: Set<string>, queue: JobQueue): Promise<readonly QueuedJob[]> {
  const settled: QueuedJob[] = [];
  for (const id of watched) {
    const job = await queue.find(id);
    if (job?.state === 'running') continue;
    watched.delete(id);
    if (job !== null) settled.push(job);
  }
  return settled;
}

type End = Parameters<JobQueue['settle']>[1];

/** Runs one job and settles it; gives it back as it is left, null when it is another process's. */
async function runJob(job: QueuedJob, parts: RunJobsParts, signal: AbortSignal): Promise<QueuedJob | null> {
  const { queue, clock } = parts;
  const end = await workOn(job, parts, signal);
  if (end === null || !(await queue.settle(job, end, clock.now()))) return null;
  return queue.find(job.id);
}

async function workOn(job: QueuedJob, parts: RunJobsParts, signal: AbortSignal): Promise<End | null> {
  const { queue, clock, work, limits = LIMITS } = parts;
  const { dueAt } = job;
  if (job.attempts > BACK_OFF_MS.length + 1) {
    const message = `It was begun ${job.attempts - 1} times, and never ended.`;
    return { state: 'failed', outcome: { code: 'abandoned', message }, dueAt };
  }
  const lost = new AbortController();
  const late = AbortSignal.timeout(limits.workMs);
  const isHeld = async (): Promise<boolean> => {
    const held = await queue.renew(job, clock.now() + limits.leaseMs);
    if (!held) lost.abort();
    return held;
  };
  const renewing = setInterval(() => void isHeld().catch((error: unknown) => lost.abort(error)), limits.leaseMs / 3);
  try {
    const hold = { signal: AbortSignal.any([signal, late, lost.signal]), isHeld };
    const outcome = await endWith(hold.signal, work(job, hold));
    return outcome === null ? null : { state: 'done', outcome, dueAt };
  } catch (error) {
    if (lost.signal.aborted) return null;
    if (signal.aborted) return { state: 'queued', outcome: null, dueAt };
    return retry(job, late.aborted ? toLate(limits) : toOutcome(error), clock.now());
  } finally {
    clearInterval(renewing);
  }
}

/** How long work may take to end by itself once it was told to. */
const GRACE_MS = 1_000;

/** What work comes to; work that does not listen to the signal is left behind. */
async function endWith<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | null = null;
  const stop = (): void => {
    timer = setTimeout(() => reject(signal.reason), GRACE_MS);
  };
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
    if (timer !== null) clearTimeout(timer);
  }
}

function retry({ attempts, dueAt }: QueuedJob, outcome: Outcome, now: number): End {
  const waitMs = BACK_OFF_MS[attempts - 1];
  return waitMs === undefined
    ? { state: 'failed', outcome, dueAt }
    : { state: 'retrying', outcome, dueAt: now + waitMs };
}

const toLate = ({ workMs }: Limits): Outcome => ({
  code: 'deadline',
  message: `It took longer than ${workMs / 1000} seconds.`,
});

/** A bug in a job must not end what it runs in, such as a chat; it is seen in the list of jobs. */
function toOutcome(error: unknown): Outcome {
  if (error instanceof Fault) return { code: error.code, message: error.message };
  return { code: 'internal', message: error instanceof Error ? error.message : String(error) };
}
