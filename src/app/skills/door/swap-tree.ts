import {
  chmodSync,
  closeSync,
  copyFileSync,
  cpSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  unlinkSync,
  writeSync,
} from 'node:fs';
import { basename, dirname, join, normalize, relative } from 'node:path';
import { toKey } from '../../../skills/names.ts';
import { MAIN_FILE, type FileChange } from '../../../skills/tree.ts';
import type { TreeFile } from '../../../vocab/proposal.ts';
import type { SkillSpot } from './read-tree.ts';
import { Refusal } from './result.ts';

/** Files that lie ready beside the skills; a swap of names makes them the skill. */
export interface Staged {
  /** Every moment of it, and a crash in any, leaves the skill as it was or as it is to be. */
  commit(): void;
  /** Takes back what {@link Staged.commit} did, when the store could not keep it. */
  undo(): void;
  /** Removes what is left of the preparation. */
  drop(): void;
}

/** What was taken away lies below this, by the name of the skill and the way to it. */
const GONE = 'gone';

/** The folder of a preparation begins with this; nothing that looks for skills looks into it. */
const DRAFT = '.draft-';

/** A new skill. Its name must be free in the folder, also in another case or encoding. */
export function stageNew(place: string, name: string, files: readonly TreeFile[]): Staged {
  return prepare(place, (draft) => {
    const made = join(draft, 'new', name);
    mkdirSync(made, { recursive: true });
    for (const file of files) writeInto(made, file.path, file.text);
    syncFolder(made);
    const target = join(place, name);
    return {
      commit() {
        const twin = findTwin(place, name);
        if (twin !== null) throw new Refusal('exists', `${join(place, twin)} is there already`);
        renameSync(made, target);
        syncFolder(place);
      },
      undo: () => renameSync(target, made),
    };
  });
}

/** An entry of the folder that a skill of this name would be, whatever it holds. */
export function findTwin(place: string, name: string): string | null {
  const key = toKey(name);
  const found = readdirSync(place).find((entry) => toKey(entry) === key || toKey(entry) === `${key}.md`);
  return found ?? null;
}

/** A skill that is there, taken away whole: what it holds has to be kept elsewhere. */
export function stageRemoval(place: string, name: string, { file, folder }: SkillSpot): Staged {
  const target = folder ?? file;
  const way = relative(place, target);
  checkWay(place, way);
  checkNoLink(target);
  return prepare(place, (draft) => {
    const gone = join(draft, GONE, encodeURIComponent(name), encodeURIComponent(way));
    mkdirSync(dirname(gone), { recursive: true });
    return {
      commit() {
        renameSync(target, gone);
        syncFolder(place);
      },
      undo: () => renameSync(gone, target),
    };
  });
}

/** A skill that is there, with these files changed. Whatever else its folder holds stays. */
export function stageChange(place: string, { file, folder }: SkillSpot, changes: readonly FileChange[]): Staged {
  checkWay(place, relative(place, folder ?? file));
  checkNoLink(folder ?? file);
  const [change, ...more] = changes;
  if (change === undefined) return { commit: nothing, undo: nothing, drop: nothing };
  if (folder === null) {
    if (more.length > 0)
      throw new Refusal('not-writable', `${file} is one file, and that version has several; make a folder of it first`);
    const flat = { folder: dirname(file), path: basename(file) };
    checkReplaced(flat.folder, { ...change, path: flat.path });
    return stageFile(place, flat, change);
  }
  for (const one of changes) checkReplaced(folder, one);
  // A folder inside of the skill could become a link before the swap; its copy is ours alone.
  return more.length > 0 || change.path.includes('/')
    ? stageFolder(place, folder, changes)
    : stageFile(place, { folder, path: change.path }, change);
}

const nothing = (): undefined => undefined;

interface Target {
  readonly folder: string;
  readonly path: string;
}

/** One file: its name is given to another one. */
function stageFile(place: string, { folder, path }: Target, { text }: FileChange): Staged {
  return prepare(place, (draft) => {
    const target = join(folder, path);
    const made = join(draft, 'made');
    const kept = join(draft, 'kept');
    const before = lstatSync(target, { throwIfNoEntry: false });
    if (before?.isFile() === true) copyFileSync(target, kept);
    if (text !== null) writeFile(made, text, before?.isFile() === true ? before.mode & 0o777 : 0o666);
    return {
      commit() {
        checkWay(place, relative(place, target));
        if (text === null) unlinkSync(target);
        else renameSync(made, target);
        syncFolder(dirname(target));
      },
      undo() {
        if (before === undefined) unlinkSync(target);
        else renameSync(kept, target);
      },
    };
  });
}

/** Several files: a copy of the folder with them in it takes its place. A crash in between is mended by the next look. */
function stageFolder(place: string, folder: string, changes: readonly FileChange[]): Staged {
  return prepare(place, (draft) => {
    // Skills may lie some folders deep; the whole way there is the name of the slot.
    const name = encodeURIComponent(relative(place, folder));
    const made = join(draft, 'new', name);
    const old = join(draft, 'old', name);
    mkdirSync(dirname(made));
    mkdirSync(dirname(old));
    const folders = listFolders(folder);
    cpSync(folder, made, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    for (const [path, mode] of folders) chmodSync(join(made, path), mode);
    for (const { path, text } of changes) {
      const before = lstatSync(join(folder, path), { throwIfNoEntry: false });
      checkWay(made, path);
      rmSync(join(made, path), { force: true });
      if (text === null) dropEmpty(made, dirname(path));
      else writeInto(made, path, text, before?.isFile() === true ? before.mode & 0o777 : 0o666);
    }
    syncFolder(made);
    return {
      commit() {
        renameSync(folder, old);
        renameSync(made, folder);
        syncFolder(place);
      },
      undo() {
        if (isThere(old)) {
          if (isThere(folder)) renameSync(folder, made);
          renameSync(old, folder);
        }
      },
    };
  });
}

/** The folder and those in it with their modes, which a copy does not keep. Throws a Refusal for what cannot be copied. */
function listFolders(folder: string): readonly (readonly [path: string, mode: number])[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const other = entries.find((one) => !one.isFile() && !one.isDirectory() && !one.isSymbolicLink());
  if (other !== undefined)
    throw new Refusal(
      'not-writable',
      `${join(other.parentPath, other.name)} is no file that can be copied; move it away first`,
    );
  const paths = entries.flatMap((one) => (one.isDirectory() ? join(one.parentPath, one.name) : []));
  return [folder, ...paths].map((path) => [relative(folder, path), lstatSync(path).mode & 0o7777]);
}

/** A folder in which nothing is left goes with its last file. */
function dropEmpty(top: string, path: string): void {
  if (path === '.' || !isFolder(join(top, path)) || readdirSync(join(top, path)).length > 0) return;
  rmdirSync(join(top, path));
  dropEmpty(top, dirname(path));
}

/**
 * Completes what a process left when it died between two names, and removes what nobody needs any more. To be called
 * while no other process swaps.
 */
export function mendDrafts(place: string, now: number): void {
  for (const draft of listDrafts(place)) {
    try {
      for (const slot of listOf(join(draft, 'old'))) mendSlot(place, draft, slot);
      const stat = lstatSync(draft, { throwIfNoEntry: false });
      if (stat !== undefined && now - stat.mtimeMs > KEEP_DRAFTS_MS) rmSync(draft, { recursive: true, force: true });
    } catch {
      continue; // not ours to write, or another process was faster: looking at skills goes on
    }
  }
}

/** A skill that was taken away, and is not put away yet. */
export interface Removal {
  readonly draft: string;
  readonly name: string;
  readonly slot: string;
}

/** To be called while no other process swaps: whoever took these away has ended, or died before it was stored. */
export const listRemovals = (place: string): readonly Removal[] =>
  listDrafts(place).flatMap((draft) =>
    listOf(join(draft, GONE)).flatMap((name) => listOf(join(draft, GONE, name)).map((slot) => ({ draft, name, slot }))),
  );

/** Puts a skill back that no version says is gone. To be called while no other process swaps. */
export function putBack(place: string, { draft, name, slot }: Removal): void {
  const gone = join(draft, GONE, name, slot);
  const target = toTarget(place, slot);
  if (target === null || ![draft, join(draft, GONE), dirname(gone)].every(isFolder) || !isThere(gone)) return;
  if (!isThere(target) && isFolder(dirname(target))) renameSync(gone, target);
}

/** The name of the skill that was taken away; null for what we would not have written. */
export function nameOfRemoval({ name }: Removal): string | null {
  try {
    return decodeURIComponent(name);
  } catch {
    return null;
  }
}

function mendSlot(place: string, draft: string, slot: string): void {
  const old = join(draft, 'old', slot);
  const made = join(draft, 'new', slot);
  const target = toTarget(place, slot);
  // Anybody may have put a folder there that only looks like ours.
  if (target === null || ![draft, join(draft, 'old'), old].every(isFolder)) return;
  if (isThere(target)) rmSync(old, { recursive: true, force: true });
  else if (isFolder(dirname(target))) renameSync(isFolder(made) ? made : old, target);
}

/** The folder of a skill that a slot stands for; null for anything that does not lie in the place by real folders. */
function toTarget(place: string, slot: string): string | null {
  try {
    const way = decodeURIComponent(slot);
    if (way !== normalize(way) || /^(?:\.\.?(?:\/|$)|\/)/.test(way)) return null;
    checkWay(place, way);
    return join(place, way);
  } catch {
    return null; // no name that we would have given
  }
}

const isFolder = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

/** A preparation of a process that lives takes no longer. */
const KEEP_DRAFTS_MS = 3_600_000;

export const listDrafts = (place: string): readonly string[] =>
  listOf(place)
    .filter((name) => name.startsWith(DRAFT))
    .map((name) => join(place, name));

function listOf(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return []; // nothing there, or nothing that can be seen
  }
}

/** Makes the folder of a preparation; what cannot be prepared leaves nothing behind. */
function prepare(place: string, work: (draft: string) => Omit<Staged, 'drop'>): Staged {
  mkdirSync(place, { recursive: true });
  const draft = mkdtempSync(join(place, DRAFT));
  const drop = (): void => rmSync(draft, { recursive: true, force: true });
  try {
    return { ...work(draft), drop };
  } catch (error) {
    drop();
    throw error;
  }
}

function writeInto(folder: string, path: string, text: string, mode = 0o666): void {
  const target = join(folder, path);
  mkdirSync(dirname(target), { recursive: true });
  writeFile(target, text, mode);
}

function writeFile(target: string, text: string, mode: number): void {
  const handle = openSync(target, 'wx', mode);
  try {
    const bytes = Buffer.from(text);
    for (let at = 0; at < bytes.length;) at += writeSync(handle, bytes, at);
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function syncFolder(path: string): void {
  const handle = openSync(path, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** What a change replaces is what somebody saw: nothing that no version holds, and nothing that may not be written. */
function checkReplaced(folder: string, { path, text, isNew }: FileChange): void {
  checkWay(folder, path);
  const target = join(folder, path);
  const there = lstatSync(target, { throwIfNoEntry: false });
  if (there === undefined) return;
  if (!there.isFile()) throw new Refusal('not-writable', `${target} is no regular file; move it away first`);
  // A main file that is no text any more is what a revert is for.
  if (!isNew || path === MAIN_FILE) closeSync(openSync(target, 'r+'));
  else if (text === null || !readFileSync(target).equals(Buffer.from(text)))
    throw new Refusal('exists', `${target} is there already, and no version holds it; move it away first`);
}

/** Every step from the folder to the file is a folder, not a link to one. */
function checkWay(folder: string, path: string): void {
  for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
    checkNoLink(join(folder, path.slice(0, at)));
}

function checkNoLink(path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new Refusal('not-writable', `${path} is a link; what it leads to is not written through it`);
  }
}

const isThere = (path: string): boolean => lstatSync(path, { throwIfNoEntry: false }) !== undefined;
