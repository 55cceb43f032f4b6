import { baseName, folderOf, resolvePath } from '../base/path.ts';
import type { Facts } from '../vocab/facts.ts';
import type { SimpleCommand, Word } from '../vocab/shell-line.ts';

/** A place a word names: an absolute path, or a pattern that gives such paths. */
export interface Place {
  readonly path: string;
  readonly isPattern: boolean;
  /** The path as it was written ended in a slash or in dots, so that a link in front of it is followed. */
  readonly entersFolder: boolean;
}

function entersFolder(text: string): boolean {
  if (!text.endsWith('/') && !text.endsWith('.')) return text === '';
  const last = baseName(text);
  return last === '' || last === '.' || last === '..';
}

/** Where a word points when it is a path of a command; null when it cannot be known. */
export function placeOf(word: Word, command: Pick<SimpleCommand, 'cwd'>): Place | null {
  const known = places.get(word);
  if (known?.cwd === command.cwd) return known.place;
  const place = findPlace(word, command);
  places.set(word, { cwd: command.cwd, place });
  return place;
}

/** Many steps ask about the same word, from the same folder. */
const places = new WeakMap<Word, { readonly cwd: string | null; readonly place: Place | null }>();

function findPlace(word: Word, command: Pick<SimpleCommand, 'cwd'>): Place | null {
  // Names that some program prints are not known, though the glob that they came from is.
  const text = word.value === null ? null : (word.pattern ?? word.value);
  if (text === null || text === '' || (!text.startsWith('/') && command.cwd === null)) return null;
  const path = resolvePath(command.cwd ?? '/', text);
  return { path, isPattern: word.pattern !== null, entersFolder: entersFolder(text) };
}

/** As {@link placeOf}, for the part of a word behind `prefix=` or a glued flag. */
export const placeOfText = (text: string, command: Pick<SimpleCommand, 'cwd'>): Place | null =>
  text === '' || (!text.startsWith('/') && command.cwd === null)
    ? null
    : { path: resolvePath(command.cwd ?? '/', text), isPattern: /[*?[]/.test(text), entersFolder: entersFolder(text) };

/** The path itself and, where the disk was asked, what it really is, and the names a pattern gave. */
export const realPathsOf = (place: Place, facts: Facts): readonly string[] => findKnown(place.path, facts).reals;

/** As {@link realPathsOf}, for what is done to the name and not to what a link at its end leads to. */
export const namedPathsOf = (place: Place, facts: Facts): readonly string[] => findKnown(place.path, facts).named;

/** As {@link namedPathsOf}, but where the path enters what its last name leads to. */
export const removedPathsOf = (place: Place, facts: Facts): readonly string[] =>
  place.entersFolder ? realPathsOf(place, facts) : namedPathsOf(place, facts);

/** `key=.env`, `@.env`, `key=<.env`, `~/.ssh:/mnt`, `id=a,src=.env`, `file:/x?mode=ro`: a path may stand between these marks. */
export function piecesOf(text: string): readonly string[] {
  if (!/[=@:,<]/.test(text)) return [];
  const address = /^file:([^?#]*)/s.exec(text)?.[1];
  const pieces = text.split(/[=@:,<]+/).filter((piece) => piece !== '' && piece !== text);
  return address === undefined ? pieces : [address, ...pieces];
}

interface Known {
  readonly reals: readonly string[];
  readonly named: readonly string[];
}

const indexes = new WeakMap<Facts, Map<string, Known>>();

/** A path that was put together by the policy is looked for below the nearest folder that the disk was asked about. */
function findKnown(path: string, facts: Facts): Known {
  let index = indexes.get(facts);
  if (index === undefined) {
    index = indexPaths(facts);
    indexes.set(facts, index);
  }
  const known = index.get(path);
  if (known !== undefined || path === '/') return known ?? { reals: [path], named: [path] };
  const folder = folderOf(path);
  const elsewhere = findKnown(folder, facts).reals.filter((above) => above !== folder);
  const paths = [path, ...elsewhere.map((above) => `${above === '/' ? '' : above}/${baseName(path)}`)];
  const found = { reals: paths, named: paths };
  index.set(path, found);
  return found;
}

function indexPaths(facts: Facts): Map<string, Known> {
  const index = new Map<string, { readonly reals: Set<string>; readonly named: Set<string> }>();
  for (const { absolute, real, named = real ?? absolute, fromGlob } of facts.paths) {
    for (const key of fromGlob === undefined ? [absolute] : [absolute, fromGlob]) {
      const known = index.get(key) ?? { reals: new Set([key]), named: new Set([key]) };
      known.reals.add(absolute).add(real ?? absolute);
      known.named.add(absolute).add(named);
      index.set(key, known);
    }
  }
  return new Map([...index].map(([key, { reals, named }]) => [key, { reals: [...reals], named: [...named] }]));
}

/** Whether a pattern, component by component, can give exactly this path. */
export function patternGives(pattern: string, path: string): boolean {
  if (endsOtherwise(pattern, path)) return false;
  const parts = pattern.split('/');
  const names = path.split('/');
  return parts.length === names.length && names.every((name, i) => componentGives(String(parts[i]), name));
}

/** Most patterns end in a letter that most paths do not end in, which is seen at once. */
function endsOtherwise(pattern: string, path: string): boolean {
  const last = pattern.charAt(pattern.length - 1);
  return last !== '' && !'*?]\\'.includes(last) && last !== path.charAt(path.length - 1);
}

/** A run of any characters, any one character, or the character itself. */
type Token = 'run' | 'one' | { readonly is: string };

/**
 * Whether one component of a glob can give a name. Read widely, as is safe for a deny: a bracket stands for any one
 * character, and a leading dot need not be written. Costs no more than the two lengths multiplied.
 */
export function componentGives(glob: string, name: string): boolean {
  if (!/[*?[\\]/.test(glob)) return glob === name;
  const tokens = tokensOf(glob);
  const chars = [...name];
  let token = 0;
  let char = 0;
  let run: { readonly token: number; char: number } | null = null;
  while (char < chars.length) {
    const wanted = tokens[token];
    if (wanted === 'run') {
      run = { token, char };
      token++;
    } else if (wanted === 'one' || wanted?.is === chars[char]) {
      token++;
      char++;
    } else if (run !== null) {
      token = run.token + 1;
      char = ++run.char;
    } else return false;
  }
  return tokens.slice(token).every((rest) => rest === 'run');
}

const known = new Map<string, readonly Token[]>();

function tokensOf(glob: string): readonly Token[] {
  let tokens = known.get(glob);
  if (tokens === undefined) {
    tokens = readTokens([...glob]);
    if (known.size > 1000) known.clear();
    known.set(glob, tokens);
  }
  return tokens;
}

function readTokens(glob: readonly string[]): readonly Token[] {
  const tokens: Token[] = [];
  const lastEnd = glob.lastIndexOf(']');
  for (let i = 0; i < glob.length; i++) {
    const char = String(glob[i]);
    const end = char === '[' && i < lastEnd ? bracketEnd(glob, i) : -1;
    if (char === '*') tokens.push('run');
    else if (char === '?' || end > 0) tokens.push('one');
    else if (char === '\\' && i + 1 < glob.length) tokens.push({ is: String(glob[++i]) });
    else tokens.push({ is: char });
    if (end > 0) i = end;
  }
  return tokens;
}

/** Where the bracket expression that begins at `start` ends: `[]a]`, `[!]]` and `[[:alpha:]]` hold a `]`; -1: it is none. */
function bracketEnd(glob: readonly string[], start: number): number {
  let at = start + 1;
  if (glob[at] === '!' || glob[at] === '^') at++;
  if (glob[at] === ']') at++;
  for (; at < glob.length; at++) {
    const next = glob[at + 1];
    if (glob[at] === ']') return at;
    if (glob[at] === '\\') at++;
    else if (glob[at] === '[' && (next === ':' || next === '.' || next === '=')) {
      const end = glob.findIndex((char, i) => i > at + 1 && char === next && glob[i + 1] === ']');
      if (end > 0) at = end + 1;
    }
  }
  return -1;
}

/** The length of the shortest name that a component of a glob gives. */
export const shortestOf = (glob: string): number => tokensOf(glob).filter((token) => token !== 'run').length;

/** True when a glob is made of wildcards and dots alone: it gives whatever there is. */
export const isAnything = (glob: string): boolean => {
  const tokens = tokensOf(glob);
  const wild = tokens.filter((token) => token === 'run' || token === 'one');
  return wild.length > 0 && tokens.every((token) => typeof token === 'string' || token.is === '.');
};
