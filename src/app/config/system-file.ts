import { realpathSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import type { PolicyFault } from '../../vocab/policy.ts';

/** Where an administrator settles what no user of the machine may loosen. */
export const SYSTEM_FILE = '/etc/bailiwick/config.yml';

/**
 * Why the system file cannot be relied on, or null. It and its folder must belong to `owner` (root) and be writable by
 * nobody else: whoever could replace it could loosen every rule in it.
 */
export function findSystemFault(path: string, owner: number): PolicyFault | null {
  const real = realpathSync(path);
  for (const place of [real, dirname(real)]) {
    const { uid, mode } = statSync(place);
    const isOthers =
      uid !== owner ? 'does not belong to root' : (mode & 0o022) !== 0 ? 'can be written by others' : null;
    if (isOthers === null) continue;
    const message = `The system file cannot be relied on: ${place} ${isOthers}.`;
    return { file: path, line: null, message, hint: `chown root ${place} && chmod go-w ${place}` };
  }
  return null;
}
