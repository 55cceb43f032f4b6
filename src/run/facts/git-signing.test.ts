import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemoryDisk, type MemoryFile } from '../../testing/memory-disk.ts';
import { findGitSigning } from './git-signing.ts';

const REPOSITORY = { '/home/u/proj/.git/HEAD': '', '/home/u/proj/sub/a': '' };
const ON = '[commit]\n\tgpgsign = true\n';

const find = (files: Readonly<Record<string, MemoryFile>>, configHome?: string): readonly string[] =>
  findGitSigning('/home/u/proj/sub', createMemoryDisk({ ...REPOSITORY, ...files }), { home: '/home/u', configHome });

describe('signing that git is told to do', () => {
  const cases: readonly (readonly [string, Readonly<Record<string, MemoryFile>>, readonly string[]])[] = [
    ['by nobody', {}, []],
    ['by the person', { '/home/u/.gitconfig': ON }, ['commit.gpgsign']],
    ['by the person, elsewhere', { '/home/u/.config/git/config': '[tag]\n gpgSign' }, ['tag.gpgsign']],
    ['by the machine', { '/etc/gitconfig': '[push] gpgSign = if-asked\n' }, ['push.gpgsign']],
    ['by the repository', { '/home/u/proj/.git/config': ON }, ['commit.gpgsign']],
    [
      'by the person and not by the repository',
      { '/home/u/.gitconfig': ON, '/home/u/proj/.git/config': '[commit]\n gpgsign = off\n' },
      [],
    ],
    [
      'by what an include names, under whatever condition',
      {
        '/home/u/.gitconfig': '[includeIf "gitdir:~/work/"]\n path = work.inc\n[include]\n path = ~/none.inc\n',
        '/home/u/work.inc': `${ON}[gpg]\n format = SSH\n`,
      },
      ['commit.gpgsign', 'gpg.format=ssh'],
    ],
    [
      'by the person, with a condition under which not',
      {
        '/home/u/.gitconfig': `${ON}[includeIf "gitdir:~/play/"]\n path = play.inc\n`,
        '/home/u/play.inc': '[commit]\n gpgsign = no\n',
      },
      ['commit.gpgsign'],
    ],
    [
      'by the repository of a linked worktree',
      {
        '/home/u/proj/sub/.git': 'gitdir: ../../main/.git/worktrees/sub\n',
        '/home/u/main/.git/worktrees/sub/commondir': '../..\n',
        '/home/u/main/.git/config': ON,
      },
      ['commit.gpgsign'],
    ],
    [
      'by a file that includes itself',
      { '/home/u/.gitconfig': `${ON}[include]\n path = .gitconfig\n` },
      ['commit.gpgsign'],
    ],
  ];
  for (const [who, files, expected] of cases) test(who, () => assert.deepEqual(find(files), expected));

  test('by the configuration folder of the command', () => {
    assert.deepEqual(find({ '/cfg/git/config': ON }, '/cfg'), ['commit.gpgsign']);
  });
});
