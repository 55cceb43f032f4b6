import * as z from 'zod/mini';
import { defineTool, wholeNumber } from '../define.ts';
import { findJob, jobArgument } from './find-job.ts';
import { tellJob } from './tell-job.ts';

const MAX_WAIT_MS = 30_000;

export const shellOutputTool = defineTool({
  name: 'shell_output',
  title: 'New output of a job',
  description: 'What a job wrote since it was last asked, and whether it still runs.',
  args: z.strictObject({
    job: jobArgument,
    wait_ms: wholeNumber(0, MAX_WAIT_MS, 'wait so long for something new; 0 unless given'),
  }),
  subject: ({ job }) => job,
  effects: ({ job }) => [{ kind: 'read', where: 'host', target: job }],
  async run({ job: id, wait_ms: waitMs = 0 }, context, call) {
    const { job, refusal } = findJob(context.jobs, id);
    if (job === null) return refusal;
    await job.wait(waitMs, context.signal);
    return tellJob(job, job.take(), (bytes) => context.keep(call.id, bytes));
  },
});
