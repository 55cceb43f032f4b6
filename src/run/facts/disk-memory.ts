import { baseName, folderOf, resolvePath } from '../../base/path.ts';
import type { Disk } from '../../ports/disk.ts';

/**
 * Within one call the same path is asked for again and again: the disk is asked once, and below what is missing not at
 * all, so that `cd x; cd x; ...` costs one look a command. Behind a link it is asked by the real folder, so that a link
 * that leads to where it lies costs no more each time it is written. A path that exists and leads through no link tells
 * where all the folders above it are.
 */
export function withMemory(disk: Disk): Disk {
  const reals = new Map<string, string | null>();
  const lists = new Map<string, readonly string[] | null>();
  const kinds = new Map<string, ReturnType<Disk['kind']>>();
  const kindOf = (path: string): ReturnType<Disk['kind']> => {
    let kind = kinds.get(path);
    if (kind === undefined) {
      kind = disk.kind(path);
      kinds.set(path, kind);
    }
    return kind;
  };
  const ask = (path: string): string | null => {
    const real = disk.realPath(path);
    reals.set(path, real);
    return real;
  };
  const below = (folder: string | null, path: string): string | null => {
    if (folder === null) return ask(path);
    const there = `${folder === '/' ? '' : folder}/${baseName(path)}`;
    if (kindOf(folder) === null) return there;
    const known = reals.get(there);
    return known === undefined ? ask(there) : known;
  };
  const lookDown = (path: string): string | null => {
    const known = reals.get(path);
    if (known !== undefined) return known;
    const real = path === '/' ? ask(path) : below(lookDown(folderOf(path)), path);
    reals.set(path, real);
    return real;
  };
  const lookWhole = (path: string): string | null => {
    const real = ask(path);
    if (real === path) for (let at = folderOf(path); !reals.has(at); at = folderOf(at)) reals.set(at, at);
    return real;
  };
  const look = (path: string): string | null => {
    const known = reals.get(path);
    if (known !== undefined) return known;
    if (kindOf(path) !== null) return lookWhole(path);
    const folder = folderOf(path);
    if (!reals.has(folder) && kindOf(folder) !== null) lookWhole(folder);
    return lookDown(path);
  };
  return {
    ...disk,
    kind: kindOf,
    realPath: (path) => (resolvePath('/', path) === path ? look(path) : disk.realPath(path)),
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
