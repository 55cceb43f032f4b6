import { isWithin, resolvePath } from '../../base/path.ts';
import { parseGitConfig } from '../../policy/readonly/git-config.ts';
import { toExecKey } from '../../policy/readonly/git-keys.ts';
import type { Disk } from '../../ports/disk.ts';
import { findGitlinks } from './git-index.ts';

const MAX_CONFIG_BYTES = 1_048_576;
const MAX_INDEX_BYTES = 268_435_456;
/** Git's own limit of nested includes. */
const MAX_INCLUDES = 10;
const MAX_REPOSITORIES = 500;
const MAX_MODULE_FOLDERS = 5_000;

interface Search {
  readonly disk: Disk;
  /** For `~/` in an include; null when it is not known. */
  readonly home: string | null;
  readonly found: Set<string>;
  readonly seen: Set<string>;
}

/**
 * What the configuration of the repository around `folder` holds by which git could run a program, in the form of
 * `Facts.gitExec`; also of its worktrees' common folder, checked-out submodules, and included files (a condition counts
 * as met). Git is not started. What cannot be read counts as a hit. Empty where there is no repository.
 */
export function findGitExec(folder: string, disk: Disk, home: string | null = null): readonly string[] {
  const search: Search = { disk, home, found: new Set(), seen: new Set() };
  let at = disk.realPath(folder) ?? resolvePath('/', folder);
  for (;;) {
    if (readRepositoryIn(search, at)) break;
    if (isGitFolder(disk, at)) {
      search.found.add('(embedded-bare)');
      readGitFolder(search, at, at);
      break;
    }
    if (at === '/') break;
    at = resolvePath(at, '..');
  }
  return [...search.found].toSorted();
}

/** Reads the repository whose top is this folder; true when the search for one ends here. */
function readRepositoryIn(search: Search, folder: string): boolean {
  const { disk, found } = search;
  const path = resolvePath(folder, '.git');
  const kind = disk.kind(path);
  if (kind === null) return false;
  if (kind === 'folder') {
    readGitFolder(search, path, folder);
    return isGitFolder(disk, path);
  }
  const target =
    kind === 'file' ? /^gitdir: ([^\n]+?)[\r\n]*$/.exec(disk.readText(path, 65_536) ?? '')?.[1] : undefined;
  if (target === undefined || disk.kind(resolvePath(folder, target)) !== 'folder') {
    found.add('(unreadable)');
    return true;
  }
  readGitFolder(search, resolvePath(folder, target), folder);
  return true;
}

/** As git tells one: HEAD, and objects and refs here or in the common folder it names. */
function isGitFolder(disk: Disk, folder: string): boolean {
  if (disk.kind(resolvePath(folder, 'HEAD')) === null) return false;
  if (disk.kind(resolvePath(folder, 'commondir')) !== null) return true;
  return disk.kind(resolvePath(folder, 'objects')) !== null && disk.kind(resolvePath(folder, 'refs')) !== null;
}

function readGitFolder(search: Search, given: string, top: string): void {
  const { disk, found, seen } = search;
  const gitFolder = disk.realPath(given) ?? given;
  if (seen.has(gitFolder)) return;
  seen.add(gitFolder);
  if (seen.size > MAX_REPOSITORIES) {
    found.add('(unreadable)');
    return;
  }
  const common = findCommonFolder(search, gitFolder);
  const tops = new Set([top]);
  for (const file of new Set([`${common}/config`, `${common}/config.worktree`, `${gitFolder}/config.worktree`])) {
    if (disk.kind(file) === null) continue;
    for (const worktree of readConfig(search, file, 0)) tops.add(resolvePath(gitFolder, worktree));
  }
  for (const place of new Set([gitFolder, common])) {
    const names = disk.list(place);
    if (names === null) found.add('(unreadable)');
    if (names?.some((name) => name.startsWith('sharedindex.')) === true) found.add('(split-index)');
    readModules(search, resolvePath(place, 'modules'));
  }
  for (const link of readGitlinks(search, resolvePath(gitFolder, 'index'))) {
    for (const base of tops) readSubmodule(search, base, link);
  }
}

function findCommonFolder({ disk, found }: Search, gitFolder: string): string {
  const path = resolvePath(gitFolder, 'commondir');
  if (disk.kind(path) === null) return gitFolder;
  const target = disk.readText(path, 65_536)?.replace(/[\r\n]+$/, '');
  if (target === undefined || target === '') {
    found.add('(unreadable)');
    return gitFolder;
  }
  return resolvePath(gitFolder, target);
}

/** Notes the keys of a file and of what it includes; gives back the values of `core.worktree`. */
function readConfig(search: Search, file: string, depth: number): readonly string[] {
  const { disk, found } = search;
  const text = disk.readText(file, MAX_CONFIG_BYTES);
  if (text === null || depth > MAX_INCLUDES) {
    found.add('(unreadable)');
    return [];
  }
  const { entries, broken } = parseGitConfig(text);
  if (broken) found.add('(unreadable)');
  const worktrees: string[] = [];
  for (const entry of entries) {
    const key = toExecKey(entry);
    if (key !== null) found.add(key);
    if (/^include\.path$|^includeif\..*\.path$/s.test(entry.key)) {
      worktrees.push(...readInclude(search, file, { value: entry.value, depth }));
    }
    if (entry.key === 'core.worktree' && entry.value !== null) worktrees.push(entry.value);
  }
  return worktrees;
}

/** A file that is missing counts as unreadable: what it will hold when git looks is not known. */
function readInclude(
  search: Search,
  from: string,
  include: { value: string | null; depth: number },
): readonly string[] {
  const { value, depth } = include;
  const { home } = search;
  if (
    value === null ||
    value === '' ||
    value.startsWith('%(') ||
    (value.startsWith('~') && (home === null || !value.startsWith('~/')))
  ) {
    search.found.add('(unreadable)');
    return [];
  }
  const path = value.startsWith('~/')
    ? resolvePath(home ?? '/', value.slice(2))
    : resolvePath(resolvePath(from, '..'), value);
  return readConfig(search, path, depth + 1);
}

/** Submodules keep their folders in `modules/<name>`, and a name may hold slashes. */
function readModules(search: Search, modules: string): void {
  const { disk, found } = search;
  const open = [modules];
  for (let looked = 0; open.length > 0; looked++) {
    const folder = open.pop() ?? modules;
    if (disk.kind(folder) !== 'folder') continue;
    if (isGitFolder(disk, folder) && folder !== modules) {
      readGitFolder(search, folder, folder);
      continue;
    }
    const names = disk.list(folder);
    if (names === null || looked > MAX_MODULE_FOLDERS) {
      found.add('(unreadable)');
      return;
    }
    open.push(...names.map((name) => resolvePath(folder, name)));
  }
}

function readGitlinks({ disk, found }: Search, index: string): readonly string[] {
  if (disk.kind(index) === null) return [];
  const bytes = disk.readBytes(index, MAX_INDEX_BYTES);
  const links = bytes === null ? null : findGitlinks(bytes);
  if (links === null) found.add('(unreadable)');
  return links ?? [];
}

/** Git looks into a submodule wherever the index has a link and the folder a `.git`, with or without .gitmodules. */
function readSubmodule(search: Search, top: string, link: string): void {
  const folder = resolvePath(top, link);
  if (isWithin(folder, top)) readRepositoryIn(search, folder);
}
