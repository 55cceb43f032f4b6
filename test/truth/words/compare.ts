import type { ShellLine, SimpleCommand, Unparsable, Word } from '../../../src/vocab/shell-line.ts';
import type { Ran } from './bash.ts';

export interface Comparison {
  /** Null when nothing is wrong. */
  readonly fault: string | null;
  readonly words: number;
  readonly unknown: number;
}

/** What bash runs by itself, without looking for a program. */
const OWN = new Set(
  (
    '. : [ alias bg bind break builtin caller cd command compgen complete compopt continue declare dirs disown echo enable ' +
    'eval exec exit export false fc fg getopts hash help history jobs kill let local logout mapfile popd printf pushd pwd ' +
    'read readarray readonly return set shift shopt source suspend test times trap true type typeset ulimit umask unalias ' +
    'unset wait cat bash'
  ).split(' '),
);

/** Commands behind these are started by the same line; what other wrappers start never reaches this bash. */
const HANDS_ON = new Set(['eval', 'command', 'bash', 'builtin']);

/** Compares what the reader says of a line with what bash did. */
export function compare(read: ShellLine | Unparsable, ran: Ran): Comparison {
  const found = read.commands.filter((command) => reachesLogger(command, read));
  const words = found.flatMap((command) => command.words);
  const counts = { words: words.length, unknown: words.filter(({ value }) => value === null).length };
  if (read.kind === 'unparsable' || opensFile(read) || startsByPath(read)) return { ...counts, fault: null };
  return { ...counts, fault: findFaultIn(read, found, ran.started, counts.unknown > 0) };
}

/** A redirect that cannot be opened here keeps its command from running. */
const opensFile = (read: ShellLine): boolean =>
  read.commands.some(({ redirects }) =>
    redirects.some(({ op, target }) => op !== '<<<' && target !== null && target.value !== '/dev/null'),
  );

/** A program named by its path is looked for on disk alone: it is not there, and what stands behind `&&` does not run. */
const startsByPath = (read: ShellLine): boolean =>
  read.commands.some(({ words }) => words[0]?.value?.includes('/') === true);

function findFaultIn(
  read: ShellLine,
  found: readonly SimpleCommand[],
  started: Ran['started'],
  unknown: boolean,
): string | null {
  // The body of a loop over something unknown stands in the list once, and runs any number of times.
  if (/\bfor\b/.test(read.source) && unknown) return findUnexpected(found, started);
  if (!read.commands.some(({ place }) => place.after === '|')) return findFault(found, started);
  // Elements of a pipe run side by side, in any order.
  const sure = found.filter((command) => !isOptional(command)).length;
  if (started.length < sure) return `bash started ${started.length}, the reader is sure of ${sure}`;
  return findUnexpected(found, started);
}

function reachesLogger(command: SimpleCommand, read: ShellLine | Unparsable): boolean {
  const [head] = command.words;
  if (head === undefined) return false;
  if (command.outer !== null) {
    const outer = read.commands[command.outer];
    if (outer === undefined || !HANDS_ON.has(outer.words[0]?.value ?? '')) return false;
  }
  const name = head.value;
  // `%x` is a job.
  return (
    name === null ||
    !(
      OWN.has(name) ||
      name.includes('/') ||
      name.startsWith('%') ||
      read.functions.some((known) => known.name === name)
    )
  );
}

function findFault(expected: readonly SimpleCommand[], started: Ran['started']): string | null {
  let at = 0;
  for (const words of started) {
    // Braces that are not followed may repeat what stands in them.
    const before = expected[at - 1];
    if (before?.place.nested === true && repeats(before, expected[at], words)) continue;
    while (isOptional(expected[at]) && !matches(expected[at]?.words ?? [], words)) at++;
    const command = expected[at++];
    if (command === undefined) return `bash also started ${show(words)}`;
    if (!matches(command.words, words))
      return `bash started ${show(words)}, the reader says ${showRead(command.words)}`;
  }
  const missing = expected.slice(at).find((command) => !isOptional(command));
  return missing === undefined ? null : `bash never started ${showRead(missing.words)}`;
}

const repeats = (before: SimpleCommand, next: SimpleCommand | undefined, words: readonly string[]): boolean =>
  matches(before.words, words) && !matches(next?.words ?? [], words);

/**
 * What a default holds may turn out not to be needed, an unknown head may name what is never looked for, what stands
 * behind `||` runs only after a failure, and what is read again is read with something else that a variable may hold.
 */
const isOptional = (command: SimpleCommand | undefined): boolean =>
  command !== undefined &&
  (command.place.nested ||
    command.place.after === '||' ||
    command.again !== undefined ||
    command.words[0]?.value === null);

function findUnexpected(expected: readonly SimpleCommand[], started: Ran['started']): string | null {
  const odd = started.find((words) => !expected.some((command) => matches(command.words, words)));
  return odd === undefined ? null : `bash started ${show(odd)}, which no command of the reader's gives`;
}

/** An unknown word stands for one word that begins with its prefix, or for any number where it says so. */
function matches(read: readonly Word[], actual: readonly string[]): boolean {
  const [word, ...rest] = read;
  if (word === undefined) return actual.length === 0;
  // In the root folder a glob finds something.
  if (word.pattern?.startsWith('/') === true)
    return matches([{ ...word, value: null, pattern: null, many: true, prefix: '/' }, ...rest], actual);
  if (word.value !== null) return actual[0] === word.value && matches(rest, actual.slice(1));
  const one = actual[0]?.startsWith(word.prefix) === true && matches(rest, actual.slice(1));
  if (one || !word.many) return one;
  if (word.prefix !== '' && actual[0]?.startsWith(word.prefix) !== true) return false;
  return Array.from({ length: actual.length + 1 }, (_, n) => n).some(
    (n) => (n > 0 || word.prefix === '') && matches(rest, actual.slice(n)),
  );
}

const show = (words: readonly string[]): string => JSON.stringify(words);
const showRead = (words: readonly Word[]): string =>
  `[${words.map(({ value, prefix, many }) => (value === null ? `?${prefix}${many ? '*' : ''}` : JSON.stringify(value))).join(',')}]`;
