import { baseName, resolvePath } from '../../base/path.ts';
import { flagTable } from '../../shell/tables/table.ts';
import { SHELL_OPTIONS, SHELLS } from '../../shell/tables/wrappers.ts';
import { readOptions } from '../../shell/options.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf } from '../command-view.ts';
import { isInterpreter } from '../danger/code.ts';
import { componentGives, isAnything, placeOf } from '../paths.ts';
import { findWrites } from '../writes.ts';
import { behindFirst, textOf, upTo } from '../../shell/words/word-text.ts';

/**
 * The verbs of our own bin that only read; everything else counts as changing (POLICY 4b and 10). A verb with a list
 * reads only with one of these second words; `''` is the verb alone.
 */
const READING: Readonly<Record<string, readonly string[] | true>> = {
  check: true,
  policy: ['explain', 'test', 'lint', 'diff', 'show', 'replay', 'suggest'],
  approvals: ['list', 'show'],
  rules: ['list'],
  trust: ['list'],
  config: ['get', 'show', 'path'],
  commands: ['list', 'show'],
  skills: ['list', 'show', 'validate', 'scan', 'history', 'diff', 'stats'],
  workshop: ['status', 'list', 'inspect', 'diff', 'log'],
  sessions: ['list', 'show', 'search', 'export'],
  access: ['who-can', 'why'],
  jobs: ['list'],
  plugins: ['list', 'show'],
  tools: true,
  audit: true,
  doctor: true,
  models: true,
  sanitize: true,
  completion: true,
  version: true,
  help: true,
};

/** Verbs of three words. */
const READING_BELOW: Readonly<Record<string, readonly string[]>> = { 'skills proposals': ['list', 'show'] };

/** Whether these arguments of our bin only read. Unknown verbs, and words that are not known, count as changing. */
export function isReadingVerb(args: readonly (string | null)[]): boolean {
  const flags = upTo(args, (arg) => arg === '--');
  if (flags.some((arg) => arg === '--help' || arg === '-h')) return true;
  const words = args.filter((arg) => arg === null || !arg.startsWith('-'));
  const [verb, second, third] = words;
  if (verb === undefined) return args.every((arg) => arg === '--version' || arg === '-v' || arg === '-V');
  if (verb === null || (verb === 'sessions' && mayWriteFile(args))) return false;
  const reading = Object.hasOwn(READING, verb) ? READING[verb] : undefined;
  if (reading === true) return true;
  const below = READING_BELOW[`${verb} ${second ?? ''}`];
  if (below !== undefined) return below.includes(third ?? '');
  return reading?.includes(second ?? '') === true;
}

/** `sessions export --out FILE` only reads our store, and writes wherever it is told; a word not known may be that. */
const mayWriteFile = (args: readonly (string | null)[]): boolean =>
  args.some((arg) => arg === null || arg === '--out' || arg.startsWith('--out='));

/** Programs that start others, with the verbs that may stand in front of the program's name. */
const RUNNERS: Readonly<Record<string, readonly string[]>> = {
  npx: [],
  bunx: [],
  npm: ['exec', 'x', 'explore'],
  pnpm: ['exec', 'dlx', 'x'],
  yarn: ['run', 'exec', 'dlx'],
  bun: ['x', 'run'],
  deno: ['run'],
};

const RUNNER_FLAGS = flagTable(
  'npx',
  {
    '0': '-y|--yes --no -q|--quiet --ignore-existing --no-install --offline --prefer-offline --prefer-online --silent -s -A --allow-all -w',
    '1': '-p|--package --userconfig --cache --registry --prefix -C --loglevel --workspace -n --node-options',
    '1/runs': '-c|--call',
  },
  { stopsAtOperand: true },
);

/** Those that take the next word; any other is passed over. */
const NODE_FLAGS = flagTable(
  'node',
  {
    '1': '-r|--require --import --loader --experimental-loader -C|--conditions --env-file',
  },
  { stopsAtOperand: true },
);

const isOwnBin = (text: string): boolean =>
  text.includes('bailiwick') && /^(npm:)?(bailiwick(@[\w.^~-]+)?|bailiwick\.(js|cmd|exe|ps1))$/.test(baseName(text));

/** The entry files of our package, started by a runtime, also from inside its folder. */
const isOwnFile =
  (cwd: string | null) =>
  (text: string): boolean =>
    isOwnBin(text) || /(^|\/)bailiwick\/(dist\/|src\/)main\.(c?js|ts)$/.test(resolvePath(cwd ?? '/', text));

/** A head that is not written out: a glob that gives our name, or what a look-up of our name prints. */
function mayBeOwnBin({ value, pattern, text, runs }: Word, all: readonly SimpleCommand[]): boolean {
  if (pattern !== null) {
    const name = baseName(pattern);
    return !isAnything(name) && componentGives(name, 'bailiwick');
  }
  if (value !== null || runs.length === 0) return false;
  if (/\/bailiwick["']?$/.test(text)) return true;
  return runs.some((index) => all[index]?.words.some((word, i) => i > 0 && isOwnBin(textOf(word))) === true);
}

const RUNTIMES: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx']);

/** The arguments given to our own bin by this command, however it is started; null when it does not start it. */
export function ownArguments(command: SimpleCommand, all: readonly SimpleCommand[]): readonly (string | null)[] | null {
  const { words } = command;
  if (words[0] !== undefined && mayBeOwnBin(words[0], all)) return toTexts(words.slice(1));
  const head = headOf(command);
  if (head === null) return null;
  if (isOwnBin(head) || isOwnCopy(command, all)) return toTexts(words.slice(1));
  if (RUNTIMES.has(head) || SHELLS.has(head)) {
    const table = SHELLS.has(head) ? SHELL_OPTIONS : NODE_FLAGS;
    const at = readOptions(words, table).operandsAt;
    const behind = argumentsBehind(words, at, isOwnFile(command.cwd));
    if (behind !== null) return behind;
    if (isCopied(words[at], command, all)) return toTexts(words.slice(at + 1));
  }
  const runner = Object.hasOwn(RUNNERS, head) ? RUNNERS[head] : undefined;
  return runner === undefined ? null : behindRunner(words, runner);
}

const RENAMES = /^(ln|link|cp|install|mv)$/;

/** `ln -s "$(which bailiwick)" x; ./x trust`: what the same line makes of our bin is our bin. */
function isOwnCopy(command: SimpleCommand, all: readonly SimpleCommand[]): boolean {
  const [program] = command.words;
  return program?.value?.includes('/') === true && isCopied(program, command, all);
}

function isCopied(program: Word | undefined, command: SimpleCommand, all: readonly SimpleCommand[]): boolean {
  const place = program === undefined ? null : placeOf(program, command);
  return place !== null && copiesIn(all).has(place.path);
}

const copies = new WeakMap<readonly SimpleCommand[], ReadonlySet<string>>();

/** Looked for once a line: every command asks. */
function copiesIn(all: readonly SimpleCommand[]): ReadonlySet<string> {
  let found = copies.get(all);
  if (found === undefined) {
    const makers = all.filter(
      (command) =>
        RENAMES.test(String(headOf(command))) &&
        command.words.slice(1).some((word) => isOwnBin(textOf(word)) || mayBeOwnBin(word, all)),
    );
    found = new Set(makers.flatMap((command) => findWrites(command).map(({ place }) => place.path)));
    copies.set(all, found);
  }
  return found;
}

/** Verbs by which a text is known to mean our bin; `bailiwick is` in a sentence is none. */
const VERBS: ReadonlySet<string> = new Set([...Object.keys(READING), 'setup', 'tokens', 'prompt', 'chat']);

/** `system("bailiwick trust .")`, `run(["bailiwick", "trust"])`: the changing verb of our bin that code starts; null for none. */
export function verbInText(text: string): readonly string[] | null {
  for (const [, behind = ''] of text.matchAll(/(?<![\w.-])bailiwick(?:\.js)?(?=["',\s])([^;&|\n)]*)/g)) {
    const args = behind.split(/["',\s[\]]+/).filter((word) => word !== '');
    if (VERBS.has(String(args[0])) && !isReadingVerb(args)) return args;
  }
  return null;
}

/** The texts that a command hands to an interpreter, or by ssh to a shell on this very machine. */
export function textsFor({ words, stdin }: SimpleCommand, head: string): readonly string[] {
  const isReader = isInterpreter(head) || /^([gmn]?awk|original-awk)$/.test(head);
  if (!isReader && head !== 'ssh') return [];
  const texts = words.slice(1).map(textOf);
  if (head === 'ssh') {
    return [behindFirst(texts, (text) => /^(\S+@)?(localhost|127\.[\d.]+|::1)$/.test(text)).join(' ')];
  }
  return (stdin.kind === 'text' || stdin.kind === 'pipe') && stdin.text !== null ? [...texts, stdin.text] : texts;
}

function behindRunner(words: readonly Word[], verbs: readonly string[]): readonly (string | null)[] | null {
  let read = readOptions(words, RUNNER_FLAGS);
  const verb = textOf(words[read.operandsAt]);
  if (verbs.includes(verb)) read = readOptions(words, RUNNER_FLAGS, read.operandsAt + 1);
  // An unknown option may take a value, and `explore` takes a package: then the word behind it is looked at too.
  const isOpen = read.unknown.length > 0 || verb === 'explore';
  const starts = isOpen ? [read.operandsAt, read.operandsAt + 1] : [read.operandsAt];
  for (const start of starts) {
    const behind = argumentsBehind(words, start, isOwnBin);
    if (behind !== null) return behind;
  }
  return null;
}

function argumentsBehind(
  words: readonly Word[],
  at: number,
  isOwn: (text: string) => boolean,
): readonly (string | null)[] | null {
  const start = words[at]?.value === '--' ? at + 1 : at;
  if (!isOwn(textOf(words[start]))) return null;
  // `npm exec bailiwick -- trust .`: the marker is for the runner.
  const behind = toTexts(words.slice(start + 1));
  return behind[0] === '--' ? behind.slice(1) : behind;
}

const toTexts = (words: readonly Word[]): readonly (string | null)[] => words.map(({ value }) => value);
