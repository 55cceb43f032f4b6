import type { Job, Jobs } from '../../ports/jobs.ts';
import type { ToolResult } from '../../ports/tool.ts';
import { plainText, refuse } from '../define.ts';

export const jobArgument = plainText('the id that shell gave');

/** A job of this process, or what to say where there is none of that name. */
export function findJob(jobs: Jobs, id: string): { readonly job: Job | null; readonly refusal: ToolResult } {
  const text = `outcome unknown: there is no job ${JSON.stringify(id)} here. One that was started before a restart ended with the process; one that ended long ago is forgotten.`;
  return { job: jobs.find(id), refusal: refuse(text) };
}
