import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { headOf, outersOf, startsOfFind, upstreamOf } from '../command-view.ts';
import { componentGives, placeOf, placeOfText, realPathsOf } from '../paths.ts';
import { PRINTERS } from '../readers.ts';
import { readTar } from '../writers/archive.ts';
import { isHomeOrAbove, isUnreadable, UNREADABLE } from './listed-files.ts';

/** Heads that only print names and sizes. */
export const LISTERS: ReadonlySet<string> = new Set(
  'ls find du tree stat test [ realpath readlink basename dirname'.split(' '),
);

/** What the agent may not read that a command reads without naming it: in a whole tree, or handed over by another. */
export function findReadTree(command: SimpleCommand, all: readonly SimpleCommand[], facts: Facts): string | null {
  return findHandedOver(command, all, facts) ?? findInTree(command, facts);
}

const textsOf = (words: readonly Word[]): readonly string[] => words.map(({ value }) => value ?? '');

const hasFlag = (command: SimpleCommand, short: RegExp, ...long: readonly string[]): boolean =>
  command.words.some(({ value }) => value?.startsWith('-') === true && (short.test(value) || long.includes(value)));

/** Trees whose contents a command reads. */
interface Trees {
  readonly words: readonly Word[];
  readonly folders: readonly (string | null)[];
  /** It takes them along somewhere; a search from above only asks, as any search through secrets does. */
  readonly takes: boolean;
}

function findInTree(command: SimpleCommand, facts: Facts): string | null {
  const trees = treesOf(command);
  if (trees === null) return null;
  const { words, folders, takes } = trees;
  const places = folders.flatMap((cwd) =>
    words.length === 0 ? placeOfText('.', { cwd }) : words.map((word) => placeOf(word, { cwd })),
  );
  const paths = places.flatMap((place) => place ?? []).flatMap((place) => realPathsOf(place, facts));
  const path = paths.find((one) => one === facts.agentHome || (takes && isHomeOrAbove(one, facts)));
  return path === undefined || leavesOut(command) ? null : path;
}

const SEARCHES = /^(rg|ag|ack|grep|egrep|fgrep|zgrep|ugrep)$/;
const COPIES = /^(cp|rsync|scp|docker|podman)$/;
const TAKES_TREES = /^(cp|rsync|scp|docker|podman|diff|git|7za?|zip)$/;

/** The words behind the head that are no flags. */
const namedBy = ({ words }: SimpleCommand): readonly Word[] =>
  words.slice(1).filter(({ value }) => value?.startsWith('-') !== true);

function treesOf(command: SimpleCommand): Trees | null {
  const head = headOf(command) ?? '';
  if (SEARCHES.test(head)) return searched(command, head);
  if (head.endsWith('tar')) {
    const { read, verb, folders } = readTar(command);
    const members = { words: read.operands, folders: [command.cwd, ...folders], takes: true };
    return verb === 'pack' && read.operands.length > 0 ? members : null;
  }
  if (!TAKES_TREES.test(head)) return null;
  const here = { words: namedBy(command), folders: [command.cwd], takes: true };
  if (COPIES.test(head)) {
    const verb = head === 'docker' || head === 'podman' ? 1 : 0;
    const copies =
      verb === 1 ? here.words[0]?.value === 'cp' : hasFlag(command, /^-[a-zA-Z.]*[raR]/, '--recursive', '--archive');
    return copies ? { ...here, words: here.words.slice(verb, -1) } : null;
  }
  const recursive = hasFlag(command, /^-[a-zA-Z.]*[r]/, '--recursive', '--no-index');
  if (head === 'diff' || head === 'git') return recursive ? { ...here, takes: false } : null;
  return head !== 'zip' || recursive ? here : null;
}

/** Without a folder to look in they look in their own. */
function searched(command: SimpleCommand, head: string): Trees | null {
  const alone = head === 'rg' || head === 'ag' || head === 'ack';
  if (
    !alone &&
    !hasFlag(command, /^-[a-zA-Z.]*[rR]/, '--recursive', '--dereference-recursive', '--directories=recurse')
  )
    return null;
  const named = namedBy(command);
  const hasPattern = hasFlag(command, /^-[a-zA-Z.]*[ef]/, '--regexp', '--file', '--files');
  return { words: hasPattern ? named : named.slice(1), folders: [command.cwd], takes: false };
}

/** `--exclude=.bailiwick`, `--exclude-dir .bailiwick`, `-g '!.bailiwick'`, `--include='*.ts'`. */
function leavesOut(command: SimpleCommand): boolean {
  const texts = textsOf(command.words);
  const valuesOf = (flag: RegExp): readonly string[] =>
    texts.flatMap((text, i) => {
      const glued = flag.exec(text)?.[1];
      if (glued !== '') return glued ?? [];
      return texts.slice(i + 1, i + 2);
    });
  const without = valuesOf(/^--exclude(?:-dir)?=?(.*)$/s);
  const globs = valuesOf(/^(?:--i?glob|-g)=?(.*)$/s);
  const only = [...valuesOf(/^--include=?(.*)$/s), ...globs.filter((glob) => !glob.startsWith('!'))];
  const omits = (text: string): boolean => /(^|\/)\.bailiwick(\/|$)/.test(text);
  return (
    without.some(omits) ||
    globs.some((glob) => glob.startsWith('!') && omits(glob.slice(1))) ||
    (only.length > 0 && !only.some(givesUnreadableName))
  );
}

const givesUnreadableName = (pattern: string): boolean =>
  UNREADABLE.some((name) => componentGives(pattern.toLowerCase().replace(/^.*\//s, ''), name));

const FEEDERS: ReadonlySet<string | null> = new Set(['xargs', 'parallel']);

/** What find, ls or another lister puts into a command: by -exec, by xargs, by a substitution or a variable that holds one. */
function findHandedOver(command: SimpleCommand, all: readonly SimpleCommand[], facts: Facts): string | null {
  const head = headOf(command) ?? '';
  if (LISTERS.has(head) || PRINTERS.has(head)) return null;
  const outers = outersOf(command, all);
  const feeders = outers.filter((outer) => FEEDERS.has(headOf(outer)));
  const fed = [...feeders, ...(head === 'cpio' ? [command] : [])].flatMap((outer) => upstreamOf(outer, all));
  const runs = new Set(command.words.flatMap((word) => word.runs));
  const held = runs.size === 0 ? [] : all.filter(({ index }) => runs.has(index));
  for (const source of new Set([...outers, ...fed, ...held])) {
    const name = headOf(source) ?? '';
    const found =
      name === 'find'
        ? foundBy(source, facts)
        : source !== command && isPrinter(name)
          ? printedBy(source, facts)
          : null;
    if (found !== null) return found;
  }
  return null;
}

const isPrinter = (head: string): boolean => head === 'ls' || PRINTERS.has(head);

/** `ls ~/.bailiwick/*`; names without a folder lead there only where the folder itself is. */
function printedBy(source: SimpleCommand, facts: Facts): string | null {
  const words = namedBy(source);
  const paths = words.flatMap((word) => placeOf(word, source) ?? []).flatMap((place) => realPathsOf(place, facts));
  const listsHere = source.cwd === facts.agentHome && headOf(source) === 'ls' && words.length === 0;
  return listsHere ? facts.agentHome : (paths.find((path) => isUnreadable(path, facts)) ?? null);
}

const byFind = new WeakMap<SimpleCommand, string | null>();

/** Each command that a find starts asks about the same find. */
function foundBy(find: SimpleCommand, facts: Facts): string | null {
  let found = byFind.get(find);
  if (found === undefined) {
    found = findFound(find, facts);
    byFind.set(find, found);
  }
  return found;
}

function findFound(find: SimpleCommand, facts: Facts): string | null {
  const texts = textsOf(find.words);
  const starts = startsOfFind(find)
    .flatMap((word) => placeOf(word, find) ?? [])
    .flatMap((place) => realPathsOf(place, facts));
  const named = starts.find((path) => isUnreadable(path, facts));
  if (named !== undefined) return named;
  const tests = find.words.filter((_, i) => /^-i?(name|path|wholename)$/.test(texts[i - 1] ?? ''));
  // A search from above for whatever there is only asks; one for their names means them.
  const means = tests.some(({ value }) => value !== null && isMet(value, facts));
  const chooses =
    tests.length > 0 && find.words.every(({ value }) => value !== null && !/^(-o|-or|,|!|-not)$/.test(value));
  return (
    starts.find((path) => (path === facts.agentHome ? means || !chooses : means && isHomeOrAbove(path, facts))) ?? null
  );
}

/** By the name alone or by the whole path, in whatever case. */
function isMet(pattern: string, { agentHome }: Facts): boolean {
  const globs = [pattern, `*/${pattern}`].map((glob) => glob.toLowerCase());
  return UNREADABLE.some((name) => globs.some((glob) => componentGives(glob, `${agentHome}/${name}`.toLowerCase())));
}
