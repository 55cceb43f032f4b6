import { lstatSync, readdirSync, realpathSync, statSync, type Dirent, type Stats } from 'node:fs';
import { relative } from 'node:path';
import { digestText } from '../../base/digest.ts';
import { isWithin } from '../../base/path.ts';
import type { SkillPlace } from '../../vocab/skill.ts';

/** A skill as names, sizes and times tell of it; nothing of it was read. */
export interface SpottedSkill {
  /** Of the folder, or of the file without its ending. */
  readonly base: string;
  readonly file: string;
  readonly folder: string | null;
  readonly stamp: string;
  readonly watched: readonly string[];
}

/** Something that looks like a skill and cannot be looked at. */
export interface Unreadable {
  readonly base: string;
  readonly file: string;
  readonly reason: string;
}

export interface Spotted {
  readonly skills: readonly SpottedSkill[];
  readonly unreadable: readonly Unreadable[];
}

/** Never part of a skill. */
export const LEFT_OUT: ReadonlySet<string> = new Set([
  ...['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.DS_Store'],
]);

/** Folders below the top that hold no skills, beside hidden ones; at the top a skill may be called so. */
const NO_SKILLS: ReadonlySet<string> = new Set([...LEFT_OUT, 'dist', 'build']);
/** Markdown files that are about a folder. */
const ABOUT = /^(?:readme|license|changelog|contributing|agents|skill)\.md$/i;
const MAX_DEPTH = 4;
const MAX_FOLDERS = 20_000;
/** Raised when skills are read or scanned in another way: what was kept of them then counts no longer. */
export const READ_BY = 2;
/** Of one skill; what is behind is not listed, read or watched. */
export const MAX_FILES = 2_000;

/**
 * Every skill in a folder, by two layouts: `<name>/SKILL.md`, also some folders deep, and `<name>.md` at the top. A
 * folder that is not there has none. One stat of each file, none is opened. Links are followed, each folder once; those
 * that lead out of a project's folder are not. A folder that is known is listed again only when something in it changed.
 */
export function walkPlace(place: SkillPlace, known: KnownFolders = new Map(), most = MAX_FOLDERS): Spotted {
  const skills: SpottedSkill[] = [];
  const unreadable: Unreadable[] = [];
  const queue: Folder[] = [{ path: place.path, depth: 0, isLink: true }];
  const walk: Walk = { place, skills, queue, known, seen: new Set(), most, isCutOff: false };
  const attempt = (path: string, work: () => void): void => {
    try {
      work();
    } catch (error) {
      const base = relative(place.path, path) || 'skills';
      if (!isGone(error)) unreadable.push({ base, file: path, reason: `it cannot be looked at (${codeOf(error)})` });
    }
  };
  for (const folder of queue) {
    attempt(folder.path, () => {
      if (folder.isLink && !mayFollow(folder.path, walk)) return;
      const same = findUnchanged(folder, known);
      if (same !== null) {
        skills.push(same);
        return;
      }
      const entries = readdirSync(folder.path, { withFileTypes: true });
      const main = folder.depth === 0 ? undefined : findMain(entries);
      if (main !== undefined) skills.push(spotFolder(folder.path, main.name, entries));
      else
        for (const entry of entries.toSorted(byName))
          attempt(`${folder.path}/${entry.name}`, () => visit(entry, folder, walk));
    });
  }
  const reason = `it holds more than ${most} folders, and the rest is not looked at`;
  if (walk.isCutOff) unreadable.push({ base: 'skills', file: place.path, reason });
  return { skills, unreadable };
}

/** Skills that were found before, by their folder. */
export type KnownFolders = ReadonlyMap<string, Pick<SpottedSkill, 'file' | 'stamp' | 'watched'>>;

/** Whatever is added to a folder or taken out of it changes the folder's own time. */
function findUnchanged({ path, depth }: Folder, known: KnownFolders): SpottedSkill | null {
  const before = depth === 0 ? undefined : known.get(path);
  if (before === undefined || before.watched.length === 0) return null;
  const { file, stamp, watched } = before;
  const isSame = toStamp(watched.map((below) => [below, statIn(path, below)] as const)) === stamp;
  return isSame ? { base: path.slice(path.lastIndexOf('/') + 1), file, folder: path, stamp, watched } : null;
}

/** Of the folder itself what is at the end of a link. */
const statIn = (folder: string, below: string): Stats | undefined =>
  below === ''
    ? statSync(folder, { throwIfNoEntry: false })
    : lstatSync(`${folder}/${below}`, { throwIfNoEntry: false });

interface Folder {
  readonly path: string;
  /** 0: the place itself. */
  readonly depth: number;
  readonly isLink: boolean;
}

interface Walk {
  readonly place: SkillPlace;
  readonly skills: SpottedSkill[];
  readonly queue: Folder[];
  readonly known: KnownFolders;
  /** Where links led. */
  readonly seen: Set<string>;
  readonly most: number;
  /** There were more folders than are looked at. */
  isCutOff: boolean;
}

/** Only links lead round in a circle, or out. */
function mayFollow(path: string, { place, seen }: Walk): boolean {
  const real = realpathSync(path);
  const isNew = ![...seen].some((other) => isWithin(other, real) || isWithin(real, other));
  seen.add(real);
  return isNew && (!place.isProject || isWithin(real, realpathSync(place.path)));
}

function visit(entry: Dirent, folder: Folder, walk: Walk): void {
  const { skills, queue } = walk;
  const path = `${folder.path}/${entry.name}`;
  const kind = kindOf(entry, path);
  const isOpen = !entry.name.startsWith('.') && !(folder.depth === 0 ? LEFT_OUT : NO_SKILLS).has(entry.name);
  if (kind === 'folder' && folder.depth < MAX_DEPTH && isOpen) {
    if (queue.length < walk.most) queue.push({ path, depth: folder.depth + 1, isLink: entry.isSymbolicLink() });
    else walk.isCutOff = true;
  }
  if (kind === 'file' && folder.depth === 0 && isFlat(entry.name)) skills.push(spotFile(path, entry.name));
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const isFlat = (name: string): boolean => /^[^.].*\.md$/.test(name) && !ABOUT.test(name);

/** `SKILL.md`; some write it otherwise. */
export const findMain = (entries: readonly Dirent[]): Dirent | undefined =>
  entries.find(({ name }) => name === 'SKILL.md') ?? entries.find(({ name }) => /^skill\.md$/i.test(name));

/** What is at the end of a link; null where that is neither a file nor a folder. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | null {
  const found = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
  return found?.isFile() === true ? 'file' : found?.isDirectory() === true ? 'folder' : null;
}

function spotFolder(folder: string, main: string, entries: readonly Dirent[]): SpottedSkill {
  const { files, folders } = listFrom(folder, entries);
  const stats = [...folders.map((path) => [path, statIn(folder, path)] as const), ...files];
  return {
    base: folder.slice(folder.lastIndexOf('/') + 1),
    file: `${folder}/${main}`,
    folder,
    stamp: toStamp(stats),
    watched: stats.map(([path]) => path),
  };
}

function spotFile(file: string, name: string): SpottedSkill {
  const stamp = toStamp([['', statSync(file)]]);
  return { base: name.replace(/\.md$/, ''), file, folder: null, stamp, watched: [] };
}

function toStamp(stats: readonly (readonly [string, Stats | undefined])[]): string {
  const lines = stats.map(([path, found]) => `${path} ${found === undefined ? 'gone' : stampOf(found)}`);
  return lines.length > 2 ? digestText([READ_BY, ...lines].join('\n')) : `${READ_BY} ${lines.join('\n')}`;
}

const stampOf = ({ size, mtimeMs, ctimeMs, ino }: Stats): string => `${size} ${mtimeMs} ${ctimeMs} ${ino}`;

/** The files of a skill in the order of their paths within it, links as such; its own `SKILL.md` is one of them. */
export const listBundle = (folder: string): Listed['files'] =>
  listFrom(folder, readdirSync(folder, { withFileTypes: true })).files;

interface Listed {
  readonly files: readonly (readonly [string, Stats])[];
  /** The folder itself is the empty path. */
  readonly folders: readonly string[];
}

function listFrom(folder: string, entries: readonly Dirent[]): Listed {
  const files: (readonly [string, Stats])[] = [];
  const folders: string[] = [''];
  const queue = [{ below: '', found: entries }];
  for (const { below, found } of queue) {
    for (const entry of found) {
      if (LEFT_OUT.has(entry.name) || files.length >= MAX_FILES || folders.length > MAX_FILES) continue;
      const path = `${below}${entry.name}`;
      const whole = `${folder}/${path}`;
      if (entry.isDirectory()) {
        folders.push(path);
        queue.push({ below: `${path}/`, found: listThere(whole).toSorted(byName) });
      } else {
        const stats = lstatSync(whole, { throwIfNoEntry: false });
        if (stats !== undefined) files.push([path, stats]);
      }
    }
  }
  return { files: files.length === 1 ? files : files.toSorted(([a], [b]) => (a < b ? -1 : 1)), folders };
}

/** What vanishes meanwhile, as the temporary files of an editor do, hides nothing else. */
function listThere(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);

/** It is not there, or vanished while it was looked at. */
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
