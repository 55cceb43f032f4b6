import { resolvePath } from '../base/path.ts';
import type { Facts } from '../vocab/facts.ts';
import type { SimpleCommand, Word } from '../vocab/shell-line.ts';

/** A place a word names: an absolute path, or a pattern that gives such paths. */
export interface Place {
  readonly path: string;
  readonly isPattern: boolean;
  /** The path as it was written ended in a slash, so that a link in front of it is followed. */
  readonly entersFolder: boolean;
}

/** Where a word points when it is a path of a command; null when it cannot be known. */
export function placeOf(word: Word, command: Pick<SimpleCommand, 'cwd'>): Place | null {
  const text = word.pattern ?? word.value;
  if (text === null || text === '' || (!text.startsWith('/') && command.cwd === null)) return null;
  const path = resolvePath(command.cwd ?? '/', text);
  return { path, isPattern: word.pattern !== null, entersFolder: /\/\.?$/.test(text) };
}

/** As {@link placeOf}, for the part of a word behind `prefix=` or a glued flag. */
export const placeOfText = (text: string, command: Pick<SimpleCommand, 'cwd'>): Place | null =>
  text === '' || (!text.startsWith('/') && command.cwd === null)
    ? null
    : { path: resolvePath(command.cwd ?? '/', text), isPattern: /[*?[]/.test(text), entersFolder: /\/\.?$/.test(text) };

/** The path itself and, where the disk was asked, what it really is, and the names a pattern gave. */
export function realPathsOf(place: Place, facts: Facts): readonly string[] {
  let index = indexes.get(facts);
  if (index === undefined) {
    index = indexPaths(facts);
    indexes.set(facts, index);
  }
  return index.get(place.path) ?? [place.path];
}

const indexes = new WeakMap<Facts, ReadonlyMap<string, readonly string[]>>();

function indexPaths(facts: Facts): ReadonlyMap<string, readonly string[]> {
  const index = new Map<string, Set<string>>();
  for (const { absolute, real, fromGlob } of facts.paths) {
    for (const key of fromGlob === undefined ? [absolute] : [absolute, fromGlob]) {
      const paths = index.get(key) ?? new Set([key]);
      index.set(key, paths.add(absolute).add(real ?? absolute));
    }
  }
  return new Map([...index].map(([key, paths]) => [key, [...paths]]));
}

/** Whether a pattern, component by component, can give exactly this path. */
export function patternGives(pattern: string, path: string): boolean {
  const parts = pattern.split('/');
  const names = path.split('/');
  return parts.length === names.length && parts.every((part, i) => componentGives(part, names[i] ?? ''));
}

/** Whether one component of a glob can give a name. A leading dot must be written, as bash has it without dotglob. */
export function componentGives(glob: string, name: string): boolean {
  if (!/[*?[\\]/.test(glob)) return glob === name;
  return toComponentPattern(glob).test(name);
}

const compiled = new Map<string, RegExp>();

function toComponentPattern(glob: string): RegExp {
  let pattern = compiled.get(glob);
  if (pattern !== undefined) return pattern;
  let body = '';
  for (let i = 0; i < glob.length; i++) {
    const char = glob[i] ?? '';
    const close = char === '[' ? glob.indexOf(']', glob[i + 1] === ']' || glob[i + 1] === '!' ? i + 2 : i + 1) : -1;
    if (char === '*') body += '[^/]*?';
    else if (char === '?' || close > 0) body += '[^/]';
    else body += (char === '\\' ? (glob[++i] ?? '') : char).replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
    // A bracket stands for any one character: for a deny a wider reading is the safe one.
    if (close > 0) i = close;
  }
  pattern = new RegExp(`^${body.replaceAll('[^/]*?[^/]*?', '[^/]*?')}$`);
  if (compiled.size > 1000) compiled.clear();
  compiled.set(glob, pattern);
  return pattern;
}
