import { baseName, folderOf, isWithin, resolvePath } from '../../base/path.ts';
import { componentGives } from '../../policy/paths.ts';
import type { Disk } from '../../ports/disk.ts';
import type { Call, Effect } from '../../vocab/call.ts';
import type { PathFact } from '../../vocab/facts.ts';
import type { ShellLine, SimpleCommand, Unparsable, Word } from '../../vocab/shell-line.ts';
import { SEVERAL_FILES_TOOLS, takesPaths } from '../../vocab/tool-names.ts';

/** How paths are looked up: the disk, and folders that have another real name. */
export interface Names {
  readonly disk: Disk;
  readonly home: string;
  readonly aliases: readonly (readonly [real: string, name: string])[];
}

/** Names that the globs of one line may give, and characters of a word that may be a path. */
const MAX_GLOB_NAMES = 4000;
const MAX_PATH_CHARS = 4096;

/**
 * Every word of a line that may be a path, with what it really is, and the names that its globs give. Null when they
 * give more than can be looked at: what was left out could be the one name that matters.
 */
export function gatherPaths(line: ShellLine | Unparsable, given: Names): readonly PathFact[] | null {
  const names = { ...given, budget: { left: MAX_GLOB_NAMES } };
  const facts = new Map<string, PathFact>();
  const add = (fact: PathFact): void => {
    facts.set(`${fact.absolute}\n${fact.fromGlob ?? ''}\n${fact.real ?? ''}`, fact);
  };
  for (const command of line.commands) {
    const { cwd } = command;
    if (cwd !== null) add(toFact(cwd, cwd, names));
    const words = [...command.words.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])];
    for (const word of words) {
      factsOfWord(word, command, names).forEach(add);
      if (names.budget.left < 0) return null;
    }
  }
  return [...facts.values()];
}

interface LineNames extends Names {
  /** Shared by the globs of the line; below zero there were too many. */
  readonly budget: { left: number };
}

function factsOfWord(word: Word, { cwd }: SimpleCommand, names: LineNames): readonly PathFact[] {
  const { value } = word;
  const start = value ?? word.prefix;
  if (start === '' || start.length > MAX_PATH_CHARS || start.includes('\0')) return [];
  // Of a word that is not known whole, the folder in front of what is missing.
  if (value === null) return start.includes('/') ? at(start.slice(0, start.lastIndexOf('/') + 1), cwd, names) : [];
  if (word.pattern !== null)
    return cwd === null && !word.pattern.startsWith('/') ? [] : globFacts(word.pattern, cwd ?? '/', names);
  return [value, ...partsOf(value)].flatMap((given) => at(given, cwd, names));
}

/** What stands behind `name=`, `@`, a glued flag or between colons and commas may be a path too. */
function partsOf(value: string): readonly string[] {
  const glued = /^-[A-Za-z]([~/.].*)$/s.exec(value)?.[1];
  const pieces = /[=@:,]/.test(value) ? value.split(/[=@:,]+/).filter((piece) => piece !== '' && piece !== value) : [];
  return glued === undefined ? pieces : [glued, ...pieces];
}

const at = (given: string, cwd: string | null, names: Names): readonly PathFact[] =>
  given === '' || (cwd === null && !given.startsWith('/')) ? [] : [toFact(given, `${cwd ?? ''}/${given}`, names)];

/** `written` may hold `..`: behind a link the kernel goes up from where the link leads. */
function toFact(given: string, written: string, names: Names): PathFact {
  const whole = given.startsWith('/') ? given : written;
  const absolute = resolvePath('/', whole);
  const real = realOf(whole, names);
  const folder = realOf(folderOf(absolute), names);
  const named = folder === null ? absolute : `${folder === '/' ? '' : folder}/${baseName(absolute)}`;
  return named === (real ?? absolute) ? { given, absolute, real } : { given, absolute, real, named };
}

/** The real path, told by the name that the workspace or the home has here when it lies in one of them. */
function realOf(path: string, { disk, aliases }: Names): string | null {
  const real = disk.realPath(path);
  const alias = real === null ? undefined : aliases.find(([folder]) => isWithin(real, folder));
  return real === null || alias === undefined ? real : `${alias[1]}${real.slice(alias[0].length)}`;
}

/**
 * The names on disk that a pattern gives, as bash would find them; `fromGlob` is the absolute pattern. Besides the
 * pattern itself, told by the real name of the folder in front of its first wildcard.
 */
function globFacts(pattern: string, cwd: string, names: LineNames): readonly PathFact[] {
  const absolute = resolvePath(cwd, pattern);
  const parts = absolute.split('/').slice(1);
  const fixed = parts.findIndex(isWild);
  const folder = `/${parts.slice(0, fixed).join('/')}`;
  const real = realOf(folder, names) ?? folder;
  const whole = `${real === '/' ? '' : real}/${parts.slice(fixed).join('/')}`;
  const found = listNames(parts, names).map((path) => ({
    ...toFact(path, path, names),
    given: pattern,
    fromGlob: absolute,
  }));
  return [{ given: pattern, absolute, real: whole }, ...found];
}

const isWild = (part: string): boolean => /[*?[\\]/.test(part);

function listNames(parts: readonly string[], { disk, budget }: LineNames): readonly string[] {
  let found: readonly string[] = [''];
  for (const part of parts) {
    const next: string[] = [];
    for (const folder of found) {
      next.push(
        ...(isWild(part) ? matching(part, disk.list(folder === '' ? '/' : folder) ?? []) : [part]).map(
          (name) => `${folder}/${name}`,
        ),
      );
      if (next.length <= budget.left) continue;
      budget.left = -1;
      return [];
    }
    found = next;
  }
  budget.left -= found.length;
  return found;
}

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
    return targets.map((target) => toFact(target, target, names));
  }
  const given = call.input['path'];
  if (typeof given !== 'string' || given === '' || given.includes('\0')) {
    return call.tool === 'grep' || call.tool === 'glob' ? [toFact(call.cwd, call.cwd, names)] : [];
  }
  const absolute = resolvePath(call.cwd, given.replace(/^~(?=\/|$)/, names.home));
  return [{ ...toFact(absolute, absolute, names), given }];
}
