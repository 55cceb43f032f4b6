import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';

type Env = Readonly<Record<string, string | undefined>>;

/**
 * The agent's own home: `BAILIWICK_HOME`, else `$XDG_CONFIG_HOME/bailiwick` where that folder exists, else
 * `~/.bailiwick`. An empty variable is an unset one. The folder itself need not exist.
 */
export function findAgentHome(world: { readonly cwd: string; readonly home: string; readonly env: Env }): string {
  const own = world.env['BAILIWICK_HOME'];
  if (own !== undefined && own !== '') return resolve(world.cwd, own);
  const shared = world.env['XDG_CONFIG_HOME'];
  if (shared !== undefined && shared.startsWith('/')) {
    const folder = join(shared, 'bailiwick');
    if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  }
  return join(world.home, '.bailiwick');
}
