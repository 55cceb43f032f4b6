import type { CommandNode } from 'unbash';
import type { SimpleCommand } from '../vocab/shell-line.ts';
import { MAX_FOLDERS } from './context.ts';

/** The folders the shell may be in, the likeliest first; null: one that is not known. */
export type Folders = readonly (string | null)[];

/** Where the shell is when a list came out well, and where when it did not. All empty: it does not go on. */
export interface Ends {
  readonly ok: Folders;
  readonly bad: Folders;
  /** What of `bad` counts behind the list: where nothing asks how a `cd` came out, it is taken to have worked. */
  readonly doubt: Folders;
}

export const NOWHERE: Ends = { ok: [], bad: [], doubt: [] };
export const stays = (folders: Folders): Ends => ({ ok: folders, bad: folders, doubt: folders });

/** What of the shell's state says where it is, and what moves with it. */
interface Whereabouts {
  cwd: string | null;
  others: Folders;
  positional: readonly (string | null)[] | null;
}

export const foldersOf = ({ cwd, others }: Pick<Whereabouts, 'cwd' | 'others'>): Folders => [cwd, ...others];

/** Where there are too many the short ones stay: the nearer to the root, the more there is to lose. */
export function joinFolders(...sets: readonly Folders[]): Folders {
  const all = [...new Set(sets.flat())];
  if (all.length <= MAX_FOLDERS) return all;
  const known = all.flatMap((folder) => folder ?? []).toSorted((a, b) => a.length - b.length);
  return [...known.slice(0, MAX_FOLDERS - 1), null];
}

/** Nowhere is where nothing runs any more: what is read all the same is read where the shell was last. */
export function moveTo(scope: Pick<Whereabouts, 'cwd' | 'others'>, folders: Folders): void {
  const [first, ...others] = folders;
  if (first !== undefined) [scope.cwd, scope.others] = [first, others];
}

/** What ran in the same shell may have moved it. */
export function follow(scope: Whereabouts, inner: Whereabouts): void {
  scope.cwd = inner.cwd;
  scope.others = inner.others;
  scope.positional = inner.positional;
}

const MOVERS = new Set(['cd', 'pushd', 'popd']);
const LEAVES = new Set(['exit', 'return', 'break', 'continue', 'logout']);

/** The ends of a command that was in `before` and may be in `now`; a list keeps those of its last statement. */
export function endsOf(node: CommandNode, before: Folders, now: Folders): Ends {
  const name = node.type === 'Command' ? node.name?.value : undefined;
  if (name !== undefined && LEAVES.has(name)) return NOWHERE;
  if (name !== undefined && MOVERS.has(name)) return { ok: now, bad: before, doubt: [] };
  const bad = joinFolders(now, before);
  return { ok: now, bad, doubt: bad };
}

export const isNowhere = ({ ok, bad }: Ends): boolean => ok.length === 0 && bad.length === 0;

/** Reads something once for each folder it may run in; what a later reading records again is marked so. */
export function inEach<Place, T>(commands: SimpleCommand[], places: readonly Place[], read: (place: Place) => T): T[] {
  const first = commands.length;
  return places.map((place) => {
    const from = commands.length;
    const result = read(place);
    const count = from === first ? 0 : Math.min(commands.length - from, from - first);
    for (let i = 0; i < count; i++) markAgain(commands, from + i, first + i);
    return result;
  });
}

/** It may have come to something else in the other folder. */
function markAgain(commands: SimpleCommand[], i: number, earlier: number): void {
  const [command, before] = [commands[i], commands[earlier]];
  if (command !== undefined && before !== undefined && before.text === command.text)
    commands[i] = { ...command, again: before.again ?? earlier };
}
