import { baseName, folderOf, isWithin, resolvePath } from '../base/path.ts';
import type { Disk } from '../ports/disk.ts';

/** As the kernel has it (path_resolution(7)): so many links in a row are followed. */
const MAX_LINKS = 40;

/** A disk on which some paths lead elsewhere: for questions about links that are not there. */
export function withLinks(disk: Disk, links: Readonly<Record<string, string>>): Disk {
  const realPath = (path: string, left: number): string | null => {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    let at = '/';
    for (const [i, part] of parts.entries()) {
      if (part === '..') {
        at = folderOf(at);
        continue;
      }
      const next = resolvePath(at, part);
      const target = Object.hasOwn(links, next) ? links[next] : undefined;
      if (target === undefined) at = next;
      else return left === 0 ? null : realPath(`${resolvePath(at, target)}/${parts.slice(i + 1).join('/')}`, left - 1);
    }
    return disk.realPath(at);
  };
  // The folders of the links are there as well.
  const holdsLink = (path: string): boolean => Object.keys(links).some((link) => isWithin(link, path));
  return {
    ...disk,
    realPath: (path) => realPath(path, MAX_LINKS),
    kind: (path) => (holdsLink(path) ? 'folder' : disk.kind(path)),
    list(folder) {
      const names = Object.keys(links).flatMap((link) => (folderOf(link) === folder ? [baseName(link)] : []));
      const found = disk.list(folder);
      return found === null && names.length === 0 ? null : [...new Set([...(found ?? []), ...names])];
    },
  };
}
