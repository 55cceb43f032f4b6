import type { QueuedJob } from '../../app/create-app.ts';
import { showOnOneLine } from '../../base/text.ts';
import { showTime } from '../show-time.ts';

/** What came of a job, or how it stands, in one sentence: `written: Wrote the skill demo: …`. */
export function jobWords({ state, outcome, dueAt }: QueuedJob): string {
  const said = outcome === null ? '' : `${outcome.code}: ${showOnOneLine(outcome.message)}`;
  switch (state) {
    case 'queued':
      return 'waits for its turn';
    case 'running':
      return 'is being done';
    case 'retrying':
      return `${said} (tried again at ${showTime(dueAt)})`;
    case 'done':
    case 'failed':
      return said;
  }
}

/** `job_…  2026-11-30 14:05:09  done  distill run_…  written: …`. */
export const jobLine = (job: QueuedJob): string =>
  [job.id, showTime(job.createdAt), job.state, `${job.kind} ${job.subject}`, jobWords(job)].join('  ');
