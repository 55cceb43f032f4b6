import { isUntrusted } from '../../guard/envelope.ts';
import type { Redactor } from '../../guard/redact.ts';
import type { Job, JobOutput, Jobs } from '../../ports/jobs.ts';
import type { Label } from './label.ts';

/** Jobs whose output holds no known secret value, and is labelled as the line that started them was. */
export interface GuardedJobs extends Jobs {
  /** The label of a call about this job: once untrusted or private, a job stays so. It is remembered. */
  mark(id: string, label: Label): Label;
}

/** More than the longest value, so that none is cut at the beginning of a tail. */
const OVERLAP_BYTES = 8192;

export function guardJobs(jobs: Jobs, redact: Redactor): GuardedJobs {
  const labels = new Map<string, Label>();
  const guarded = new Map<string, Job>();
  const guard = (job: Job): Job => {
    const known = guarded.get(job.id) ?? redactJob(job, redact);
    guarded.set(job.id, known);
    return known;
  };
  return {
    start: async (command, spec) => guard(await jobs.start(command, spec)),
    find(id) {
      const job = jobs.find(id);
      return job === null ? null : guard(job);
    },
    end: () => jobs.end(),
    mark(id, label) {
      const before = labels.get(id) ?? label;
      const origin = isUntrusted(before.origin) ? before.origin : label.origin;
      const marked = { origin, private: before.private || label.private };
      labels.set(id, marked);
      return marked;
    },
  };
}

/** What is taken comes in pieces: the beginning of a value is held back until the rest of it is there. */
function redactJob(job: Job, redact: Redactor): Job {
  const stream = redact.byteStream();
  return {
    ...job,
    take(): JobOutput {
      const isOver = !job.state().running;
      const { bytes, droppedBytes } = job.take();
      const shown = stream.push(bytes);
      return { bytes: isOver ? Buffer.concat([shown, stream.end()]) : shown, droppedBytes };
    },
    tail(maxBytes): JobOutput {
      const { bytes, droppedBytes } = job.tail(maxBytes + OVERLAP_BYTES);
      const shown = redact.bytes(bytes);
      const cut = Math.max(0, shown.length - maxBytes);
      return { bytes: shown.subarray(cut), droppedBytes: droppedBytes + cut };
    },
  };
}
