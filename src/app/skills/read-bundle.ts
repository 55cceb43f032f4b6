import { closeSync, constants, fstatSync, openSync, readlinkSync, readSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin } from '../../base/path.ts';
import type { Skill } from '../../vocab/skill.ts';
import { LEFT_OUT, listBundle } from './walk-place.ts';

/** Of the list that a skill is loaded with. */
const MAX_LISTED = 200;
/** What is read of one file; the model is told where the rest is. */
const MAX_BYTES = 256 * 1024;

/** The paths of the files that come with a skill, in their order; only what can be read. */
export function listFiles({ folder, file }: Pick<Skill, 'folder' | 'file'>): readonly string[] {
  if (folder === null) return [];
  try {
    const paths = listBundle(folder).flatMap(([path]) => (join(folder, path) === file ? [] : [path]));
    const inside = paths.filter((path) => findInside(folder, path) !== null);
    const rest = inside.length - MAX_LISTED;
    return rest > 0 ? [...inside.slice(0, MAX_LISTED), `and ${rest} more`] : inside;
  } catch {
    return []; // the folder vanished: there is nothing to be listed
  }
}

/**
 * The text of a file of a skill. Null for everything that is not a regular file inside its folder: absolute paths, `..`,
 * links that lead out, left-out folders, what vanished.
 */
export function readBundled({ folder }: Pick<Skill, 'folder'>, path: string): string | null {
  const real = folder === null ? null : findInside(folder, path);
  if (folder === null || real === null) return null;
  try {
    const handle = openSync(
      real,
      constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW,
    );
    try {
      const stats = fstatSync(handle);
      // A folder on the way may have been made a link since it was looked at: what counts is what was opened.
      if (!stats.isFile() || !isWithin(pathOf(handle, real), realpathSync(folder))) return null;
      return readText(handle, stats.size);
    } finally {
      closeSync(handle);
    }
  } catch {
    return null;
  }
}

/** The real path below the folder that a path means; null: it means none. */
function findInside(folder: string, path: string): string | null {
  if (path === '' || path.includes('\0') || path.startsWith('/')) return null;
  if (path.split('/').includes('..')) return null;
  try {
    const root = realpathSync(folder);
    const real = realpathSync(resolve(folder, path));
    if (real === root || !isWithin(real, root)) return null;
    const parts = `${path}/${real.slice(root.length + 1)}`.split('/');
    return parts.some((part) => LEFT_OUT.has(part) || LEFT_OUT.has(part.toLowerCase())) ? null : real;
  } catch {
    return null;
  }
}

/** Where the file that is open lies, where the system tells. */
function pathOf(handle: number, path: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${handle}`);
  } catch {
    return realpathSync(path);
  }
}

function readText(handle: number, size: number): string {
  const bytes = Buffer.alloc(Math.min(size, MAX_BYTES));
  let at = 0;
  while (at < bytes.length) {
    const count = readSync(handle, bytes, at, bytes.length - at, at);
    if (count === 0) break;
    at += count;
  }
  const shown = bytes.subarray(0, at);
  if (shown.includes(0)) return `[a binary file of ${size} bytes]`;
  const text = new TextDecoder().decode(shown);
  return size <= MAX_BYTES ? text : `${text}\n[cut off: ${size - MAX_BYTES} more bytes]`;
}
