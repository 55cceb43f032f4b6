import type { SimpleCommand } from '../vocab/shell-line.ts';
import { nameOf } from './command-view.ts';
import { placeOf } from './paths.ts';
import { READERS } from './readers.ts';
import { PROGRAMS } from './writers/tables.ts';
import type { Write } from './writers/writer.ts';

export type { Write } from './writers/writer.ts';

/** Every path a command is known to change: redirects, and operands and flags of writers that the tables know. */
export function findWrites(command: SimpleCommand): readonly Write[] {
  let writes = known.get(command);
  if (writes === undefined) {
    writes = readWrites(command);
    known.set(command, writes);
  }
  return writes;
}

/** Whether a redirect writes to a file of which it is not known which. */
export const writesUnknown = (command: SimpleCommand): boolean =>
  command.redirects.some(({ target, writes }) => writes && target !== null && placeOf(target, command) === null);

/** Whether a command changes a file of which it is not known which, by a redirect or as a writer that the tables know. */
export function changesUnknown(command: SimpleCommand): boolean {
  if (writesUnknown(command)) return true;
  const program = PROGRAMS.get(nameOf(command));
  if (program === undefined) return false;
  const { words, cwd } = command;
  if (cwd !== null && words.every(({ value }) => value !== null)) return false;
  // What is not known gets a name that no file has; whether the table then says that it is written, shows it.
  const named = words.map((word) => (word.value === null ? { ...word, value: `${word.prefix}${MARK}` } : word));
  return program
    .writes({ ...command, words: named, cwd: cwd ?? `/${MARK}` })
    .some(({ place }) => place.path.includes(MARK));
}

const MARK = '\u0001';

/** Many steps ask about the same command. */
const known = new WeakMap<SimpleCommand, readonly Write[]>();

function readWrites(command: SimpleCommand): readonly Write[] {
  const writes: Write[] = [];
  for (const { target, writes: changes } of command.redirects) {
    const place = changes && target !== null ? placeOf(target, command) : null;
    // What goes there is gone: no file is written.
    if (place !== null && place.path !== '/dev/null') writes.push({ place, kind: 'content', redirect: true });
  }
  writes.push(...(PROGRAMS.get(nameOf(command))?.writes(command) ?? []));
  return writes;
}

/** Whether the tables know what a program does to the paths it is given. */
export const isKnownWriter = (head: string): boolean => PROGRAMS.has(head);

/** Whether a command is known to only read what it is given and is not found by {@link findWrites}. */
export function readsRest(command: SimpleCommand): boolean {
  const head = nameOf(command);
  return PROGRAMS.get(head)?.readsRest(command) ?? READERS.has(head);
}
