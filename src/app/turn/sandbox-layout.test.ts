import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Layout } from '../../sandbox/mounts.ts';
import { loadApp } from '../load-app.ts';
import { createScene } from '../scene.ts';
import { createLayout } from './sandbox-layout.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-layout-')));
after(() => rmSync(root, { recursive: true, force: true }));

let made = 0;

/** A home and a workspace below it with these files; a name that ends in `/` is a folder. */
async function layoutOf(
  files: Readonly<Record<string, string>>,
  { cwd = 'ws', env = {} }: { readonly cwd?: string; readonly env?: Readonly<Record<string, string>> } = {},
): Promise<{
  readonly layout: Layout;
  readonly at: (path: string) => string;
  readonly show: (paths: readonly string[]) => readonly string[];
}> {
  const home = join(root, `home-${made++}`);
  const at = (path: string): string => join(home, path);
  for (const [path, text] of Object.entries({ [`${cwd}/`]: '', ...files })) {
    mkdirSync(path.endsWith('/') ? at(path) : dirname(at(path)), { recursive: true });
    if (!path.endsWith('/')) writeFileSync(at(path), text.replaceAll('<home>', home));
  }
  const world = { cwd: at(cwd), home, env: { HOME: home, ...env }, system: { file: at('none.yml'), owner: 0 } };
  const config = await loadApp(world);
  const layout = createLayout(config, createScene(config, 'run_1'), 'run_1')();
  const show = (paths: readonly string[]): readonly string[] =>
    paths.flatMap((path) => (path.startsWith(`${home}/`) ? [path.slice(home.length + 1)] : [])).toSorted();
  return { layout, at, show };
}

const CACHES = ['.cache', '.cargo/git', '.cargo/registry', '.gradle', '.local/share/pnpm', '.m2', '.npm', 'go/pkg'];

describe('what commands of a run may do', () => {
  test('is to write the workspace, the temporary folder and the caches', async () => {
    const { layout, show } = await layoutOf({});
    assert.deepEqual(show(layout.writable), [...CACHES, 'ws']);
    assert.ok(layout.writable.includes('/tmp'));
  });

  test('is to write what is named instead of the caches', async () => {
    const { layout, show } = await layoutOf({ '.bailiwick/config.yml': 'sandbox:\n  writable: [~/a, /srv/b]\n' });
    assert.deepEqual(show(layout.writable), ['a', 'ws']);
    assert.ok(layout.writable.includes('/srv/b'));
  });

  test('is not to write everything around a home that lies in TMPDIR', async () => {
    const { layout } = await layoutOf({}, { env: { TMPDIR: root } });
    assert.equal(layout.writable.includes(root), false);
  });

  test('is not to see the home of the agent, but for what is meant for it', async () => {
    const { layout, show } = await layoutOf({});
    assert.deepEqual(show(layout.sealed), ['.bailiwick']);
    assert.deepEqual(show(layout.readable), ['.bailiwick/commands', '.bailiwick/results/run_1', '.bailiwick/skills']);
  });

  test('is not to see what is in a home that is the workspace', async () => {
    const { layout, show } = await layoutOf(
      { '.bailiwick/state.db': '', '.bailiwick/skills/': '' },
      { cwd: '.bailiwick' },
    );
    assert.deepEqual(show(layout.sealed), ['.bailiwick/skills', '.bailiwick/state.db']);
  });

  test('is not to see secrets of the home and, three folders deep, of the workspace', async () => {
    const files = [
      '.env',
      'a/.env.local',
      'a/b/key.pem',
      'a/b/c/.env',
      '.env.example',
      'node_modules/x/.env',
      'main.c',
    ];
    const { layout, show } = await layoutOf({
      ...Object.fromEntries(files.map((name) => [`ws/${name}`, ''])),
      'id_rsa': '',
      'ws/venv.d/.env/': '',
      '.ssh/': '',
      '.config/gh/hosts.yml': '',
      '.docker/config.json': '',
      '.netrc': '',
      'ws/.npmrc': '',
    });
    assert.deepEqual(show(layout.hidden), [
      ...['.config/gh', '.docker/config.json', '.netrc', '.ssh', 'id_rsa'],
      ...['ws/.env', 'ws/a/.env.local', 'ws/a/b/key.pem'],
    ]);
  });

  test('is not to reach programs outside', async () => {
    const { layout, at } = await layoutOf(
      {},
      { env: { SSH_AUTH_SOCK: '/tmp/ssh/agent', XDG_RUNTIME_DIR: '/run/user/7' } },
    );
    assert.deepEqual([layout.doors.ssh, layout.doors.gpg], [['/tmp/ssh/agent'], ['/run/user/7/gnupg']]);
    assert.ok(layout.hidden.includes('/run/user/7') && layout.doors.containers?.includes('/run/docker.sock'));
    assert.equal(layout.hidden.includes(at('.bailiwick')), false);
  });
});

describe('the repository around a workspace', () => {
  const REPOSITORY = { 'repo/.git/HEAD': 'ref: refs/heads/main\n' };

  test('may be written from a folder below its top', async () => {
    const { layout, show } = await layoutOf(REPOSITORY, { cwd: 'repo/sub' });
    assert.ok(show(layout.writable).includes('repo/.git'));
  });

  test('keeps what git runs later', async () => {
    const files = { ...REPOSITORY, 'repo/.git/config': '', 'repo/.git/worktrees/a/config.worktree': '' };
    const { layout, show } = await layoutOf(files, { cwd: 'repo/sub' });
    assert.deepEqual(
      [show(layout.git?.hooks ?? []), show(layout.git?.config ?? [])],
      [['repo/.git/hooks'], ['repo/.git/config', 'repo/.git/worktrees/a/config.worktree']],
    );
  });

  test('may be written from a worktree that it knows', async () => {
    const link = { 'ws/.git': 'gitdir: <home>/repo/.git/worktrees/ws\n' };
    const known = { 'repo/.git/worktrees/ws/gitdir': '<home>/ws/.git\n' };
    const { layout, show } = await layoutOf({ ...REPOSITORY, ...link, ...known });
    assert.ok(show(layout.writable).includes('repo/.git'));
    const foreign = await layoutOf({ ...REPOSITORY, ...link });
    assert.deepEqual(foreign.show(foreign.layout.writable), [...CACHES, 'ws']);
  });

  test('is not what a link in its place leads to', async () => {
    const { at } = await layoutOf({ 'precious/x': '' });
    symlinkSync(at('precious'), at('ws/.git'));
    const world = { cwd: at('ws'), home: at('.'), env: {}, system: { file: at('none.yml'), owner: 0 } };
    const config = await loadApp(world);
    const { writable } = createLayout(config, createScene(config, 'run_1'), 'run_1')();
    assert.equal(writable.includes(at('precious')), false);
  });
});
