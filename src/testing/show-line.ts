import { readShellLine, type ShellContext } from '../shell/read.ts';
import type { ShellLine, SimpleCommand, Unparsable, Word } from '../vocab/shell-line.ts';

const CONTEXT: ShellContext = {
  cwd: '/w',
  home: '/home/u',
  env: { HOME: '/home/u', PATH: '/usr/bin', A: 'x', B: 'a b', EMPTY: '', STAR: '*' },
  users: { root: '/root', u: '/home/u' },
};

/** Reads a line in a small fixed world; `env` replaces the whole environment. */
export const readLine = (source: string, changes: Partial<ShellContext> = {}): ShellLine | Unparsable =>
  readShellLine(source, { ...CONTEXT, ...changes });

/** A word as tables write it: its value, or `?` and what is known of its beginning, `*` behind it when it may be many. */
export const showWord = ({ value, prefix, many }: Word): string => value ?? `?${prefix}${many ? '*' : ''}`;

/** Words joined by `|`; in front `<outer>` for what was unwrapped. */
export function showCommand({ words, assignments, outer }: SimpleCommand): string {
  const set = assignments.map(({ name, value }) => `${name}=${value ?? '?'}`);
  return `${outer === null ? '' : `<${outer}> `}${[...set, ...words.map(showWord)].join('|')}`;
}

/** Every command of a line, in the order in which it was found. */
export const showLine = (source: string, changes: Partial<ShellContext> = {}): readonly string[] =>
  readLine(source, changes).commands.map(showCommand);
