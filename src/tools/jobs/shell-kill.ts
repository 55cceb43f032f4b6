import * as z from 'zod/mini';
import { defineTool } from '../define.ts';
import { findJob, jobArgument } from './find-job.ts';
import { tellJob } from './tell-job.ts';

export const shellKillTool = defineTool({
  name: 'shell_kill',
  title: 'End a job',
  description: 'Ends a job and everything it started, and tells its last output.',
  args: z.strictObject({ job: jobArgument }),
  subject: ({ job }) => job,
  effects: ({ job }) => [{ kind: 'exec', where: 'host', target: job }],
  async run({ job: id }, context, call) {
    const { job, refusal } = findJob(context.jobs, id);
    if (job === null) return refusal;
    await job.stop();
    return tellJob(job, job.take(), (bytes) => context.keep(call.id, bytes));
  },
});
