import { realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { PolicyFault } from '../../vocab/policy.ts';

/** Where an administrator settles what no user of the machine may loosen. */
export const SYSTEM_FILE = '/etc/bailiwick/config.yml';

/** In a folder with this bit nobody replaces what belongs to another (/tmp). */
const STICKY = 0o1000;

/**
 * Why the system file cannot be relied on, or null. It and every folder above it, of a link and of what it leads to, must
 * belong to `owner` or root and be writable by nobody else: whoever could replace one could loosen every rule in it.
 */
export function findSystemFault(path: string, owner: number): PolicyFault | null {
  const real = realpathSync(path);
  for (const place of new Set([real, ...foldersAbove(real), ...foldersAbove(resolve(path))])) {
    const { uid, mode } = statSync(place);
    const isOpen = (mode & 0o022) !== 0 && (place === real || (mode & STICKY) === 0);
    const isForeign = uid !== owner && (uid !== 0 || place === real);
    const isOthers = isForeign ? 'does not belong to root' : isOpen ? 'can be written by others' : null;
    if (isOthers === null) continue;
    const message = `The system file cannot be relied on: ${place} ${isOthers}.`;
    return { file: path, line: null, message, hint: `chown root ${place} && chmod go-w ${place}` };
  }
  return null;
}

function foldersAbove(path: string): readonly string[] {
  const folder = dirname(path);
  return folder === path ? [] : [folder, ...foldersAbove(folder)];
}
