import { baseName } from '../base/path.ts';
import { readOptions, type OptionsRead } from '../shell/options.ts';
import { GLOBAL_OPTIONS } from '../shell/tables/global-options.ts';
import type { Facts } from '../vocab/facts.ts';
import type { FlagTable } from '../vocab/flag-table.ts';
import type { SimpleCommand, Word } from '../vocab/shell-line.ts';
import { fullNpmVerb } from './names/npm-verbs.ts';
import { componentGives } from './paths.ts';
import { fits, upTo } from '../shell/words/word-text.ts';

/** The program a command starts, without its folder; null when it cannot be known or there is none. */
export function headOf(command: SimpleCommand): string | null {
  const word = command.words[0];
  const value = word?.value ?? null;
  if (value === null) {
    const pattern = word?.pattern ?? null;
    return pattern === null ? null : (HEAVY.find((head) => componentGives(baseName(pattern), head)) ?? null);
  }
  const name = baseName(value);
  return word?.pattern === null ? name : (HEAVY.find((head) => componentGives(name, head)) ?? name);
}

/** The same, empty where it is not known. */
export const nameOf = (command: SimpleCommand): string => headOf(command) ?? '';

/** What a glob in place of the program is taken for when it can give it: `/bin/r? -rf /`. */
const HEAVY: readonly string[] = 'rm dd chmod chown kill shred mkfs shutdown reboot poweroff halt find tee'.split(' ');

/** The arguments as text; null for one that is not known. */
export const argsOf = (command: SimpleCommand): readonly (string | null)[] =>
  command.words.slice(1).map(({ value }) => value);

/** True when some argument is exactly one of these. */
export const hasWord = (command: SimpleCommand, ...texts: readonly string[]): boolean =>
  command.words.slice(1).some(({ value }) => value !== null && texts.includes(value));

/** True when some argument fits; one that is not known does not. */
export const someFits = (args: readonly (string | null)[], pattern: RegExp): boolean =>
  args.some((arg) => arg !== null && pattern.test(arg));

/** A program's subcommand and what stands behind it. */
export interface Subcommand {
  /** Null: there is none, or it is not known. */
  readonly verb: string | null;
  /** The words behind the verb. */
  readonly rest: readonly Word[];
  /** The options in front of it. */
  readonly globals: OptionsRead;
  /** An option in front of it stands in no table, so that the verb may be another word. */
  readonly doubtful: boolean;
}

/** `git-push`, as git keeps its programs in a folder of its own, is `git push`. */
export function asGit(command: SimpleCommand): SimpleCommand | null {
  const head = nameOf(command);
  const [first] = command.words;
  if (first === undefined || !head.startsWith('git-') || head === 'git-') return null;
  const [verb, rest] = [head.slice('git-'.length), command.words.slice(1)];
  const word = (text: string): Word => ({ ...first, value: text, pattern: null, prefix: text });
  return { ...command, words: [word('git'), word(verb), ...rest] };
}

const NO_GLOBALS: FlagTable = { head: '', flags: {}, style: 'gnu', stopsAtOperand: true };

const subcommands = new WeakMap<SimpleCommand, Subcommand>();

/**
 * Splits `git -C x push origin` into its global options, `push` and the rest, by the table of the program. Many checks
 * ask about the same command.
 */
export function subcommandOf(command: SimpleCommand): Subcommand {
  const known = subcommands.get(command);
  if (known !== undefined) return known;
  const made = readSubcommand(command);
  subcommands.set(command, made);
  return made;
}

function readSubcommand(command: SimpleCommand): Subcommand {
  const head = nameOf(command);
  const globals = readOptions(command.words, GLOBAL_OPTIONS.get(head) ?? NO_GLOBALS);
  const at = globals.operandsAt;
  const verb = command.words[at]?.value ?? null;
  return {
    verb: verb !== null && head === 'npm' ? fullNpmVerb(verb) : verb,
    rest: command.words.slice(at + 1),
    globals,
    doubtful: globals.unknown.length > 0,
  };
}

/** Reads a command's words by a table of flags. */
export const optionsOf = (command: SimpleCommand, table: FlagTable): OptionsRead => readOptions(command.words, table);

/** Whether one of the flags was used, in any of its spellings. */
export const usesFlag = (read: OptionsRead, ...names: readonly string[]): boolean =>
  read.flags.some(({ name, flag }) => names.includes(name) || (flag.same !== undefined && names.includes(flag.same)));

/** The values given to a flag, in any of its spellings. */
export const valuesOf = (read: OptionsRead, ...names: readonly string[]): readonly Word[] =>
  read.flags.flatMap(({ name, flag, value }) =>
    value !== null && (names.includes(name) || (flag.same !== undefined && names.includes(flag.same))) ? [value] : [],
  );

/** Commands upstream in the pipe that feeds this one. */
export function upstreamOf(command: SimpleCommand, all: readonly SimpleCommand[]): readonly SimpleCommand[] {
  if (command.stdin.kind !== 'pipe') return [];
  return command.stdin.from.flatMap((index) => all[index] ?? []);
}

const outerOf = ({ outer }: SimpleCommand, all: readonly SimpleCommand[]): SimpleCommand | undefined =>
  outer === null ? undefined : all[outer];

/** The commands a command was unwrapped from, nearest first. */
export function outersOf(command: SimpleCommand, all: readonly SimpleCommand[]): readonly SimpleCommand[] {
  const outers: SimpleCommand[] = [];
  for (let at = outerOf(command, all); at !== undefined; at = outerOf(at, all)) outers.push(at);
  return outers;
}

const FEEDERS: ReadonlySet<string | null> = new Set(['xargs', 'parallel']);

/** Commands whose output xargs or parallel hands to this one as words. */
export const feedersOf = (command: SimpleCommand, all: readonly SimpleCommand[]): readonly SimpleCommand[] =>
  outersOf(command, all)
    .filter((outer) => FEEDERS.has(headOf(outer)))
    .flatMap((outer) => upstreamOf(outer, all));

const starts = new WeakMap<SimpleCommand, readonly Word[]>();

/** The folders that a find with an action starts from; `.` when it names none. Every command it starts asks again. */
export function startsOfFind(command: SimpleCommand): readonly Word[] {
  const known = starts.get(command) ?? readStarts(command);
  starts.set(command, known);
  return known;
}

function readStarts(command: SimpleCommand): readonly Word[] {
  const { words } = command;
  const args = words.slice(1).filter((word, i) => !fits(word, /^-[HLPD]$|^-O\d$/) && words[i]?.value !== '-D');
  const named = upTo(args, (word) => fits(word, /^[-(!)]/));
  return named.length > 0
    ? named
    : [{ ...(command.words[0] as Word), text: '.', value: '.', pattern: null, prefix: '.' }];
}

/**
 * The same function, worked out once for a command and the facts of its call: every command that a find starts asks about
 * the same find. The same line may be judged by other facts, where it comes to something else.
 */
export function keepByFacts<Found>(
  work: (command: SimpleCommand, facts: Facts) => Found,
): (command: SimpleCommand, facts: Facts) => Found {
  const kept = new WeakMap<Facts, Map<SimpleCommand, { readonly found: Found }>>();
  return (command, facts) => {
    const own = kept.get(facts) ?? new Map<SimpleCommand, { readonly found: Found }>();
    kept.set(facts, own);
    const known = own.get(command) ?? { found: work(command, facts) };
    own.set(command, known);
    return known.found;
  };
}
