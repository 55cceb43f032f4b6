import type { CommandOutcome } from '../../ports/sandbox.ts';

/** What a model could not know of a write that the sandbox refused; empty where there was none. */
export const noteOnSandbox = (output: string, ranIn: CommandOutcome['ranIn']): string =>
  ranIn === 'bubblewrap' && output.includes('Read-only file system')
    ? '\n[the sandbox lets a command write the workspace, the temporary folder and the paths that the command line itself names]'
    : '';
