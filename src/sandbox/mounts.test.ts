import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { Door, GitPart, Opening } from '../vocab/sandbox.ts';
import { type Layout, toMounts } from './mounts.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-mounts-')));
after(() => rmSync(root, { recursive: true, force: true }));

for (const file of [
  'home/.ssh/id_rsa',
  'home/.ssh/config',
  'home/.agent/config.yml',
  'home/.agent/skills/a/SKILL.md',
  'home/.cache/x',
  'home/notes.txt',
  'home/work/ws/.env',
  'home/work/ws/main.c',
  'home/work/other/x',
  'home/.agent/inside/x',
  'src/repo/.git/hooks/a.sample',
  'src/repo/.git/config',
]) {
  mkdirSync(dirname(join(root, file)), { recursive: true });
  writeFileSync(join(root, file), 'x');
}
symlinkSync(join(root, 'home/work/ws'), join(root, 'link'));
symlinkSync(join(root, 'home/.ssh/config'), join(root, 'home/work/ws/away'));

const HOME = join(root, 'home');
const at = (path: string): string => join(HOME, path);
const LAYOUT: Layout = {
  writable: [at('.cache'), at('not-there'), at('work/ws')],
  readable: [at('.agent/skills'), at('.agent/commands')],
  hidden: [at('.ssh'), at('.aws'), at('work/ws/.env')],
  sealed: [at('.agent')],
  doors: {},
};
const USUAL = ['hide .agent', 'write .cache', 'hide .ssh', 'read .agent/skills', 'write work/ws', 'hide work/ws/.env'];

const show = (layout: Layout, paths: readonly Opening[] = []): readonly string[] =>
  toMounts(layout, { paths, doors: [] }).map(
    ({ kind, path }) => `${kind.replace(/-.*/, '')} ${path.slice(HOME.length + 1)}`,
  );

describe('the mounts of a command', () => {
  test('are the layout, as far as it is there, outer folders first', () => assert.deepEqual(show(LAYOUT), USUAL));

  test('leave out what lies in a place that may be written anyway', () => {
    const writable = [at('work'), at('work/ws'), at('work/ws/main.c')];
    assert.deepEqual(show({ ...LAYOUT, writable }).slice(-2), ['read .agent/skills', 'hide work/ws/.env']);
  });

  test('follow no link that has taken the place of what may be written', () =>
    assert.deepEqual(
      show({ ...LAYOUT, writable: [join(root, 'link')] }),
      USUAL.filter((mount) => !mount.startsWith('write')),
    ));

  test('open a workspace inside a hidden home', () =>
    assert.deepEqual(show({ ...LAYOUT, writable: [at('.agent/inside')] }), [
      'hide .agent',
      'hide .ssh',
      'write .agent/inside',
      'read .agent/skills',
      'hide work/ws/.env',
    ]));

  test('let a place that is named writable count before a hidden one', () =>
    assert.deepEqual(show({ ...LAYOUT, writable: [at('.ssh')] }).slice(0, 2), ['hide .agent', 'write .ssh']));

  const without = (...gone: readonly string[]): readonly string[] => USUAL.filter((mount) => !gone.includes(mount));
  const sorted = (mounts: readonly string[]): readonly string[] => mounts.toSorted();

  const cases: readonly (readonly [string, readonly Opening[], readonly string[]])[] = [
    ['a secret folder that is read', [{ path: at('.ssh'), access: 'read' }], [...without('hide .ssh'), 'read .ssh']],
    [
      'one secret file of a hidden folder',
      [{ path: at('.ssh/config'), access: 'read' }],
      [...USUAL, 'read .ssh/config'],
    ],
    [
      'a secret file of the workspace, which stays as it is',
      [{ path: at('work/ws/.env'), access: 'read' }],
      [...without('hide work/ws/.env'), 'read work/ws/.env'],
    ],
    [
      'a secret file of the workspace that is read and written',
      [
        { path: at('work/ws/.env'), access: 'read' },
        { path: at('work/ws/.env'), access: 'write' },
      ],
      without('hide work/ws/.env'),
    ],
    [
      'everything hidden below a folder that is read',
      [{ path: HOME, access: 'read' }],
      ['hide .agent', 'read .agent/skills', 'write .cache', 'write work/ws'],
    ],
    ['a folder that is written', [{ path: at('work/other'), access: 'write' }], [...USUAL, 'write work/other']],
    ['what may be written anyway', [{ path: at('work/ws/main.c'), access: 'write' }], USUAL],
    [
      'a name: its folder, with every other name put back',
      [{ path: at('notes.txt'), access: 'write' }],
      [...USUAL, 'write ', 'read work'],
    ],
    [
      'a name that is not there yet',
      [{ path: at('new/deep/x'), access: 'write' }],
      [...USUAL, 'write ', 'read notes.txt', 'read work'],
    ],
    ['a folder whose name goes', [{ path: at('work/other'), access: 'remove' }], [...USUAL, 'write work']],
    ['a link to what is there: nothing', [{ path: at('notes.txt'), access: 'create' }], USUAL],
    [
      'a name in a hidden folder: the others stay hidden',
      [{ path: at('.ssh/new'), access: 'write' }],
      [...without('hide .ssh'), 'write .ssh', 'hide .ssh/config', 'hide .ssh/id_rsa'],
    ],
    [
      'one file of the agent’s home',
      [{ path: at('.agent/config.yml'), access: 'read' }],
      [...USUAL, 'read .agent/config.yml'],
    ],
    [
      'never the agent’s home itself',
      [
        { path: at('.agent'), access: 'read' },
        { path: at('.agent'), access: 'remove' },
      ],
      USUAL,
    ],
    ['what a link leads to', [{ path: at('work/ws/away'), access: 'read' }], [...USUAL, 'read .ssh/config']],
    [
      'two names of one folder',
      [
        { path: at('notes.txt'), access: 'write' },
        { path: at('work'), access: 'remove' },
      ],
      [...USUAL, 'write '],
    ],
  ];
  for (const [name, openings, expected] of cases) {
    test(`open ${name}`, () => assert.deepEqual(sorted(show(LAYOUT, openings)), sorted(expected)));
  }

  test('show a socket of a program outside only to a call that may use it', () => {
    const layout = { ...LAYOUT, doors: { ssh: [at('notes.txt')], gpg: [at('.ssh/config')] } };
    const kinds = (doors: readonly Door[]) => {
      const mounts = toMounts(layout, { paths: [], doors });
      return ['notes.txt', '.ssh/config'].map((name) => mounts.find(({ path }) => path === at(name))?.kind ?? null);
    };
    assert.deepEqual(kinds([]), ['hide-file', null]);
    assert.deepEqual(kinds(['ssh', 'gpg']), ['write', 'write']);
  });
});

describe('what git runs later', () => {
  const from = (path: string): string => join(root, 'src', path);
  const git = {
    hooks: [from('repo/.git/hooks')],
    config: [from('repo/.git/config'), from('repo/.git/config.worktree')],
  };
  const layout: Layout = { writable: [from('repo')], readable: [], hidden: [], sealed: [], doors: {}, git };
  const open = (paths: readonly Opening[], parts: readonly GitPart[] = []): readonly string[] =>
    toMounts(layout, { paths, doors: [], git: parts }).map(
      ({ kind, path }) => `${kind} ${path.slice(root.length + 5)}`,
    );
  const KEPT = ['write repo', 'write repo/.git', 'read repo/.git/config', 'read repo/.git/hooks'];
  const [ROOT, FOLDER, CONFIG, HOOKS] = KEPT;

  const cases: readonly (readonly [string, readonly Opening[], readonly GitPart[], readonly (string | undefined)[]])[] =
    [
      ['is kept', [], [], KEPT],
      ['is opened for programs of git', [], ['config'], [ROOT, FOLDER, HOOKS]],
      ['is opened altogether', [], ['config', 'hooks'], [ROOT]],
      ['is changed by name', [{ path: from('repo/.git/hooks/x'), access: 'write' }], [], [ROOT, FOLDER, CONFIG]],
      ['is read by name', [{ path: from('repo/.git/config'), access: 'read' }], [], KEPT],
      ['is replaced as a whole', [{ path: from('repo/.git'), access: 'write' }], [], [ROOT]],
      ['is removed with what is around it', [{ path: from('repo'), access: 'remove' }], [], ['write ', ROOT]],
      [
        'is kept where the folder around the repository is written',
        [{ path: from('repo'), access: 'write' }],
        [],
        KEPT,
      ],
    ];
  for (const [what, paths, parts, expected] of cases) {
    test(what, () => assert.deepEqual(open(paths, parts), expected));
  }
});
