import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { childEnv } from '../run/facts/child-env.ts';
import type { Scene } from '../run/facts/gather-facts.ts';
import { hostDisk } from './host-disk.ts';
import type { AppConfig } from './load-config.ts';
import { listOwnFolders } from './skills/places.ts';

/** Where and as whom calls are judged: the same for every call of a process. `run` names the run in a child's environment. */
export function createScene(config: AppConfig, run: string): Scene {
  const { world, agentHome, workspace, shellEnv } = config;
  const disk = hostDisk;
  const env = childEnv(world.env, {
    names: shellEnv,
    home: world.home,
    workspace,
    run,
    agentHome,
    realPath: (path) => disk.realPath(path),
  });
  const skillFolders = listOwnFolders(config).filter((folder) => !USUAL.test(folder));
  return {
    home: world.home,
    agentHome,
    workspace,
    ...(skillFolders.length === 0 ? {} : { skillFolders }),
    ...readAccounts(),
    tmp: [...new Set(['/tmp', (world.env['TMPDIR'] ?? tmpdir()).replace(/(.)\/+$/, '$1')])],
    apiAddress: null,
    platform: process.platform,
    env,
    sudoPassword: Boolean(world.env['SUDO_PASSWORD']),
  };
}

/** What the judge takes for a folder of skills wherever it is. */
const USUAL = /\/\.bailiwick\/skills$/;

/** The folders of all accounts, from the user list; none where there is no such list. */
function readAccounts(): Pick<Scene, 'users' | 'homes'> {
  let text: string;
  try {
    text = readFileSync('/etc/passwd', 'utf8');
  } catch {
    // No such list on this system.
    return { users: {}, homes: [] };
  }
  const accounts = text.split('\n').flatMap((row) => {
    const [name = '', , uid = '', , , home = ''] = row.split(':');
    const isPerson = uid === '0' || (Number(uid) >= 1000 && Number(uid) < 65_534);
    return home.startsWith('/') ? [{ name, home, isPerson }] : [];
  });
  const people = accounts.filter(({ home, isPerson }) => isPerson && home !== '/');
  return {
    users: Object.fromEntries(accounts.map(({ name, home }) => [name, home])),
    homes: [...new Set(people.map(({ home }) => home))],
  };
}
