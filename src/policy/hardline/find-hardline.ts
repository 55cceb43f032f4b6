import type { Facts } from '../../vocab/facts.ts';
import type { ShellLine, SimpleCommand, Unparsable } from '../../vocab/shell-line.ts';
import type { Hardline } from './hardline.ts';
import { findDeleteOfTree, findDeviceWrite, findModeOfRoot } from './disk.ts';
import { findKillAll, findShutdown, findSudoStdin } from './processes.ts';

type Check = (
  command: SimpleCommand,
  facts: Facts,
  all: readonly SimpleCommand[],
) => Pick<Hardline, 'code' | 'reason'> | null;

const CHECKS: readonly Check[] = [
  findDeleteOfTree,
  findDeviceWrite,
  findModeOfRoot,
  findKillAll,
  findShutdown,
  findSudoStdin,
];

/**
 * The first command of a line, unwrapped ones included, that stands on the floor; null when none does. Judged on
 * resolved words at command position: text that is not run never hits it. The shell tool asks again right before it runs.
 */
export function findHardline(line: ShellLine | Unparsable, facts: Facts): Hardline | null {
  const bomb = line.functions.find(({ multiplies, called }) => multiplies && called);
  if (bomb !== undefined) {
    return {
      code: 'fork-bomb',
      reason: `the function ${bomb.name} starts itself over and over (a fork bomb)`,
      command: null,
    };
  }
  for (const command of line.commands) {
    for (const check of CHECKS) {
      const found = check(command, facts, line.commands);
      if (found !== null) return { ...found, command: command.index };
    }
  }
  return null;
}
