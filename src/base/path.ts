/**
 * Lexical path arithmetic on POSIX paths: no disk is asked. `real` paths come in as facts.
 */

/** Absolute, without `.`, `..`, doubled or trailing slashes. `base` must be absolute. */
export function resolvePath(base: string, path: string): string {
  const parts: string[] = [];
  for (const part of (path.startsWith('/') ? path : `${base}/${path}`).split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** True when `path` is `folder` itself or lies below it; both normalised. Separator-aware. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '/' || path === folder || path.startsWith(`${folder}/`);

export const baseName = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '/' : path.slice(0, at);
}
