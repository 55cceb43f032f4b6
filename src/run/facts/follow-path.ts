import { folderOf, isWithin, resolvePath } from '../../base/path.ts';
import type { Disk } from '../../ports/disk.ts';

/** How paths are looked up: the disk, and folders that have another real name. */
export interface Names {
  readonly disk: Disk;
  readonly home: string;
  readonly aliases: readonly (readonly [real: string, name: string])[];
  /** Names under which the line mounts a folder that lies elsewhere: what is done to the name is done there. */
  readonly mounts?: readonly string[];
}

/** Where a path leads. */
export interface Followed {
  /** Null: the disk does not tell. */
  readonly real: string | null;
  /** The path through a folder of /proc that is another one for every process; null when there is none on the way. */
  readonly open: string | null;
}

/**
 * Follows links as the kernel does for a command that runs in `cwd`: `..` goes up from where a link in front of it
 * leads, `/proc/self/cwd` is the folder of the command and not of the judge.
 */
export function followPath(path: string, cwd: string | null, { disk, aliases }: Names): Followed {
  let at: string | null = '/';
  let open: string | null = null;
  for (const [i, stretch] of path.split(/\/\.\.(?=\/|$)/).entries()) {
    // Above a stream that nobody knows lies a folder that nobody knows.
    if (i > 0 && !/^\/proc\/[^/]+\/(?:task\/[^/]+\/)?fd\//.test(at)) at = folderOf(at);
    const real = disk.realPath(resolvePath(at, `.${stretch.startsWith('/') ? '' : '/'}${stretch}`));
    at = real === null ? null : asSeenFrom(real, cwd, disk);
    if (isOpen(real)) open = real;
    if (at === null) return { real: null, open };
  }
  const alias = aliases.find(([folder]) => isWithin(at, folder));
  return { real: alias === undefined ? at : `${alias[1]}${at.slice(alias[0].length)}`, open };
}

const OF_PROCESS = /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?(cwd|root)(?=\/|$)(.*)$/s;

const isOpen = (path: string | null): boolean =>
  path !== null && (OF_PROCESS.test(path) || /^\/proc\/[^/]+\/(?:task\/[^/]+\/)?fd\//.test(path));

/** Links in a row, as the kernel follows them. */
const MAX_LINKS = 40;

/** Of another process the folder is guessed to be the same: what is denied there is denied here. */
function asSeenFrom(path: string, cwd: string | null, disk: Disk): string | null {
  let at: string | null = path;
  for (let i = 0; i < MAX_LINKS && at !== null; i++) {
    const [whole, kind, rest = ''] = OF_PROCESS.exec(at) ?? [];
    if (whole === undefined || (kind === 'cwd' && cwd === null)) return at;
    at = disk.realPath(`${kind === 'cwd' ? (cwd ?? '') : ''}${rest}` || '/');
  }
  return at;
}
