import { resolvePath } from '../base/path.ts';
import type { Word } from '../vocab/shell-line.ts';
import { joinFolders, moveTo, type Folders } from './folders.ts';
import type { Reader } from './reader.ts';
import { evaluate } from './words/evaluate.ts';
import { MAX_VALUES } from './context.ts';
import { constantOutput } from './words/constant-output.ts';
import { isPrinted, UNCERTAIN } from './words/printed.ts';
import { isVolatile, lookUp, UNKNOWN, unknownFrom, type Scope, type Value } from './scope.ts';
import { fits, textOf } from './words/word-text.ts';

/** Builtins whose arguments are names of variables that they set in a way that is not followed. */
const SETTERS = new Set(
  'export declare typeset local readonly read mapfile readarray getopts let printf wait'.split(' '),
);

/** What a builtin does to the shell: folder, variables, positional parameters. */
export function affectShell(words: readonly Word[], scope: Scope, reader: Reader): void {
  const head = words[0]?.value ?? null;
  const args = words.slice(1);
  if (head === null) return;
  evaluateArguments(head, args, scope, reader);
  if (head === 'cd' || (head === 'pushd' && args.length > 0)) changeFolder(args, scope, reader);
  else if (head === 'pushd' || head === 'popd') scope.cwd = null;
  else if (head === 'shift') scope.positional = shifted(args, scope);
  else if (head === 'hash' && args[0]?.value === '-p') hashProgram(args, scope);
  else if (head === 'set') {
    if (args.some(({ value }) => value === null || /^-\w*a|^allexport$/.test(value))) scope.exported.add('*');
    if (args.some(({ value }) => value === null || /^-\w*P|^physical$/.test(value))) scope.physical = true;
    scope.nounset = setsNounset(args, scope.nounset);
    const setsPositional = args.some(({ value }) => value === null || value === '--' || !/^[-+]/.test(value));
    if (setsPositional && !args.every((word, i) => fits(word, /^[-+](?!-$)/) || fits(args[i - 1], /o$/))) {
      scope.positional = givenPositional(args);
    }
  } else if (head === 'unset') unsetNames(args, scope, reader);
  else if (SETTERS.has(head)) {
    if (/^(readonly|declare|typeset|local|export)$/.test(head)) reader.declares = true;
    forgetNames(head, args, scope);
  }
}

/** `set -- a b`, `set -e a b`: what stands behind the options is looked at, where all is known, and not taken for known. */
function givenPositional(given: readonly Word[]): Scope['positional'] {
  const isOption = (word: Word, i: number): boolean => fits(word, /^[-+][^-]/) || fits(given[i - 1], /^[-+]\w*o$/);
  const at = given.findIndex((word, i) => !isOption(word, i));
  const args = given.slice(fits(given[at], /^--?$/) ? at + 1 : at);
  const isKnown = given.every(({ value, pattern }) => value !== null && pattern === null);
  return isKnown && args.length <= MAX_VALUES ? args.map(({ value }) => `${value}${UNCERTAIN}`) : null;
}

/** `set -eu`, `set -o nounset`; what is not known may also switch it off. */
function setsNounset(args: readonly Word[], before: boolean): boolean {
  let now = before;
  for (const [i, word] of args.entries()) {
    const { value } = word;
    if (value === '--' || value === '-') break;
    const isNamed = value === 'nounset';
    const named = isNamed ? args[i - 1] : word;
    if (value === null || fits(named, isNamed ? /^\+\w*o$/ : /^\+\w*u/)) now = false;
    else if (fits(named, isNamed ? /^-\w*o$/ : /^-\w*u/)) now = true;
  }
  return now;
}

function shifted(args: readonly Word[], { positional }: Scope): Scope['positional'] {
  const count = args.length === 0 ? 1 : Number(args[0]?.value ?? Number.NaN);
  if (positional === null || !Number.isInteger(count) || count < 0 || args.length > 1) return null;
  // More than there are: bash leaves them as they are.
  return count > positional.length ? positional : positional.slice(count);
}

/** `hash -p /bin/rm ls`: from then on the name is that program. */
function hashProgram(args: readonly Word[], scope: Scope): void {
  const [, path, ...names] = args.map(({ value }) => value);
  if (typeof path !== 'string') return;
  for (const name of names) if (name !== null) scope.aliases.set(name, `'${path.replaceAll("'", "'\\''")}'`);
}

/** Where nothing was declared, and so nothing made read-only, a variable of the line is gone. */
function unsetNames(args: readonly Word[], scope: Scope, reader: Reader): void {
  const known = !reader.declares && args.every(({ value }) => value !== null && /^(-v|[A-Za-z_]\w*)$/.test(value));
  if (!known) return forgetNames('unset', args, scope);
  for (const { value } of args) {
    const own = value !== null && value !== '-v' && !isVolatile(value);
    if (own) scope.vars.set(value, { kind: 'unset' });
  }
}

const TAKES_NAMES = new Set(
  'declare typeset local export readonly read unset mapfile readarray getopts wait'.split(' '),
);

/** Arguments that bash evaluates: arithmetic, and names of variables with a subscript. */
function evaluateArguments(head: string, args: readonly Word[], scope: Scope, reader: Reader): void {
  // An integer's value is arithmetic, and that of a reference a name, which may have a subscript.
  const integers = args.some((word) => fits(word, /^-\w*[in]/));
  const arrays = args.some((word) => fits(word, /^-\w*[aA]/));
  const texts = args.flatMap(({ value }, i) => {
    if (value === null) return [];
    if (head === 'compgen' && args[i - 1]?.value === '-W') return [value];
    if (head === 'let' || (args[i - 1]?.value === '-v' && /^(test|\[|printf)$/.test(head))) return [value];
    if (head === 'printf' && i === 0 && value.startsWith('-v')) return [value.slice(2)];
    if (!TAKES_NAMES.has(head)) return [];
    const subscript = /^[A-Za-z_]\w*(\[[^]*?)(?:\]=|$)/.exec(value)?.[1];
    const name = /^[A-Za-z_]\w*/.exec(value)?.[0];
    if (integers && name !== undefined && DECLARES.test(head)) reader.evaluated.add(name);
    if (arrays && DECLARES.test(head) && /^\w+\+?=\(/.test(value)) return [value];
    const assigned = integers || value.startsWith('PS4=') ? /=([^]*)$/.exec(value)?.[1] : undefined;
    return [subscript, assigned].filter((text) => text !== undefined);
  });
  for (const text of texts) evaluate(text, scope, reader);
}

function changeFolder(args: readonly Word[], scope: Scope, reader: Reader): void {
  const isOption = ({ value }: Word): boolean => value !== null && /^-[LPe@]+$|^--$/.test(value);
  const [target, more] = args.filter((word) => !isOption(word));
  const last = textOf(args.findLast((word) => isOption(word) && fits(word, /[LP]/)));
  const physical = last === '' ? scope.physical : last.lastIndexOf('P') > last.lastIndexOf('L');
  if (target === undefined) {
    const home = lookUp('HOME', scope, reader.context);
    const known = home.kind === 'text' && home.text.startsWith('/');
    moveTo(scope, known ? foldersAt(home.text, physical, scope, reader) : [null]);
    return;
  }
  const searched = lookUp('CDPATH', scope, reader.context);
  const path = target.value;
  const glob = more === undefined ? target.pattern : null;
  if (glob !== null && (glob.startsWith('/') || scope.cwd !== null)) {
    moveTo(scope, foldersOfGlob(glob.startsWith('/') ? glob : `${scope.cwd ?? ''}/${glob}`, reader));
    return;
  }
  const plain = path !== null && target.pattern === null && more === undefined && path !== '-' && path !== '';
  if (!plain) {
    scope.cwd = null;
    return;
  }
  const isSearched = searched.kind !== 'unset' && !/^\.{0,2}(?:\/|$)/.test(path);
  if (!isSearched) {
    moveTo(scope, foldersAt(path, physical, scope, reader));
    return;
  }
  const above = searched.kind === 'text' ? searched.text.split(':') : [null];
  const starts = [scope.cwd, ...above.map((folder) => (folder === '' ? scope.cwd : folder))];
  moveTo(scope, joinFolders(...starts.map((cwd) => foldersAt(path, physical, { cwd }, reader))));
}

/** Of several names `cd` takes none, but only one of them may be there when the line runs. */
function foldersOfGlob(pattern: string, { context }: Reader): Folders {
  const found = context.foldersOf?.(pattern) ?? [];
  return found.length === 1 ? found : joinFolders(found, [null]);
}

/** Where `cd` leads: as the text reads, and where there is no such folder as links lead. */
function foldersAt(path: string, physical: boolean, at: Pick<Scope, 'cwd'>, reader: Reader): Folders {
  const folder = folderAt(path, physical, at, reader);
  const { isFolder } = reader.context;
  if (physical || folder === null || !UP.test(path) || isFolder === undefined || isFolder(folder)) return [folder];
  return joinFolders([folder], [folderAt(path, true, at, reader)]);
}

/** The folder that a program is started in (`env -C`): the kernel goes up from where links lead. */
export function changeTo(target: Word, scope: Scope, reader: Reader): void {
  const path = target.value;
  scope.cwd = path === null || path === '' ? null : folderAt(path, UP.test(path), scope, reader);
}

const UP = /(^|\/)\.\.(\/|$)/;

/** `physical`: as the disk has it, not as the text reads; behind `..` not known where no disk can be asked. */
function folderAt(path: string, physical: boolean, { cwd }: Pick<Scope, 'cwd'>, { context }: Reader): string | null {
  if (cwd?.startsWith('/') !== true && !path.startsWith('/')) return null;
  const whole = path.startsWith('/') ? path : `${cwd ?? ''}/${path}`;
  if (physical && context.realPath !== undefined) return context.realPath(whole);
  return physical && UP.test(path) ? null : resolvePath('/', whole);
}

/** `export V=x`: it is not taken for known, and looked at all the same. */
function declared(head: string, args: readonly Word[], value: string | null, { vars }: Scope): Value {
  if (head === 'printf') {
    const [name, ...printed] = args[0]?.value === '-v' ? args.slice(1) : args;
    const text = name === undefined ? null : constantOutput(['printf', ...printed.map((word) => word.value)]);
    return text === null ? UNKNOWN : { kind: 'text', text: `${text}${UNCERTAIN}` };
  }
  const plain = args.every((word) => !fits(word, /^[-+]/) || fits(word, /^-[grxp]+$/));
  if (!plain || !DECLARES.test(head)) return UNKNOWN;
  const before = vars.get(value ?? '');
  const text = /^\w+=([^]*)$/.exec(value ?? '')?.[1] ?? (before?.kind === 'text' ? before.text : null);
  return text === null ? UNKNOWN : { kind: 'text', text: `${text}${UNCERTAIN}` };
}

/** `read a b`, `mapfile a`: what comes by an input that is known is looked at, and not taken for known. */
function takenIn(head: string, args: readonly Word[], { stdin }: Scope): ReadonlyMap<string, Value> {
  const text = stdin.kind === 'text' || stdin.kind === 'pipe' ? stdin.text : null;
  const names = args.flatMap(({ value }) => (value !== null && /^[A-Za-z_]\w*$/.test(value) ? [value] : []));
  if (text === null || names.length === 0 || isPrinted(text)) return new Map();
  const lines = text.replace(/\n$/, '').split('\n');
  const list = head === 'read' ? (lines[0] ?? '').split(/[ \t]+/).filter((word) => word !== '') : lines;
  const isArray = head !== 'read' || args.some((word) => fits(word, /^-\w*a$/));
  if (isArray) return new Map(names.map((name) => [name, { kind: 'unknown', list: list.slice(0, MAX_VALUES) }]));
  return new Map(
    names.map((name, i) => {
      const own = i === names.length - 1 ? list.slice(i).join(' ') : (list[i] ?? '');
      return [name, { kind: 'text', text: `${own}${UNCERTAIN}` }];
    }),
  );
}

const DECLARES = /^(?:export|declare|typeset|local|readonly)$/;

/** What the shell reads from its input is not known, but where it comes from is. */
const sourceOf = ({ stdin }: Scope): readonly number[] =>
  stdin.kind === 'pipe' ? stdin.from : stdin.kind === 'text' ? (stdin.runs ?? []) : [];

function forgetNames(head: string, args: readonly Word[], scope: Scope): void {
  const reads = head === 'read' || head === 'mapfile' || head === 'readarray';
  const functions = head === 'export' && args.some((word) => fits(word, /^-\w*f/));
  if (functions) for (const word of args) scope.exported.add(`${textOf(word)}()`);
  const exports = head === 'export' || args.some(({ value }) => value !== null && /^-\w*x/.test(value));
  if (head === 'printf' && !fits(args[0], /^-v/)) return;
  const taken = reads ? takenIn(head, args, scope) : new Map<string, Value>();
  for (const { value, prefix } of args) {
    const name = /^(?:-v)?([A-Za-z_]\w*)/.exec(value ?? prefix)?.[1];
    if (exports && (name !== undefined || value === null)) scope.exported.add(name ?? '*');
    if (name !== undefined)
      scope.vars.set(
        name,
        taken.get(name) ?? (reads ? unknownFrom(sourceOf(scope)) : declared(head, args, value, scope)),
      );
    else if (value === null) scope.vars.set('*', UNKNOWN);
    if (head === 'let' && value !== null)
      for (const [used] of value.matchAll(/[A-Za-z_]\w*/g)) scope.vars.set(used, UNKNOWN);
    if (head === 'printf' && name !== undefined) return;
  }
}
