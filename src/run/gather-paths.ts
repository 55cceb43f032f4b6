import { isWithin, resolvePath } from '../base/path.ts';
import { componentGives } from '../policy/paths.ts';
import type { Disk } from '../ports/disk.ts';
import type { Call } from '../vocab/call.ts';
import type { PathFact } from '../vocab/facts.ts';
import type { ShellLine, SimpleCommand, Unparsable, Word } from '../vocab/shell-line.ts';
import { isToolName, TOOLS } from '../vocab/tool-names.ts';

/** How paths are looked up: the disk, and folders that have another real name. */
export interface Names {
  readonly disk: Disk;
  readonly home: string;
  readonly aliases: readonly (readonly [real: string, name: string])[];
}

/** Names a glob may give before the rest is left out, and characters of a word that may be a path. */
const MAX_GLOB_NAMES = 2000;
const MAX_PATH_CHARS = 4096;

/** Every word of a line that may be a path, with what it really is, and the names that its globs give. */
export function gatherPaths(line: ShellLine | Unparsable, names: Names): readonly PathFact[] {
  const facts = new Map<string, PathFact>();
  for (const command of line.commands) {
    const words = [...command.words.slice(1), ...command.redirects.flatMap(({ target }) => target ?? [])];
    for (const word of words)
      for (const fact of factsOfWord(word, command, names)) facts.set(`${fact.absolute}\n${fact.fromGlob ?? ''}`, fact);
  }
  return [...facts.values()];
}

function factsOfWord(word: Word, command: SimpleCommand, names: Names): readonly PathFact[] {
  const { cwd } = command;
  if (word.value === null || word.value === '' || word.value.length > MAX_PATH_CHARS || word.value.includes('\0'))
    return [];
  if (word.pattern !== null)
    return cwd === null && !word.pattern.startsWith('/') ? [] : globFacts(word.pattern, cwd ?? '/', names);
  const behind =
    /^-{0,2}[\w-]*=@?(.+)$/s.exec(word.value)?.[1] ??
    /^-[A-Za-z]([~/.].*)$/s.exec(word.value)?.[1] ??
    /^@(.+)$/s.exec(word.value)?.[1];
  return [word.value, behind].flatMap((given) => {
    if (given === undefined || (cwd === null && !given.startsWith('/'))) return [];
    return [toFact(given, resolvePath(cwd ?? '/', given), names)];
  });
}

const toFact = (given: string, absolute: string, names: Names): PathFact => ({
  given,
  absolute,
  real: realOf(absolute, names),
});

/** The real path, told by the name that the workspace or the home has here when it lies in one of them. */
function realOf(absolute: string, { disk, aliases }: Names): string | null {
  const real = disk.realPath(absolute);
  const alias = real === null ? undefined : aliases.find(([folder]) => isWithin(real, folder));
  return real === null || alias === undefined ? real : `${alias[1]}${real.slice(alias[0].length)}`;
}

/** The names on disk that a pattern gives, as bash would find them; `fromGlob` is the absolute pattern. */
function globFacts(pattern: string, cwd: string, names: Names): readonly PathFact[] {
  const absolute = resolvePath(cwd, pattern);
  let found: readonly string[] = [''];
  for (const part of absolute.split('/').slice(1)) {
    found = found.flatMap((folder) => {
      if (!/[*?[\\]/.test(part)) return [`${folder}/${part}`];
      const entries = names.disk.list(folder === '' ? '/' : folder) ?? [];
      const dotted = part.startsWith('.');
      return entries
        .filter((name) => (dotted || !name.startsWith('.')) && componentGives(part, name))
        .map((name) => `${folder}/${name}`);
    });
    if (found.length > MAX_GLOB_NAMES) found = found.slice(0, MAX_GLOB_NAMES);
  }
  return found.map((path) => ({ ...toFact(pattern, path, names), fromGlob: absolute }));
}

/** The path a file tool is given; the folder itself where it takes one by default. */
export function gatherToolPaths(call: Call, names: Names): readonly PathFact[] {
  const isPathTool = isToolName(call.tool) && TOOLS[call.tool].subject === 'path';
  if (!isPathTool) return [];
  const given = call.input['path'];
  if (typeof given !== 'string' || given === '' || given.includes('\0')) {
    return call.tool === 'grep' || call.tool === 'glob' ? [toFact('.', call.cwd, names)] : [];
  }
  const expanded = given.replace(/^~(?=\/|$)/, names.home);
  return [toFact(given, resolvePath(call.cwd, expanded), names)];
}
