import { baseName, folderOf, resolvePath } from '../../base/path.ts';
import type { Disk } from '../../ports/disk.ts';

interface Look {
  readonly real: string | null;
  readonly missing: boolean;
}

/**
 * Within one call the same path is asked for again and again: the disk is asked once, and below what is missing not at
 * all, so that `cd x; cd x; ...` costs one look a command. Behind a link it is asked by the real folder, so that a link
 * that leads to where it lies costs no more each time it is written.
 */
export function withMemory(disk: Disk): Disk {
  const looks = new Map<string, Look>();
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
  const ask = (path: string): Look => {
    const real = disk.realPath(path);
    return { real, missing: real !== null && kindOf(real) === null };
  };
  const below = ({ real, missing }: Look, path: string): Look => {
    const name = baseName(path);
    if (real === null) return ask(path);
    const there = `${real === '/' ? '' : real}/${name}`;
    if (missing) return { real: there, missing };
    const known = looks.get(there) ?? ask(there);
    looks.set(there, known);
    return known;
  };
  const look = (path: string): Look => {
    let found = looks.get(path);
    if (found === undefined) {
      found = path === '/' ? ask(path) : below(look(folderOf(path)), path);
      looks.set(path, found);
    }
    return found;
  };
  return {
    ...disk,
    kind: kindOf,
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
