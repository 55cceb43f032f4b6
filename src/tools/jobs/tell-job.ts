import type { Job, JobOutput, JobState } from '../../ports/jobs.ts';
import type { ToolResult } from '../../ports/tool.ts';
import { type Keep, tellOutput } from '../shell/tell-output.ts';

/** What became of a job, and this part of its output. Two looks at a running job are never the same. */
export async function tellJob(job: Job, { bytes, droppedBytes }: JobOutput, keep: Keep): Promise<ToolResult> {
  const state = job.state();
  const lost = droppedBytes === 0 ? [] : [`[... ${droppedBytes} bytes before this are no longer held ...]`];
  const told = bytes.length === 0 ? null : await tellOutput(bytes, null, keep);
  const head = `${job.id} ${sayState(state)}`;
  const toText = (output: string): string => [head, ...lost, output].join('\n');
  const nothing = state.running ? '(no new output)' : '(no more output)';
  return {
    isError: false,
    text: toText(told?.text ?? nothing),
    compare: (state.running ? `${state.durationMs} ms ` : '') + toText(told?.compare ?? nothing),
    detail: { job: job.id, ...state, kept: told?.kept ?? null, sandbox: job.ranIn },
  };
}

/** `has run for 12.3 s`, `ended after 3.0 s: exit code 1`. */
function sayState({ running, exitCode, signal, end, durationMs }: JobState): string {
  const seconds = `${(durationMs / 1000).toFixed(1)} s`;
  if (running) return `has run for ${seconds}`;
  const how =
    end === 'timeout'
      ? 'its time was up'
      : end === 'aborted'
        ? 'it was ended'
        : signal !== null
          ? `ended by ${signal}`
          : exitCode === null
            ? 'it could not be started'
            : `exit code ${exitCode}`;
  return `ended after ${seconds}: ${how}`;
}
