import type { JobSpec } from '../../ports/jobs.ts';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import type { Call } from '../../vocab/call.ts';
import { tellJob } from '../jobs/tell-job.ts';

const DEFAULT_WAIT_MS = 500;

interface Given {
  readonly command: string;
  readonly timeout_seconds?: number | undefined;
  readonly wait_ms?: number | undefined;
}

/** Starts the job, waits a little, and tells its id with its first output. */
export async function startInBackground(
  { command, timeout_seconds: seconds, wait_ms: waitMs = DEFAULT_WAIT_MS }: Given,
  spec: Omit<JobSpec, 'timeoutMs'>,
  { context, call }: { readonly context: ToolContext; readonly call: Call },
): Promise<ToolResult> {
  const timeoutMs = seconds === undefined ? null : seconds * 1000;
  const job = await context.jobs.start(command, { ...spec, timeoutMs });
  await job.wait(waitMs, context.signal);
  return tellJob(job, job.take(), (bytes) => context.keep(call.id, bytes));
}
