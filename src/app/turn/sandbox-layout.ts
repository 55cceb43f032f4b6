import { type Dirent, existsSync, readdirSync, lstatSync, readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin } from '../../base/path.ts';
import { HOME_PLACES, SYSTEM_PLACES } from '../../policy/secret-places.ts';
import { isSecretPath } from '../../policy/secrets.ts';
import type { Scene } from '../../run/facts/gather-facts.ts';
import type { Layout } from '../../sandbox/mounts.ts';
import type { AppConfig } from '../load-config.ts';
import { findWorkspaceId } from './workspace-id.ts';

/** What of the agent's home a command may read: what is meant for it, and what this run kept. */
const SHOWN = ['skills', 'commands'];

/** With these a program could have another one started outside. */
const CONTAINER_SOCKETS = ['/run/docker.sock', '/run/podman', '/run/containerd/containerd.sock'];
const SERVICE_SOCKETS = ['/run/dbus/system_bus_socket', '/run/systemd/private'];

/** Secret files of a workspace are looked for this deep, among this many names, before each command. */
const MAX_DEPTH = 3;
const MAX_NAMES = 2000;

/** Folders with files of others: what is called `*.pem` there is a certificate or a test. */
const PASSED_OVER = new Set(['node_modules', '.git', 'vendor', '.venv', 'venv']);

/** What every command of this run may write, is shown and is not shown; looked up anew at each call. */
export function createLayout(config: AppConfig, scene: Scene, run: string): () => Layout {
  const { agentHome, workspace, sandbox, world } = config;
  const own = realOf(agentHome);
  const home = realOf(scene.home);
  const homes = [...new Set([scene.home, ...scene.homes])];
  const uid = process.getuid?.() ?? 0;
  const runtime = world.env['XDG_RUNTIME_DIR'] ?? `/run/user/${uid}`;
  const ssh = world.env['SSH_AUTH_SOCK'];
  // A temporary folder around the person's home would open that; /tmp is one whatever lies in it.
  const tmp = scene.tmp.filter((folder) => folder === '/tmp' || !isWithin(home, realOf(folder)));
  const repositories = gitFolders(workspace);
  const writable = [...tmp, ...sandbox.writable, workspace, ...repositories].map(realOf);
  const places = [
    ...homes.flatMap((folder) => HOME_PLACES.map(({ path }) => join(folder, path))),
    ...SYSTEM_PLACES.map(({ path }) => path),
  ];
  const isSecret = (path: string): boolean => isSecretPath(path, { home: scene.home, homes: scene.homes, agentHome });
  const doors: Layout['doors'] = {
    ssh: ssh === undefined || ssh === '' ? [] : [resolve(ssh)],
    gpg: [join(runtime, 'gnupg')],
    containers: CONTAINER_SOCKETS,
    services: [...SERVICE_SOCKETS, join(runtime, 'bus'), join(runtime, 'systemd')],
  };
  return () => ({
    writable,
    readable: [...SHOWN.map((name) => join(agentHome, name)), join(agentHome, 'results', run)],
    hidden: [
      ...new Set([
        ...[runtime, `/tmp/tmux-${uid}`],
        ...places.filter((path) => existsSync(path)),
        ...findSecretFiles(scene.home, isSecret, 1),
        ...findSecretFiles(workspace, isSecret, MAX_DEPTH),
      ]),
    ],
    // Where the home is the workspace, what is in it is hidden one by one.
    sealed: own === realOf(workspace) ? listNames(own).map(({ name }) => join(own, name)) : [agentHome],
    doors,
    git: {
      hooks: repositories.map((folder) => join(realOf(folder), 'hooks')),
      config: repositories.flatMap((folder) => configsOf(realOf(folder))),
    },
  });
}

/** Files and links whose names say that they hold secrets; breadth first, as far as the limits go. */
function findSecretFiles(root: string, isSecret: (path: string) => boolean, maxDepth: number): readonly string[] {
  const found: string[] = [];
  const queue = [{ folder: root, depth: 1 }];
  let seen = 0;
  for (const { folder, depth } of queue) {
    if (seen > MAX_NAMES) break;
    const entries = listNames(folder);
    seen += entries.length;
    for (const entry of entries) {
      const path = join(folder, entry.name);
      if (!entry.isDirectory() && isSecret(path)) found.push(path);
      const enters = entry.isDirectory() && depth < maxDepth && !PASSED_OVER.has(entry.name);
      if (enters) queue.push({ folder: path, depth: depth + 1 });
    }
  }
  return found;
}

/** The repository around a workspace: git writes there when it works in a folder below. */
function gitFolders(workspace: string): readonly string[] {
  const git = join(findWorkspaceId(workspace), '.git');
  // A link in its place would open what it leads to.
  const found = lstatSync(git, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return [git];
  if (found?.isFile() !== true) return [];
  // A linked worktree has its own folder in that of the repository it belongs to, which names it in return: else a line
  // written into this file could open any folder.
  const target = /^gitdir: (.+)$/m.exec(readFileSync(git, 'utf8'))?.[1];
  const folder = target === undefined ? null : resolve(git, '..', target);
  const repository = folder === null ? null : /^(.+)\/worktrees\/[^/]+$/.exec(folder)?.[1];
  const back = orElse(() => readFileSync(`${folder}/gitdir`, 'utf8').trim(), null);
  return repository === undefined || repository === null || back !== git ? [] : [repository];
}

/** Its own, and those of its linked worktrees. */
const configsOf = (repository: string): readonly string[] =>
  [
    repository,
    ...listNames(join(repository, 'worktrees')).map(({ name }) => join(repository, 'worktrees', name)),
  ].flatMap((folder) => [join(folder, 'config'), join(folder, 'config.worktree')].filter((path) => existsSync(path)));

const listNames = (folder: string): readonly Dirent[] =>
  orElse<readonly Dirent[]>(() => readdirSync(folder, { withFileTypes: true }), []);

const realOf = (path: string): string => orElse(() => realpathSync(path), path);

/** What cannot be looked at is not there for us. */
function orElse<T>(work: () => T, otherwise: T): T {
  try {
    return work();
  } catch {
    return otherwise;
  }
}
