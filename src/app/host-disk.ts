import { accessSync, constants, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { baseName, folderOf } from '../base/path.ts';
import type { Disk } from '../ports/disk.ts';

/** The disk of this machine. What cannot be read is null. */
export const hostDisk: Disk = {
  realPath(path) {
    for (let folder = path, rest = ''; ; rest = `/${baseName(folder)}${rest}`, folder = folderOf(folder)) {
      const real = attempt(() => realpathSync.native(folder));
      if (real !== null) return real === '/' && rest !== '' ? rest : `${real}${rest}`;
      if (folder === '/') return null;
    }
  },
  list: (folder) => attempt(() => readdirSync(folder)),
  kind(path) {
    const stat = attempt(() => statSync(path));
    if (stat === null) return null;
    return stat.isFile() ? 'file' : stat.isDirectory() ? 'folder' : 'other';
  },
  readText(path, maxBytes) {
    const stat = attempt(() => statSync(path));
    if (stat === null || !stat.isFile() || stat.size > maxBytes) return null;
    return attempt(() => readFileSync(path, 'utf8'));
  },
  isExecutable(path) {
    return attempt(() => (accessSync(path, constants.X_OK), statSync(path).isFile())) ?? false;
  },
};

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

function attempt<T>(look: () => T): T | null {
  try {
    return look();
  } catch {
    // Missing, forbidden or no such kind: to the judge all of these are "not there".
    return null;
  }
}
