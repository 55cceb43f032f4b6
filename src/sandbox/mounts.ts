import { readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../base/path.ts';
import type { Door, GitPart, Opening, Openings } from '../vocab/sandbox.ts';
import { isErrno } from './channel.ts';

/** What every command of a run may do, before anything is opened for one of them. Paths need not exist. */
export interface Layout {
  /** As they really were when the run began: one that has become a link to elsewhere is not followed. */
  readonly writable: readonly string[];
  /** Shown although they lie in something hidden; read-only. */
  readonly readable: readonly string[];
  readonly hidden: readonly string[];
  /** Hidden too, and not opened as a whole by anything a call was allowed; single places inside may be. */
  readonly sealed: readonly string[];
  /** Kept read-only inside a place that may be written, unless a call opens the part or changes the very path. */
  readonly git?: Readonly<Record<GitPart, readonly string[]>>;
  /** Where programs outside listen: hidden as well. */
  readonly doors: Readonly<Partial<Record<Door, readonly string[]>>>;
}

/** One place that is not as the rest of the file system, which is read-only. Paths are real. */
export interface Mount {
  readonly path: string;
  readonly kind: 'write' | 'read' | 'hide-folder' | 'hide-file';
  readonly isSealed?: true;
}

/** Neighbours of a name that are kept as they are one by one; a folder with more is not opened for one name. */
const MAX_NEIGHBOURS = 300;

/**
 * The mounts of one command, outer folders first. Where a place is named twice, what was opened for the call counts
 * before what the layout lets write, and that before what it shows or hides.
 */
export function toMounts(layout: Layout, openings: Openings): readonly Mount[] {
  const mounts: Mounts = new Map();
  const put = (given: string, kind: 'write' | 'read' | 'hide', isSealed = false): void => {
    const found = look(given);
    if (found === null || found.path === '/dev/null') return;
    const { path, isFolder } = found;
    const shown = kind !== 'hide' ? kind : isFolder ? 'hide-folder' : 'hide-file';
    mounts.set(path, { path, kind: shown, ...(isSealed ? { isSealed } : {}) });
  };
  for (const path of layout.hidden) put(path, 'hide');
  for (const path of layout.sealed) put(path, 'hide', true);
  for (const [door, paths] of Object.entries(layout.doors)) {
    const isOpen = openings.doors.some((one) => one === door);
    for (const path of paths)
      if (isOpen || !kindAt(path, mounts).startsWith('hide')) put(path, isOpen ? 'write' : 'hide');
  }
  for (const path of layout.readable) put(path, 'read');
  for (const path of layout.writable) {
    // A mount inside one that may be written as well would only keep names from being moved across it.
    if (look(path)?.path === path && kindAt(path, mounts) !== 'write') put(path, 'write');
  }
  keepGit(layout, openings, mounts);
  for (const opening of openings.paths) openPath(opening, mounts);
  return [...mounts.values()].toSorted((a, b) => depth(a.path) - depth(b.path) || (a.path < b.path ? -1 : 1));
}

const depth = (path: string): number => (path === '/' ? 0 : path.split('/').length);

type Mounts = Map<string, Mount>;

/** The folder around what is kept becomes a mount of its own, so that it cannot be moved away and made anew. */
function keepGit({ git }: Layout, openings: Openings, mounts: Mounts): void {
  for (const part of ['hooks', 'config'] as const) {
    if (openings.git?.includes(part) === true) continue;
    for (const path of git?.[part] ?? []) {
      // A link would be followed by the mount, and stay as it is itself.
      if (look(path)?.path !== path || kindAt(path, mounts) !== 'write' || mounts.has(path)) continue;
      if (openings.paths.some((opening) => changes(opening, path))) continue;
      const around = dirname(path);
      if (!mounts.has(around)) mounts.set(around, { path: around, kind: 'write' });
      mounts.set(path, { path, kind: 'read' });
    }
  }
}

/** Whether what was opened is this path, lies in it, or is the folder around it; one further up only when it is to go. */
const changes = ({ path, access }: Opening, kept: string): boolean =>
  access !== 'read' &&
  (isWithin(path, kept) || path === dirname(kept) || (access === 'remove' && isWithin(kept, path)));

function openPath({ path: given, access }: Opening, mounts: Mounts): void {
  const found = look(given);
  if (access === 'read') return found === null ? undefined : openRead(found.path, mounts);
  if (found !== null && access === 'create') return;
  const path = found?.path ?? firstMissing(given);
  const own = mounts.get(path);
  if (own?.isSealed === true) return;
  if (own?.kind !== 'write') mounts.delete(path);
  const around = kindAt(dirname(path), mounts);
  if (around === 'write') return;
  if (found?.isFolder === true && access === 'write') mounts.set(path, { path, kind: 'write' });
  else openName(path, { exists: found !== null, around }, mounts);
}

/** What is hidden there is shown; what may be written stays so. */
function openRead(path: string, mounts: Mounts): void {
  if (mounts.get(path)?.isSealed === true) return;
  const isHidden = kindAt(path, mounts).startsWith('hide');
  for (const mount of mounts.values()) {
    const opens = mount.kind.startsWith('hide') && mount.isSealed !== true && isWithin(mount.path, path);
    if (opens) mounts.delete(mount.path);
  }
  if (isHidden) mounts.set(path, { path, kind: 'read' });
}

/**
 * A name can only be made, replaced or removed in a folder that may be written: the folder is opened, and each other
 * name in it is put back to what it was.
 */
function openName(
  path: string,
  { exists, around }: { readonly exists: boolean; readonly around: Mount['kind'] },
  mounts: Mounts,
): void {
  const folder = dirname(path);
  const names = orNull(() => readdirSync(folder));
  if (names === null || names.length > MAX_NEIGHBOURS) {
    if (exists) mounts.set(path, { path, kind: 'write' });
    return;
  }
  mounts.set(folder, { path: folder, kind: 'write' });
  for (const name of names) {
    const other = join(folder, name);
    const found = other === path || mounts.has(other) ? null : look(other);
    if (found === null || found.path !== other) continue; // a link is a name; what it leads to is elsewhere
    const hidden = found.isFolder ? 'hide-folder' : 'hide-file';
    mounts.set(other, { path: other, kind: around === 'read' ? 'read' : hidden });
  }
}

/** What holds for a path by the innermost mount around it. */
function kindAt(path: string, mounts: Mounts): Mount['kind'] {
  const around = [...mounts.values()].filter((mount) => isWithin(path, mount.path));
  return around.toSorted((a, b) => depth(b.path) - depth(a.path))[0]?.kind ?? 'read';
}

/** The outermost part of a path that is not there, below its real parent. */
function firstMissing(path: string): string {
  const folder = dirname(path);
  const found = look(folder);
  return found === null ? firstMissing(folder) : join(found.path, path.slice(folder === '/' ? 1 : folder.length + 1));
}

const look = (path: string): { readonly path: string; readonly isFolder: boolean } | null =>
  orNull(() => ({ path: realpathSync(path), isFolder: statSync(path).isDirectory() }));

/** What cannot be looked at is not there for us; what hides it from us hides it from the command. */
function orNull<T>(work: () => T): T | null {
  try {
    return work();
  } catch (error) {
    if (isErrno(error)) return null;
    throw error;
  }
}
