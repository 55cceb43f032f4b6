import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from 'node:fs';
import { baseName, folderOf, isWithin, resolvePath } from '../base/path.ts';
import type { Disk } from '../ports/disk.ts';

/** The disk of this machine. */
export const hostDisk: Disk = {
  realPath: (path) => followUps(path),
  list: (folder) => orNull(() => readdirSync(folder)),
  kind(path) {
    const stats = statOf(path);
    if (stats === null) return null;
    return stats.isFile() ? 'file' : stats.isDirectory() ? 'folder' : 'other';
  },
  readText: (path, maxBytes) => readBytes(path, maxBytes)?.toString('utf8') ?? null,
  readBytes,
  isExecutable: (path) => statOf(path)?.isFile() === true && orNull(() => accessSync(path, constants.X_OK)) !== null,
};

/** `..` goes up from where a link in front of it leads, so each stretch up to one is looked up on its own. */
function followUps(path: string, links = MAX_LINKS): string | null {
  let at: string | null = '/';
  for (const [i, stretch] of path.split(/\/\.\.(?=\/|$)/).entries()) {
    if (i > 0) at = folderOf(at);
    at = findRealPath(resolvePath(at, `.${stretch.startsWith('/') ? '' : '/'}${stretch}`), links);
    if (at === null) return null;
  }
  return at;
}

/** Links that lead elsewhere for every process that asks: what they are for this one says nothing about another. */
const DEPENDS_ON_ASKER = /^\/proc\/(?:(?:thread-)?self|[^/]+\/(?:task\/[^/]+\/)?(?:cwd|root|exe|fd\/[^/]+))$/;

/** As the kernel has it (path_resolution(7)): so many links in a row are followed. */
const MAX_LINKS = 40;

/**
 * A missing path gets the real path of its nearest parent that exists, and the rest as it is written. A link that leads
 * nowhere is followed all the same: who writes to it makes the file that it names.
 */
function findRealPath(path: string, links: number): string | null {
  const isThere = orNull(() => lstatSync(path, { throwIfNoEntry: false }) !== undefined) !== false;
  const real = isThere ? orNull(() => realpathSync.native(path)) : null;
  // Without a link on the way there is nothing more to look at.
  if (real === path || path === '/') return real;
  const folder = findRealPath(folderOf(path), links);
  if (folder === null) return real;
  if (!isThere) return resolvePath(folder, baseName(path));
  const walked = followLast(folder, baseName(path), links);
  return real !== null && walked !== null && !isWithin(walked, '/proc') ? real : walked;
}

function followLast(folder: string, name: string, links: number): string | null {
  const here = resolvePath(folder, name);
  const target = links === 0 || DEPENDS_ON_ASKER.test(here) ? null : orNull(() => readlinkSync(here));
  if (target === null) return here;
  return followUps(target.startsWith('/') ? target : `${folder}/${target}`, links - 1);
}

/** Only of a regular file: to open a pipe or a device would wait or do something. */
function readBytes(path: string, maxBytes: number): Buffer | null {
  const stats = statOf(path);
  return stats?.isFile() === true && stats.size <= maxBytes ? orNull(() => readBounded(path, maxBytes)) : null;
}

/** The size of a file below /proc says nothing, and some there never end: read no more than one byte too many. */
function readBounded(path: string, maxBytes: number): Buffer | null {
  const file = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const chunks: Buffer[] = [];
    for (let size = 0; size <= maxBytes;) {
      const chunk = Buffer.allocUnsafe(Math.min(65_536, maxBytes + 1 - size));
      const count = readSync(file, chunk);
      if (count === 0) return Buffer.concat(chunks);
      chunks.push(chunk.subarray(0, count));
      size += count;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

const statOf = (path: string): Stats | null => orNull(() => statSync(path, { throwIfNoEntry: false }) ?? null);

function orNull<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    return null; // what cannot be looked at is not there, as the port promises
  }
}
