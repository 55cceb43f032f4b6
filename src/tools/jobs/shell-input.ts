import * as z from 'zod/mini';
import { defineTool, flag, refuse, wholeNumber } from '../define.ts';
import { findJob, jobArgument } from './find-job.ts';
import { tellJob } from './tell-job.ts';

const DEFAULT_WAIT_MS = 500;
const MAX_WAIT_MS = 10_000;

export const shellInputTool = defineTool({
  name: 'shell_input',
  title: 'Type into a job',
  description: 'Writes text and a newline to the standard input of a job, and tells what it answers.',
  args: z.strictObject({
    job: jobArgument,
    text: z.string().check(
      z.refine((text) => !text.includes('\0'), 'must not hold a NUL character'),
      z.refine((text) => text.isWellFormed(), 'must not hold half a surrogate pair'),
    ),
    close: flag('close the input behind it; with an empty text nothing is written'),
    wait_ms: wholeNumber(0, MAX_WAIT_MS, `wait so long for an answer; ${DEFAULT_WAIT_MS} unless given`),
  }),
  subject: ({ text }) => text,
  effects: ({ text }) => [{ kind: 'exec', where: 'host', target: text }],
  async run({ job: id, text, close = false, wait_ms: waitMs = DEFAULT_WAIT_MS }, context, call) {
    const { job, refusal } = findJob(context.jobs, id);
    if (job === null) return refusal;
    const isSilent = close && text === '';
    const typed = `${text}\n`;
    const floor = isSilent ? null : context.floorOfInput(call);
    if (floor !== null) return refuse(`refused by the layer hardline: ${floor}`);
    const written = isSilent ? 'written' : job.write(typed);
    if (written === 'ended') return refuse(`${id} reads no input any more`);
    if (written === 'full') return refuse(`${id} does not read its input; what is waiting for it is all it can get`);
    if (close) job.closeInput();
    await job.wait(waitMs, context.signal);
    return tellJob(job, job.take(), (bytes) => context.keep(call.id, bytes));
  },
});
