import { lstatSync, readdirSync, realpathSync, statSync, type BigIntStats, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
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

/** Folders that hold no skills of their own, beside hidden ones. */
const NO_SKILLS: ReadonlySet<string> = new Set([...LEFT_OUT, 'dist', 'build']);
/** Markdown files that are about a folder. */
const ABOUT = /^(?:readme|license|changelog|contributing|agents|skill)\.md$/i;
const MAX_DEPTH = 4;
const MAX_FOLDERS = 20_000;
/** Of one skill; what is behind is not listed, read or watched. */
export const MAX_FILES = 2_000;

/**
 * Every skill in a folder, by two layouts: `<name>/SKILL.md`, also some folders deep, and `<name>.md` at the top. A
 * folder that is not there has none. One stat of each file, none is opened. Links are followed, each folder once; those
 * that lead out of a project's folder are not.
 */
export function walkPlace(place: SkillPlace): Spotted {
  const skills: SpottedSkill[] = [];
  const unreadable: Unreadable[] = [];
  const seen = new Set<string>();
  const root = realOf(place.path);
  const queue = [{ folder: place.path, depth: 0 }];
  const note = (path: string, error: unknown): void => {
    const base = relative(place.path, path) || 'skills';
    if (!isGone(error)) unreadable.push({ base, file: path, reason: `it cannot be looked at (${codeOf(error)})` });
  };
  for (const { folder, depth } of queue) {
    try {
      const real = realpathSync(folder);
      if (seen.has(real) || seen.size >= MAX_FOLDERS || (place.isProject && !isWithin(real, root))) continue;
      seen.add(real);
      const entries = readdirSync(folder, { withFileTypes: true }).toSorted(byName);
      const main = depth === 0 ? undefined : findMain(entries);
      if (main !== undefined) {
        skills.push(spotFolder(folder, main.name));
        continue;
      }
      for (const entry of entries) {
        const path = join(folder, entry.name);
        const kind = kindOf(entry, path);
        const isOpen = !entry.name.startsWith('.') && !NO_SKILLS.has(entry.name);
        if (kind === 'folder' && depth < MAX_DEPTH && isOpen) queue.push({ folder: path, depth: depth + 1 });
        if (kind === 'file' && depth === 0 && isFlat(entry.name)) skills.push(spotFile(path, entry.name));
      }
    } catch (error) {
      note(folder, error);
    }
  }
  return { skills, unreadable };
}

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

const isFlat = (name: string): boolean => /^[^.].*\.md$/.test(name) && !ABOUT.test(name);

/** `SKILL.md`; some write it otherwise. */
const findMain = (entries: readonly Dirent[]): Dirent | undefined =>
  entries.find(({ name }) => name === 'SKILL.md') ?? entries.find(({ name }) => /^skill\.md$/i.test(name));

/** What is at the end of a link; null where that is neither a file nor a folder. */
function kindOf(entry: Dirent, path: string): 'file' | 'folder' | null {
  const found = entry.isSymbolicLink() ? statSync(path, { throwIfNoEntry: false }) : entry;
  return found?.isFile() === true ? 'file' : found?.isDirectory() === true ? 'folder' : null;
}

function spotFolder(folder: string, main: string): SpottedSkill {
  const stamps = listBundle(folder).map(({ path, stats }) => `${path}\0${stampOf(stats)}`);
  return {
    base: folder.slice(folder.lastIndexOf('/') + 1),
    file: join(folder, main),
    folder,
    stamp: digestText(stamps.join('\n')),
  };
}

const spotFile = (file: string, name: string): SpottedSkill => ({
  base: name.replace(/\.md$/, ''),
  file,
  folder: null,
  stamp: digestText(stampOf(statSync(file, { bigint: true }))),
});

const stampOf = ({ size, mtimeNs, ctimeNs, ino }: BigIntStats): string => `${size} ${mtimeNs} ${ctimeNs} ${ino}`;

export interface BundledFile {
  /** Within the folder. */
  readonly path: string;
  readonly stats: BigIntStats;
}

/** The files of a skill in the order of their paths, links as such; its own `SKILL.md` is one of them. */
export function listBundle(folder: string): readonly BundledFile[] {
  const files: BundledFile[] = [];
  const queue = [''];
  for (const below of queue) {
    for (const entry of readdirSync(join(folder, below), { withFileTypes: true }).toSorted(byName)) {
      if (LEFT_OUT.has(entry.name) || files.length >= MAX_FILES) continue;
      const path = below === '' ? entry.name : `${below}/${entry.name}`;
      if (entry.isDirectory()) queue.push(path);
      else files.push({ path, stats: lstatSync(join(folder, path), { bigint: true }) });
    }
  }
  return files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function realOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : String(error);

/** It is not there, or vanished while it was looked at. */
const isGone = (error: unknown): boolean => ['ENOENT', 'ENOTDIR'].includes(codeOf(error));
