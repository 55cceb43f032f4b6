import type { ListedCommand } from '../../vocab/custom-command.ts';

/**
 * Says which files run when a name is called twice. `found` is in order, the nearest first, and the first ready one
 * wins; what is broken or not trusted stands in nobody's way. A built-in command always wins. The result is in the
 * order of the names.
 */
export function settleCommands(
  found: readonly ListedCommand[],
  builtIns: ReadonlySet<string>,
): readonly ListedCommand[] {
  const winners = new Map<string, string>();
  const settled = found.map((command): ListedCommand => {
    const { name, state, file } = command;
    if (state !== 'ready' || name === null) return command;
    if (builtIns.has(name))
      return { ...command, state: 'shadowed', reason: `/${name} is a command of the chat itself` };
    const winner = winners.get(name);
    if (winner !== undefined) return { ...command, state: 'shadowed', reason: `${winner} is nearer` };
    winners.set(name, file);
    return command;
  });
  return settled.toSorted((a, b) => compare(a.name ?? '\uffff', b.name ?? '\uffff'));
}

const compare = (a: string, b: string): number => (a === b ? 0 : a < b ? -1 : 1);
