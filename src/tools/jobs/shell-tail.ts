import * as z from 'zod/mini';
import type { JobOutput } from '../../ports/jobs.ts';
import { defineTool, wholeNumber } from '../define.ts';
import { MAX_BYTES, MAX_LINES } from '../shell/bound-output.ts';
import { findJob, jobArgument } from './find-job.ts';
import { tellJob } from './tell-job.ts';

const DEFAULT_LINES = 50;
const NEWLINE = 10;

export const shellTailTool = defineTool({
  name: 'shell_tail',
  title: 'Last lines of a job',
  description: 'The last lines a job wrote, whether they were read before or not.',
  args: z.strictObject({
    job: jobArgument,
    lines: wholeNumber(1, MAX_LINES, `${DEFAULT_LINES} unless given`),
  }),
  subject: ({ job }) => job,
  effects: ({ job }) => [{ kind: 'read', where: 'host', target: job }],
  async run({ job: id, lines = DEFAULT_LINES }, context, call) {
    const { job, refusal } = findJob(context.jobs, id);
    if (job === null) return refusal;
    return tellJob(job, lastLines(job.tail(MAX_BYTES), lines), (bytes) => context.keep(call.id, bytes));
  },
});

/** Lines in front of these were not asked for: only what is no longer held counts as dropped. */
function lastLines({ bytes }: JobOutput, count: number): JobOutput {
  const text = Buffer.from(bytes);
  let from = text.length;
  for (let lines = 0; lines < count && from > 0; lines++) {
    const newline = from < 2 ? -1 : text.lastIndexOf(NEWLINE, from - 2);
    from = newline + 1;
  }
  return { bytes: text.subarray(from), droppedBytes: 0 };
}
