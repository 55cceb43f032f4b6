import { baseName, isWithin } from '../../base/path.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { SimpleCommand, Word } from '../../vocab/shell-line.ts';
import { literalWord } from '../../shell/words/fields.ts';
import { headOf, keepByFacts, outersOf, startsOfFind, upstreamOf, nameOf } from '../command-view.ts';
import { componentGives, placeOf, realPathsOf } from '../paths.ts';
import { PRINTERS } from '../readers.ts';
import { isHomeOrAbove, isListedFile, isWholeHome, listedFiles, UNREADABLE } from './listed-files.ts';
import { namedBy } from './taken-trees.ts';
import { textOf } from '../../shell/words/word-text.ts';

/** A file that steers the agent, which another command hands to this one. */
export interface Handed {
  readonly path: string;
  /**
   * `named`: it is asked for, or the search is of the agent's home itself. `whole`: a search from above the home that
   * leaves nothing out. `maybe`: tests that the judge cannot make may leave it out.
   */
  readonly by: 'named' | 'whole' | 'maybe';
}

const FEEDERS: ReadonlySet<string | null> = new Set(['xargs', 'parallel']);

/** Flags by which a program reads what it packs or prints from a list that comes by its input. */
const LISTS: ReadonlyMap<string, RegExp> = new Map([
  ...['tar', 'bsdtar', 'gtar'].map(
    (head) => [head, /(^| )(-[a-zA-Z]*T ?-|--files-from[= ]-|--files-from[= ]\/dev\/stdin)( |$)/] as const,
  ),
  ['rsync', /(^| )--files-from[= ](-|\/dev\/stdin)( |$)/],
  ['zip', /(^| )-[a-zA-Z]*@( |$)/],
  ['file', /(^| )(-[a-zA-Z]*f ?-|--files-from[= ]-)( |$)/],
  ['sort', /(^| )--files0[a-z-]*[= ](-|\/dev\/stdin)( |$)/],
  ['cpio', /(^| )(-[a-zA-Z]*[op]|--create|--pass-through)/],
  ['pax', /(^| )-[a-zA-Z]*w/],
  ['7z', /(^| )@/],
  ['git', /(^| )--pathspec-from-file[= ]-( |$)/],
]);

/** Whether a command reads from its input the names of the files that it reads. */
export const readsNames = (command: SimpleCommand): boolean =>
  LISTS.get(nameOf(command))?.test(command.words.map(({ value }) => value ?? '?').join(' ')) === true;

/** What find, ls or another lister puts into a command: by -exec, by xargs, by a substitution or a variable that holds one, or as a list. */
export function handedOver(command: SimpleCommand, all: readonly SimpleCommand[], facts: Facts): readonly Handed[] {
  const isHanded = command.outer !== null || command.words.some(({ runs }) => runs.length > 0);
  if (!isHanded && !readsNames(command)) return NOTHING;
  const outers = outersOf(command, all);
  const feeders = outers.filter((outer) => FEEDERS.has(headOf(outer)));
  const fed = [...feeders, ...(readsNames(command) ? [command] : [])].flatMap((outer) => upstreamOf(outer, all));
  const runs = new Set(command.words.flatMap((word) => word.runs));
  const held = runs.size === 0 ? [] : all.filter(({ index }) => runs.has(index));
  const sources = new Set([...outers, ...fed, ...held]);
  sources.delete(command);
  return [...sources].flatMap((source) => {
    const head = nameOf(source);
    if (head === 'find') return findFound(source, facts);
    return head === 'ls' || PRINTERS.has(head) ? printedBy(source, facts) : [];
  });
}

const NOTHING: readonly Handed[] = [];

/** The command with a file that it is handed in the place of each word that is not known; null when it has no such place. */
export function withHanded(command: SimpleCommand, path: string): SimpleCommand | null {
  const given: Word = { ...literalWord(path), pattern: /[*?[]/.test(path) ? path : null };
  const words = command.words.map((word, i) => (i > 0 && word.value === null ? given : word));
  return words.includes(given) ? { ...command, words } : null;
}

/** `ls ~/.bailiwick/*`; names without a folder lead there only where the folder itself is. */
function printedBy(source: SimpleCommand, facts: Facts): readonly Handed[] {
  const words = namedBy(source);
  const paths = words.flatMap((word) => placeOf(word, source) ?? []).flatMap((place) => realPathsOf(place, facts));
  const listsHere = source.cwd === facts.agentHome && headOf(source) === 'ls' && words.length === 0;
  const found = listsHere
    ? inOrder(facts)
    : paths.filter((path) => isListedFile(path, facts) || isWholeHome(path, facts));
  return found.map((path) => ({ path, by: 'named' }));
}

/** What may not even be read stands in front, as the graver reason. */
const inOrder = (facts: Facts): readonly string[] => {
  const isGrave = (path: string): boolean => UNREADABLE.includes(baseName(path));
  const files = listedFiles(facts);
  return [...files.filter(isGrave), ...files.filter((path) => !isGrave(path))];
};

/** The files that steer the agent among what a find finds. */
export const findFound = keepByFacts((find, facts): readonly Handed[] => {
  const starts = startsOfFind(find)
    .flatMap((word) => placeOf(word, find) ?? [])
    .flatMap((place) => realPathsOf(place, facts))
    .filter((path) => isHomeOrAbove(path, facts) || isWithin(path, facts.agentHome));
  if (starts.length === 0) return [];
  const branches = readBranches(find.words);
  if (branches.some(({ prunes, tests }) => prunes && tests.some((test) => meets(test, facts.agentHome) === true)))
    return [];
  const listed = [...new Set([...inOrder(facts), ...starts.filter((path) => isListedFile(path, facts))])];
  return starts.flatMap((start) => {
    const isHome = isWithin(start, facts.agentHome) || isWholeHome(start, facts);
    const below = isWholeHome(start, facts) ? listed : listed.filter((path) => isWithin(path, start));
    return below.flatMap((path) => {
      const by = branches.map((branch) => findBy(branch, { path, start, isHome, facts }));
      const best = (['named', 'whole', 'maybe'] as const).find((one) => by.includes(one));
      return best === undefined ? [] : [{ path, by: best }];
    });
  });
});

interface Test {
  readonly kind: 'name' | 'path' | 'type' | 'depth' | 'other';
  readonly not: boolean;
  /** A glob of names or of paths; null for one that is not known. */
  readonly value: string | null;
}

interface Branch {
  readonly tests: readonly Test[];
  readonly prunes: boolean;
}

const KINDS: readonly (readonly [RegExp, Test['kind']])[] = [
  [/^-i?name$/, 'name'],
  [/^-i?(path|wholename|regex)$/, 'path'],
  [/^-type$/, 'type'],
  [/^-maxdepth$/, 'depth'],
  [
    /^-(newer\w*|[acm]time|[acm]min|size|empty|user|group|uid|gid|nouser|nogroup|perm|inum|samefile|links|i?lname|mindepth)$/,
    'other',
  ],
];

/** The tests of a find by its alternatives; brackets around them are passed over. */
function readBranches(words: readonly Word[]): readonly Branch[] {
  const branches: { tests: Test[]; prunes: boolean }[] = [{ tests: [], prunes: false }];
  for (const [i, { value }] of words.entries()) {
    const branch = branches.at(-1);
    if (value === null || branch === undefined) continue;
    if (/^(-o|-or|,)$/.test(value)) branches.push({ tests: [], prunes: false });
    if (value === '-prune') branch.prunes = true;
    const kind = KINDS.find(([flag]) => flag.test(value))?.[1];
    if (kind === undefined) continue;
    const given = words[i + 1]?.value ?? null;
    branch.tests.push({
      kind,
      not: /^(!|-not)$/.test(textOf(words[i - 1])),
      value: given !== null && value.endsWith('regex') ? globOf(given) : (given?.toLowerCase() ?? null),
    });
  }
  return branches;
}

/** A plain regular expression of find as a glob; null for one that is more than runs and letters. */
function globOf(regex: string): string | null {
  const glob = regex
    .toLowerCase()
    .replace(/\.\*/g, '*')
    .replace(/(?<!\\)\./g, '?')
    .replace(/\\\./g, '.');
  return /[\\+^$()|{}[\]]|(?<!^|[^*])\*\*/.test(glob) ? null : glob;
}

/** Whether a file passes a test; null when that is not known. */
function meets({ kind, value, not }: Test, path: string): boolean | null {
  if (value === null || kind === 'other') return null;
  const name = path.toLowerCase();
  const glob = kind === 'path' ? value.replace(/^\.\//, '') : value;
  const met =
    kind === 'name'
      ? componentGives(glob, baseName(name))
      : [glob, `*/${glob}`].some((one) => componentGives(one, name));
  return met !== not;
}

interface Candidate {
  readonly path: string;
  readonly start: string;
  readonly isHome: boolean;
  readonly facts: Facts;
}

function findBy({ tests, prunes }: Branch, { path, start, isHome, facts }: Candidate): Handed['by'] | null {
  if (prunes) return null;
  const type =
    path === facts.agentHome ? 'd' : UNREADABLE.includes(baseName(path)) || path.endsWith('.yml') ? 'f' : null;
  let by: Handed['by'] = isHome ? 'named' : 'whole';
  for (const test of tests) {
    if (test.kind === 'type') {
      if (type !== null && test.value !== null && !test.value.includes(type) && !test.not) return null;
    } else if (test.kind === 'depth') {
      if (path.split('/').length - start.split('/').length > Number(test.value)) return null;
    } else {
      const met = meets(test, path);
      if (met === false) return null;
      if (met === null && !isHome) by = 'maybe';
      if (met === true && !test.not && by === 'whole' && !/^[*?./]*$/.test(String(test.value))) by = 'named';
    }
  }
  return by;
}
