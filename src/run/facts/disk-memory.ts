import { baseName, folderOf, resolvePath } from '../../base/path.ts';
import type { Disk } from '../../ports/disk.ts';

interface Look {
  readonly real: string | null;
  readonly missing: boolean;
}

/**
 * Within one call the same path is asked for again and again: the disk is asked once, and below what is missing not at
 * all, so that `cd x; cd x; ...` costs one look a command.
 */
export function withMemory(disk: Disk): Disk {
  const looks = new Map<string, Look>();
  const lists = new Map<string, readonly string[] | null>();
  const ask = (path: string): Look => {
    const real = disk.realPath(path);
    return { real, missing: real !== null && disk.kind(real) === null };
  };
  const look = (path: string): Look => {
    let found = looks.get(path);
    if (found === undefined) {
      const above = path === '/' ? null : look(folderOf(path));
      // From where the folder really lies: a long way through links is not gone anew for every name on it.
      const from = above?.real ?? folderOf(path);
      const next = above === null ? path : `${from === '/' ? '' : from}/${baseName(path)}`;
      found = above?.missing === true ? { real: next, missing: true } : (looks.get(next) ?? ask(next));
      looks.set(next, found);
      looks.set(path, found);
    }
    return found;
  };
  return {
    ...disk,
    realPath: (path) => (resolvePath('/', path) === path ? look(path).real : disk.realPath(path)),
    list(folder) {
      let names = lists.get(folder);
      if (names === undefined) {
        names = disk.list(folder);
        lists.set(folder, names);
      }
      return names;
    },
  };
}
