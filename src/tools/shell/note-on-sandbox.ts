import type { CommandOutcome } from '../../ports/sandbox.ts';
import type { Openings } from '../../vocab/sandbox.ts';

/** What a model could not know of a write that the sandbox refused; empty where there was none. */
export const noteOnSandbox = (output: string, ranIn: CommandOutcome['ranIn']): string =>
  ranIn === 'bubblewrap' && /Read-only file system|Device or resource busy/.test(output)
    ? '\n[the sandbox lets a command write the workspace but its .git/hooks and .git/config, the temporary folder and the paths that the command line itself names; git on the command line may write .git/config]'
    : '';

/** Why a program that becomes another user failed, and the way out; null where the sandbox was no hindrance to it. */
export const sayPrivilege = (
  { becomes }: Pick<Openings, 'becomes'>,
  ranIn: CommandOutcome['ranIn'],
  isRoot = process.getuid?.() === 0,
): string | null =>
  becomes === undefined || ranIn === 'host' || isRoot
    ? null
    : `${becomes} cannot become another user in the sandbox: a person runs it themselves, or sets sandbox.mode: off`;
