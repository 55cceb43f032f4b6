import type { Function as FunctionNode } from 'unbash';
import type { SimpleCommand, Stdin } from '../vocab/shell-line.ts';
import type { ShellContext } from './context.ts';
import { foldersOf, joinFolders, moveTo } from './folders.ts';
import { START, type Outputs } from './command/outputs.ts';
import { UNCERTAIN } from './words/printed.ts';

/** What is known of a variable. `match`: some name that the glob pattern gives. */
export type Value =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'match'; readonly pattern: string }
  | { readonly kind: 'unset' }
  /** `runs`: commands whose output it holds. `may`: texts that it may be, among others. */
  | {
      readonly kind: 'unknown';
      readonly runs?: readonly number[];
      readonly may?: readonly string[];
      /** The elements of an array that was written out. */
      readonly list?: readonly string[];
    };

export const UNKNOWN: Value = { kind: 'unknown' };
/** What a variable holds where a test in front rules out what it is known to hold: elsewhere it is that. */
export const GUARDED: Value = { kind: 'unknown' };
export const unknownFrom = (runs: readonly number[]): Value =>
  runs.length === 0 ? UNKNOWN : { kind: 'unknown', runs };
export const toValue = (text: string | null, runs: readonly number[] = []): Value =>
  text === null ? unknownFrom(runs) : { kind: 'text', text };

/** The state of the shell at one point of the line. */
export interface Scope {
  readonly vars: Map<string, Value>;
  /** Names that programs get besides those of the environment; `*`: all. */
  readonly exported: Set<string>;
  cwd: string | null;
  /** `set -P`: `cd` goes up from where links lead. */
  physical: boolean;
  /** `set -u`: a command that uses a variable which is not set does not run. */
  nounset: boolean;
  /** Where it may be instead, when a `cd` may not have run or not have worked. */
  others: readonly (string | null)[];
  /** `$1`, `$2`, ...; null when not known. */
  positional: readonly (string | null)[] | null;
  readonly arg0: string | null;
  readonly functions: Map<string, FunctionNode>;
  /** Aliases the line defines, by name. */
  readonly aliases: Map<string, string>;
  /** Functions being run, so that recursion ends. */
  readonly running: readonly string[];
  stdin: Stdin;
  /** What `exec 3<<<text` put behind other numbers than 0. */
  readonly streams: Map<number, Stdin>;
  /** What streams lead to that something may be printed on. */
  outputs: Outputs;
  readonly place: Omit<SimpleCommand['place'], 'after'>;
  /** How many strings or functions deep this is. */
  readonly depth: number;
  /** The text that node positions point into. */
  readonly source: string;
}

/** The state in which a line starts. */
export const startScope = (cwd: string, source: string): Scope => ({
  vars: new Map(),
  exported: new Set(),
  cwd,
  physical: false,
  nounset: false,
  others: [],
  positional: [],
  arg0: 'bash',
  functions: new Map(),
  running: [],
  aliases: new Map(),
  stdin: { kind: 'inherit' },
  streams: new Map(),
  outputs: START,
  place: { background: false, nested: false, function: false },
  depth: 0,
  source,
});

/** Set by bash itself to something that is not known before it runs. */
const SET_BY_BASH = new Set(
  (
    'BASH BASHOPTS BASHPID BASH_ALIASES BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_COMMAND BASH_EXECUTION_STRING ' +
    'BASH_LINENO BASH_REMATCH BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO BASH_VERSION COLUMNS COMP_WORDBREAKS DIRSTACK ' +
    'EPOCHREALTIME EPOCHSECONDS EUID FUNCNAME GROUPS HISTCMD HOSTNAME HOSTTYPE LINENO LINES MACHTYPE OLDPWD OPTARG ' +
    'OPTERR OPTIND OSTYPE PATH PIPESTATUS PPID PS4 RANDOM REPLY SECONDS SHELL SHELLOPTS SHLVL SRANDOM TERM UID _'
  ).split(' '),
);

/** bash sets these over whatever the environment says, and the sandbox the last one. */
const VOLATILE = new Set(
  (
    'BASH BASHPID BASH_COMMAND BASH_VERSION DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID GROUPS LINENO OLDPWD OPTIND PPID ' +
    'RANDOM SECONDS SHELLOPTS SHLVL SRANDOM UID _ BAILIWICK_INSIDE_CALL'
  ).split(' '),
);

/** Set by a shell also where its environment is empty. */
const SET_ANEW: ReadonlySet<string> = new Set([...SET_BY_BASH, ...VOLATILE, 'PWD']);

export const isVolatile = (name: string): boolean => VOLATILE.has(name);

export function lookUp(name: string, scope: Scope, context: ShellContext): Value {
  const assigned = scope.vars.get(name) ?? scope.vars.get('*');
  const isSet = assigned?.kind === 'unset' && !scope.vars.has(name) && (name === 'IFS' || SET_ANEW.has(name));
  if (assigned !== undefined && !isSet) return assigned;
  if (name === 'PWD') return scope.others.length === 0 ? toValue(scope.cwd) : UNKNOWN;
  if (name === 'IFS') return toValue(' \t\n');
  if (name === 'BASH') return { kind: 'text', text: `${UNCERTAIN}/bin/bash` };
  if (VOLATILE.has(name)) return UNKNOWN;
  const inherited = Object.hasOwn(context.env, name) ? context.env[name] : undefined;
  if (inherited !== undefined) return toValue(inherited);
  if (name === 'HOME') return toValue(context.home);
  if (name === 'SHELL') return { kind: 'text', text: `${UNCERTAIN}/bin/sh` };
  return SET_BY_BASH.has(name) ? UNKNOWN : { kind: 'unset' };
}

/** A copy whose changes do not come back: subshells, substitutions, pipe elements. */
export const copyScope = (scope: Scope, changes: Partial<Scope> = {}): Scope => ({
  ...scope,
  vars: new Map(scope.vars),
  exported: new Set(scope.exported),
  streams: new Map(scope.streams),
  functions: new Map(scope.functions),
  ...changes,
});

/** After code that may or may not have run: whatever differs is unknown; `keeps`: what it may be is kept. */
export function mergeInto(scope: Scope, branches: readonly Scope[], keeps = false): void {
  for (const branch of branches) {
    for (const name of new Set([...branch.vars.keys(), ...scope.vars.keys()])) {
      const [one, other] = [scope.vars.get(name), branch.vars.get(name)];
      if (sameValue(one, other) || other === GUARDED) continue;
      if (one !== GUARDED) scope.vars.set(name, keeps ? either(one, other) : UNKNOWN);
      else if (other === undefined) scope.vars.delete(name);
      else scope.vars.set(name, other);
    }
    scope.nounset &&= branch.nounset;
    for (const [name, body] of branch.functions) scope.functions.set(name, body);
    for (const name of branch.exported) scope.exported.add(name);
    moveTo(scope, joinFolders(foldersOf(scope), foldersOf(branch)));
    if (branch.positional !== scope.positional) scope.positional = null;
  }
}

const MAX_TEXTS = 4;

/** That it may be unset is not kept: often it is just what the test in front rules out. */
function either(one: Value | undefined, other: Value | undefined): Value {
  const may = new Set([...textsOf(one), ...textsOf(other)]);
  return may.size === 0 ? UNKNOWN : { kind: 'unknown', may: [...may].slice(0, MAX_TEXTS) };
}

const textsOf = (value: Value | undefined): readonly string[] =>
  value?.kind === 'text' ? [value.text] : value?.kind === 'unknown' ? (value.may ?? []) : [];

/** The scope as it would be with each of the texts that a variable may hold, of those that a command names. */
export function alternativesOf(scope: Scope, text: string): readonly Scope[] {
  const open = [...scope.vars].flatMap(([name, value]) =>
    value.kind === 'unknown' && value.may !== undefined && text.includes(name) ? [{ name, may: value.may }] : [],
  );
  const count = Math.max(0, ...open.map(({ may }) => may.length));
  return Array.from({ length: count }, (_, i) => {
    const copy = copyScope(scope, { others: [] });
    for (const { name, may } of open) copy.vars.set(name, toValue(may[i] ?? may.at(-1) ?? null));
    return copy;
  });
}

/** Whether a text would come to the same at both points of the line. */
export const sameState = (a: Scope, b: Scope): boolean =>
  foldersOf(a).join('\0') === foldersOf(b).join('\0') &&
  [...new Set([...a.vars.keys(), ...b.vars.keys()])].every(
    (name) => a.vars.get(name) === b.vars.get(name) || sameValue(a.vars.get(name), b.vars.get(name)),
  );

function sameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (a === GUARDED) return b === GUARDED;
  if (a?.kind === 'text') return b?.kind === 'text' && a.text === b.text;
  return a?.kind === 'unset' && b?.kind === 'unset';
}
