import type { Jobs } from '../ports/jobs.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { ToolContext } from '../ports/tool.ts';
import type { Call } from '../vocab/call.ts';

/** A context to run one tool in: strict, nothing secret, no floor, results kept nowhere. */
export function createToolContext(folder: string, changes: Partial<ToolContext> = {}): ToolContext {
  return {
    cwd: folder,
    workspace: folder,
    home: `${folder}/home`,
    agentHome: `${folder}/home/.bailiwick`,
    strict: true,
    sandbox: noSandbox,
    openings: { paths: [], doors: [] },
    jobs: noJobs,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    signal: new AbortController().signal,
    keep: () => Promise.resolve('(not kept)'),
    floor: () => null,
    floorOfInput: () => null,
    reply: null,
    taint: [],
    isSecret: () => false,
    preview: null,
    approvedBy: null,
    run: 'run_1',
    model: 'm',
    ...changes,
  };
}

/** Refuses to run anything: a tool that starts no program needs no other. */
const noSandbox: Sandbox = {
  name: 'host',
  run: ({ argv }) => Promise.reject(new Error(`no sandbox was given to run ${argv[0]}`)),
};

/** Knows no job and starts none. */
export const noJobs: Jobs = {
  start: (command) => Promise.reject(new Error(`no jobs were given to start ${command}`)),
  find: () => null,
  end: () => Promise.resolve([]),
};

export const createCall = (tool: string, input: Record<string, unknown>, cwd: string): Call => ({
  id: 'call_test',
  tool,
  input,
  cwd,
});
