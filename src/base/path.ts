/**
 * Lexical path arithmetic on POSIX paths: no disk is asked. `real` paths come in as facts.
 */

const UNSETTLED = /\/(?:\/|\.{1,2}(?:\/|$))/;

/** Absolute, without `.`, `..`, doubled or trailing slashes. `base` must be absolute. */
export function resolvePath(base: string, path: string): string {
  const whole = path.startsWith('/') ? path : base === '/' ? `/${path}` : `${base}/${path}`;
  // Most paths are in order already; the split is for those that are not.
  if (!whole.endsWith('/') && !((whole.includes('/.') || whole.includes('//')) && UNSETTLED.test(whole))) return whole;
  const parts: string[] = [];
  for (const part of whole.split('/')) {
    if (part === '' || part === '.') continue;
    if (part === '..') parts.pop();
    else parts.push(part);
  }
  return `/${parts.join('/')}`;
}

/** True when `path` is `folder` itself or lies below it; both normalised. Separator-aware. */
export const isWithin = (path: string, folder: string): boolean =>
  folder === '/' || (path.startsWith(folder) && (path.length === folder.length || path[folder.length] === '/'));

/** To look for a slash from the front is many times faster than from the end, and most names have none. */
export const baseName = (path: string): string => (path.includes('/') ? path.slice(path.lastIndexOf('/') + 1) : path);

export function folderOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at <= 0 ? '/' : path.slice(0, at);
}
