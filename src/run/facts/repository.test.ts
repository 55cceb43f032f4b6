import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createMemoryDisk, type MemoryFile } from '../../testing/memory-disk.ts';
import { findGitExec } from './repository.ts';

type Files = Readonly<Record<string, MemoryFile>>;

/** A git folder as `git init` leaves one, with this configuration. */
const gitFolder = (path: string, config: MemoryFile = ''): Files => ({
  [`${path}/HEAD`]: 'ref: refs/heads/main\n',
  [`${path}/config`]: config,
  [`${path}/objects/.keep`]: '',
  [`${path}/refs/.keep`]: '',
});

const FSMONITOR = '[core]\nfsmonitor = ./x\n';

describe('findGitExec', () => {
  const cases: readonly [name: string, files: Files, expected: readonly string[], folder?: string][] = [
    ['no repository at all', { '/p/a.txt': '' }, []],
    ['a folder that does not exist', {}, [], '/gone/away'],
    ['a harmless repository', gitFolder('/p/.git', '[core]\nbare = false\nhooksPath = .husky\npager = less\n'), []],
    ['a monitor', gitFolder('/p/.git', FSMONITOR), ['core.fsmonitor']],
    ['a monitor that is switched off', gitFolder('/p/.git', '[core]\nfsmonitor = false\n'), []],
    ['a monitor that is on by name alone', gitFolder('/p/.git', '[core]\nfsmonitor\n'), ['core.fsmonitor']],
    ['from a folder below', { ...gitFolder('/p/.git', FSMONITOR), '/p/a/b/c.txt': '' }, ['core.fsmonitor'], '/p/a/b'],
    ['through a link', { ...gitFolder('/p/.git', FSMONITOR), '/l': { link: '/p' } }, ['core.fsmonitor'], '/l'],
    [
      'every kind of key, lower case, once',
      gitFolder(
        '/p/.git',
        '[filter "LFS"]\nclean = c\nsmudge = s\n[diff]\nexternal = e\n[diff "X"]\ntextconv = t\ncommand = c\n' +
          '[log]\nshowSignature = true\ndiffMerges = remerge\n[merge "m"]\ndriver = d\n[alias]\nst = !x\n' +
          '[remote "o"]\npromisor = true\n[extensions]\npartialClone = o\n[filter "LFS"]\nclean = again\n',
      ),
      [
        'alias.st',
        'diff.external',
        'diff.x.command',
        'diff.x.textconv',
        'extensions.partialclone',
        'filter.lfs.clean',
        'filter.lfs.smudge',
        'log.diffmerges',
        'log.showsignature',
        'merge.m.driver',
        'remote.o.promisor',
      ],
    ],
    [
      'formats only with a signature',
      gitFolder('/p/.git', '[format]\npretty = %h %G?\n[pretty]\na = %h\nb = %+GK\n[branch]\nsort = -signature\n'),
      ['branch.sort=%g', 'format.pretty=%g', 'pretty.b=%g'],
    ],
    ['signatures that are not shown', gitFolder('/p/.git', '[log]\nshowSignature = false\n'), []],
    ['a configuration that cannot be read', gitFolder('/p/.git', null), ['(unreadable)']],
    [
      'a configuration that git would refuse',
      gitFolder('/p/.git', `${FSMONITOR}[`),
      ['(unreadable)', 'core.fsmonitor'],
    ],
    [
      'configuration of a worktree',
      { ...gitFolder('/p/.git'), '/p/.git/config.worktree': FSMONITOR },
      ['core.fsmonitor'],
    ],
    [
      'an included file, relative to the one that includes it',
      {
        ...gitFolder('/p/.git', '[include]\npath = ../more\n'),
        '/p/more': '[include]\npath = last\n',
        '/p/last': FSMONITOR,
      },
      ['core.fsmonitor'],
    ],
    [
      'a condition counts as met',
      { ...gitFolder('/p/.git', '[includeIf "onbranch:x"]\npath = /inc\n'), '/inc': FSMONITOR },
      ['core.fsmonitor'],
    ],
    [
      'an include in the home',
      { ...gitFolder('/p/.git', '[include]\npath = ~/inc\n'), '/home/u/inc': FSMONITOR },
      ['core.fsmonitor'],
    ],
    ['an include that is missing', gitFolder('/p/.git', '[include]\npath = gone\n'), ['(unreadable)']],
    ['an include of another user', gitFolder('/p/.git', '[include]\npath = ~root/x\n'), ['(unreadable)']],
    ['an include without a path', gitFolder('/p/.git', '[include]\npath\n'), ['(unreadable)']],
    ['an include of itself', gitFolder('/p/.git', '[include]\npath = config\n'), ['(unreadable)']],
    [
      'a file that points to the git folder',
      { '/p/.git': 'gitdir: ../store/p.git\n', ...gitFolder('/store/p.git', FSMONITOR) },
      ['core.fsmonitor'],
    ],
    ['a pointer that leads nowhere', { '/p/.git': 'gitdir: /gone\n' }, ['(unreadable)']],
    ['a pointer without its word', { '/p/.git': '/store\n' }, ['(unreadable)']],
    [
      'the common folder of a worktree',
      {
        '/w/.git': 'gitdir: /p/.git/worktrees/w\n',
        '/p/.git/worktrees/w/HEAD': 'ref: refs/heads/w\n',
        '/p/.git/worktrees/w/commondir': '../..\n',
        '/p/.git/worktrees/w/config.worktree': '[diff]\nexternal = x\n',
        ...gitFolder('/p/.git', FSMONITOR),
      },
      ['core.fsmonitor', 'diff.external'],
      '/w',
    ],
    [
      'submodules, also nested and with slashes in their names',
      {
        ...gitFolder('/p/.git'),
        ...gitFolder('/p/.git/modules/libs/a', FSMONITOR),
        ...gitFolder('/p/.git/modules/libs/a/modules/b', '[diff]\nexternal = x\n'),
      },
      ['core.fsmonitor', 'diff.external'],
    ],
    ['a split index', { ...gitFolder('/p/.git'), '/p/.git/sharedindex.0123': '' }, ['(split-index)']],
    ['an index that is none', { ...gitFolder('/p/.git'), '/p/.git/index': 'DIRX' }, ['(unreadable)']],
    [
      'a bare repository embedded on the way',
      { ...gitFolder('/p/.git'), ...gitFolder('/p/a/evil', FSMONITOR), '/p/a/evil/b/c.txt': '' },
      ['(embedded-bare)', 'core.fsmonitor'],
      '/p/a/evil/b',
    ],
    [
      'an embedded one whose objects lie elsewhere',
      {
        ...gitFolder('/p/.git'),
        '/p/a/HEAD': 'ref: refs/heads/x\n',
        '/p/a/commondir': '../b\n',
        ...gitFolder('/p/b', FSMONITOR),
      },
      ['(embedded-bare)', 'core.fsmonitor'],
      '/p/a',
    ],
    [
      'inside of the git folder itself',
      gitFolder('/p/.git', FSMONITOR),
      ['(embedded-bare)', 'core.fsmonitor'],
      '/p/.git',
    ],
    [
      'an empty .git folder is passed by',
      { '/p/a/.git/config': '', ...gitFolder('/p/.git', FSMONITOR) },
      ['core.fsmonitor'],
      '/p/a',
    ],
  ];
  for (const [name, files, expected, folder = '/p'] of cases) {
    test(name, () => assert.deepEqual(findGitExec(folder, createMemoryDisk(files), '/home/u'), expected));
  }

  test('an include in the home counts as unreadable where the home is not known', () => {
    const disk = createMemoryDisk(gitFolder('/p/.git', '[include]\npath = ~/inc\n'));
    assert.deepEqual(findGitExec('/p', disk), ['(unreadable)']);
  });
});
