import { resolvePath } from '../../base/path.ts';
import { PROTECTED_FOLDERS } from '../../policy/hardline/protected.ts';
import { componentGives, patternGives, piecesOf } from '../../policy/paths.ts';
import type { Call, Effect } from '../../vocab/call.ts';
import type { PathFact } from '../../vocab/facts.ts';
import type { ShellLine, Unparsable, Word } from '../../vocab/shell-line.ts';
import { SEVERAL_FILES_TOOLS, takesPaths } from '../../vocab/tool-names.ts';
import { followPath, type Names } from './follow-path.ts';
import { findNewLinks, withLinks, type NewLink } from './new-links.ts';

/** Names that the globs of one line may give; paths that a line may name, and their length in all; of one path. */
const MAX_GLOB_NAMES = 4000;
const MAX_PATHS = 8000;
const MAX_CHARS = 1_000_000;
const MAX_PATH_CHARS = 4096;

/**
 * Every word of a line that may be a path, with what it really is, and the names that its globs give. Null when they
 * are more than can be looked at: what was left out could be the one name that matters.
 */
export function gatherPaths(line: ShellLine | Unparsable, given: Names): readonly PathFact[] | null {
  const budget = { left: MAX_GLOB_NAMES };
  let names: LineNames = { ...given, budget };
  const links: NewLink[] = [];
  const facts = new Map<string, PathFact>();
  const seen = new Set<string>();
  let chars = 0;
  const add = (found: readonly PathFact[]): void => {
    for (const fact of found) {
      const key = `${fact.absolute}\n${fact.fromGlob ?? ''}\n${fact.real ?? ''}`;
      if (!facts.has(key)) chars += key.length;
      facts.set(key, fact);
    }
  };
  for (const command of line.commands) {
    const { cwd } = command;
    const words = [...command.words.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])];
    if (isNew(seen, `${links.length} ${cwd}`) && cwd !== null) add(toFacts(cwd, cwd, { cwd, names }));
    for (const word of words) {
      if (!isNew(seen, `${links.length} ${cwd}\0${word.value ?? `\0${word.prefix}`}\0${word.pattern ?? ''}`)) continue;
      add(factsOfWord(word, { cwd, names }));
      if (budget.left < 0 || facts.size > MAX_PATHS || chars > MAX_CHARS) return null;
    }
    const made = findNewLinks(command, names.disk, links);
    if (made.length === 0) continue;
    links.push(...made);
    names = { ...withLinks(given, links), budget };
  }
  return [...facts.values()];
}

/** Whether a set did not hold a text, which it then does. */
const isNew = (seen: Set<string>, text: string): boolean => seen.size < seen.add(text).size;

interface LineNames extends Names {
  /** Shared by the globs of the line; below zero there were too many. */
  readonly budget: { left: number };
}

/** Where a word stands: the folder of its command, and how names are looked up. */
interface Place<N extends Names = Names> {
  readonly cwd: string | null;
  readonly names: N;
}

function factsOfWord(word: Word, place: Place<LineNames>): readonly PathFact[] {
  const { value } = word;
  const start = value ?? word.prefix;
  if (start === '' || start.length > MAX_PATH_CHARS || start.includes('\0')) return [];
  // Of a word that is not known whole, the folder in front of what is missing.
  if (value === null) return start.includes('/') ? at(start.slice(0, start.lastIndexOf('/') + 1), place) : [];
  if (word.pattern !== null)
    return place.cwd === null && !word.pattern.startsWith('/') ? [] : globFacts(word.pattern, place);
  return [value, ...partsOf(value)].flatMap((given) => at(given, place));
}

/** What stands behind `name=`, `@`, a glued flag or between colons and commas may be a path too. */
function partsOf(value: string): readonly string[] {
  const glued = /^-[A-Za-z]([~/.].*)$/s.exec(value)?.[1];
  const pieces = piecesOf(value);
  return glued === undefined ? pieces : [glued, ...pieces];
}

const at = (given: string, place: Place): readonly PathFact[] =>
  given === '' || (place.cwd === null && !given.startsWith('/'))
    ? []
    : toFacts(given, given.startsWith('/') ? given : `${place.cwd ?? ''}/${given}`, place);

/** `written` may hold `..`: behind a link the kernel goes up from where the link leads. */
function toFacts(given: string, written: string, { cwd, names }: Place): readonly PathFact[] {
  const absolute = resolvePath('/', written);
  const { real, open } = followPath(written, cwd, names);
  const [, front = '/', last = ''] = /^(.*\/)([^/]*)$/s.exec(written) ?? [];
  const isMount = names.mounts?.includes(absolute) === true;
  const folder = isMount || /^\.{0,2}$/.test(last) ? null : followPath(front, cwd, names).real;
  const named = folder === null ? (real ?? absolute) : `${folder === '/' ? '' : folder}/${last}`;
  const fact = named === (real ?? absolute) ? { given, absolute, real } : { given, absolute, real, named };
  return open === null ? [fact] : [{ given, absolute, real: open }, fact];
}

/**
 * The names on disk that a pattern gives, as bash would find them; `fromGlob` is the absolute pattern. Besides the
 * pattern itself, told by the real name of the folder in front of its first wildcard.
 */
function globFacts(pattern: string, place: Place<LineNames>): readonly PathFact[] {
  const written = pattern.startsWith('/') ? pattern : `${place.cwd ?? ''}/${pattern}`;
  const absolute = resolvePath('/', written);
  const parts = written.split('/').slice(1);
  const fixed = parts.findIndex(isWild);
  const folder = `/${parts.slice(0, fixed).join('/')}`;
  const [front] = toFacts(folder, folder, place).slice(-1);
  const real = resolvePath(front?.real ?? resolvePath('/', folder), parts.slice(fixed).join('/'));
  const found = listNames(parts, place).flatMap((path) =>
    toFacts(path, path, place).map((fact) => ({ ...fact, given: pattern, fromGlob: absolute })),
  );
  return [...toFacts(folder, folder, place), { given: pattern, absolute, real }, ...found];
}

/** Folders that an absolute glob gives on disk, and of the folders that matter those that it can give. */
export function listFolders(pattern: string, cwd: string, others: readonly string[], given: Names): readonly string[] {
  const names = { ...given, budget: { left: MAX_GLOB_NAMES } };
  const { disk } = names;
  const found = listNames(pattern.split('/').slice(1), { cwd, names }).map((path) => resolvePath('/', path));
  const known = [...PROTECTED_FOLDERS, ...others].filter((folder) => patternGives(resolvePath('/', pattern), folder));
  return [...new Set([...known, ...found.filter((path) => disk.kind(disk.realPath(path) ?? path) === 'folder')])];
}

const isWild = (part: string): boolean => /[*?[\\]/.test(part);

function listNames(parts: readonly string[], { cwd, names }: Place<LineNames>): readonly string[] {
  const { disk, budget } = names;
  let found: readonly string[] = [''];
  for (const part of parts) {
    const next: string[] = [];
    for (const folder of found) {
      if (part === '' || part === '.') next.push(folder);
      else if (part === '..') next.push(above(followPath(folder === '' ? '/' : folder, cwd, names).real ?? folder));
      else if (isWild(part)) {
        const real = followPath(folder === '' ? '/' : folder, cwd, names).real ?? folder;
        next.push(...matching(part, disk.list(real === '' ? '/' : real) ?? []).map((name) => `${folder}/${name}`));
      } else next.push(`${folder}/${part}`);
      if (next.length <= budget.left) continue;
      budget.left = -1;
      return [];
    }
    found = next;
  }
  budget.left -= found.length;
  return found.map((path) => path || '/');
}

/** The folder above, without the slash of the root. */
const above = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));

const matching = (part: string, entries: readonly string[]): readonly string[] =>
  entries.filter((name) => (part.startsWith('.') || !name.startsWith('.')) && componentGives(part, name));

/**
 * The paths a file tool is given; the folder itself where it takes one by default. The tools take `..` out of the text
 * before they open anything, so the fact is about that path and not about where a link would lead first.
 * A tool that changes several files says which by its effects.
 */
export function gatherToolPaths(call: Call, effects: readonly Effect[], names: Names): readonly PathFact[] {
  if (!takesPaths(call.tool)) return [];
  if (SEVERAL_FILES_TOOLS.includes(call.tool)) {
    const targets = effects.flatMap(({ kind, target }) => (kind === 'write' && target.startsWith('/') ? [target] : []));
    return targets.flatMap((target) => toFacts(target, target, { cwd: call.cwd, names }));
  }
  const given = call.input['path'];
  if (typeof given !== 'string' || given === '' || given.includes('\0')) {
    return call.tool === 'grep' || call.tool === 'glob' ? toFacts(call.cwd, call.cwd, { cwd: call.cwd, names }) : [];
  }
  const absolute = resolvePath(call.cwd, given.replace(/^~(?=\/|$)/, names.home));
  return toFacts(given, absolute, { cwd: call.cwd, names });
}
