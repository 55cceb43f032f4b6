import { folderOf, resolvePath } from '../base/path.ts';
import type { Disk } from '../ports/disk.ts';

/** What stands at a path: text or bytes of a file, `null` for a file nobody may read, `{ link }` for a symbolic link. */
export type MemoryFile = string | Uint8Array | null | { readonly link: string };

const encoder = new TextEncoder();

/** A disk of these absolute paths and the folders above them. */
export function createMemoryDisk(files: Readonly<Record<string, MemoryFile>>): Disk {
  const folders = new Set(['/']);
  for (const path of Object.keys(files)) {
    for (let at = folderOf(path); !folders.has(at); at = folderOf(at)) folders.add(at);
  }
  const real = (path: string): string => {
    let at = '/';
    for (const part of resolvePath('/', path).split('/').filter(Boolean)) {
      const next = resolvePath(at, part);
      const file = files[next];
      at = typeof file === 'object' && file !== null && 'link' in file ? real(resolvePath(at, file.link)) : next;
    }
    return at;
  };
  const fileAt = (path: string): MemoryFile | undefined => files[real(path)];
  const bytesOf = (path: string, maxBytes: number): Uint8Array | null => {
    const file = fileAt(path);
    if (file === undefined || file === null) return null;
    const bytes = typeof file === 'string' ? encoder.encode(file) : file;
    return bytes instanceof Uint8Array && bytes.length <= maxBytes ? bytes : null;
  };
  return {
    realPath: real,
    list: (folder) => {
      const at = real(folder);
      if (!folders.has(at)) return null;
      const below = [...Object.keys(files), ...folders].filter((path) => path !== '/' && folderOf(path) === at);
      return [...new Set(below)].map((path) => path.slice(at === '/' ? 1 : at.length + 1)).toSorted();
    },
    kind: (path) => (folders.has(real(path)) ? 'folder' : fileAt(path) === undefined ? null : 'file'),
    readText: (path, maxBytes) => {
      const bytes = bytesOf(path, maxBytes);
      return bytes === null ? null : new TextDecoder().decode(bytes);
    },
    readBytes: bytesOf,
    isExecutable: () => false,
  };
}
