import type { Disk } from '../ports/disk.ts';

/** A disk on which some paths lead elsewhere: for questions about links that are not there. */
export function withLinks(disk: Disk, links: Readonly<Record<string, string>>): Disk {
  const names = Object.keys(links).toSorted((a, b) => b.length - a.length);
  return {
    ...disk,
    realPath(path) {
      const link = names.find((name) => path === name || path.startsWith(`${name}/`));
      return link === undefined ? disk.realPath(path) : disk.realPath(`${links[link] ?? ''}${path.slice(link.length)}`);
    },
  };
}
