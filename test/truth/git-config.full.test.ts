import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { hostDisk } from '../../src/app/host-disk.ts';
import { proveReadonly } from '../../src/policy/readonly/prove.ts';
import { findGitExec } from '../../src/run/facts/repository.ts';
import { readShellLine } from '../../src/shell/read.ts';
import { createFacts, createPolicy } from '../../src/testing/judge-facts.ts';
import { READONLY_PRESETS } from '../../src/vocab/policy.ts';
import { needs } from '../outside.ts';

/**
 * Real git in repositories whose own configuration is hostile: whenever git runs a planted program, or changes a file,
 * the proof must have said no. In a plain repository it must say yes to all of them.
 */
const home = mkdtempSync(join(tmpdir(), 'bailiwick-git-'));
after(() => rmSync(home, { recursive: true, force: true }));

const mark = join(home, 'mark');
const planted = join(home, 'planted');
writeFileSync(planted, `#!/bin/sh\necho ran >> ${mark}\ncat 2>/dev/null\n`);
chmodSync(planted, 0o755);

/** The environment of a line with git in it (POLICY 6), without the person's own configuration. */
const ENV = {
  PATH: process.env['PATH'] ?? '/usr/bin:/bin',
  HOME: home,
  LC_ALL: 'C',
  GIT_CONFIG_NOSYSTEM: '1',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'diff.autoRefreshIndex',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_CONFIG_KEY_2: 'safe.bareRepository',
  GIT_CONFIG_VALUE_2: 'explicit',
};

function git(folder: string, ...args: readonly string[]): void {
  const env = { PATH: ENV.PATH, HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const ran = spawnSync('git', args, { cwd: folder, env, encoding: 'utf8' });
  assert.equal(ran.status, 0, `git ${args.join(' ')}: ${ran.stderr}`);
}

/** A repository with two commits, a merge, a change in the index and one on disk. */
function createRepository(name: string, ...init: readonly string[]): string {
  const folder = join(home, name);
  mkdirSync(folder, { recursive: true });
  git(folder, 'init', '-q', '-b', 'main', ...init);
  git(folder, 'config', 'user.email', 'a@example.org');
  git(folder, 'config', 'user.name', 'A');
  const commit = (text: string) => {
    writeFileSync(join(folder, 'a.x'), text);
    writeFileSync(join(folder, 'b.x'), 'same\n');
    git(folder, 'add', '.');
    git(folder, 'commit', '-qm', text);
  };
  writeFileSync(join(folder, '.gitattributes'), '*.x diff=x filter=x merge=x\n');
  commit('one\n');
  git(folder, 'checkout', '-qb', 'side');
  commit('side\n');
  git(folder, 'checkout', '-q', 'main');
  commit('main\n');
  spawnSync('git', ['merge', '-q', 'side'], { cwd: folder, env: { PATH: ENV.PATH, HOME: home } });
  commit('merged\n');
  writeFileSync(join(folder, 'a.x'), 'staged\n');
  git(folder, 'add', '.');
  writeFileSync(join(folder, 'a.x'), 'changed\n');
  // Touched, not changed: git has to look inside, and would refresh its index.
  utimesSync(join(folder, 'b.x'), 1_000_000_000, 1_000_000_000);
  return folder;
}

const LINES = [
  'git status',
  'git status -v',
  'git status --porcelain=v2',
  'git diff',
  'git diff --stat',
  'git diff --cached',
  'git diff HEAD --name-only',
  'git log -2',
  'git log -p -m',
  'git log --oneline --graph',
  'git show',
  'git show HEAD:a.x',
  'git show --stat HEAD~1',
  'git blame a.x',
  'git rev-parse HEAD',
  'git branch',
  'git branch -vv',
  'git remote -v',
  'git ls-files -m',
  'git describe --always',
  'git shortlog HEAD',
  'git cat-file -p HEAD',
  'git stash list',
  'git reflog',
  'git tag',
  'git grep main',
  'git rev-list --count HEAD',
  'git show-ref',
  'git worktree list',
  'git count-objects',
  'git ls-tree HEAD',
  'git merge-base main side',
  'git name-rev HEAD',
  'git for-each-ref',
];

function isProven(folder: string, command: string): boolean {
  const line = readShellLine(command, { cwd: folder, home, env: ENV });
  assert.equal(line.kind, 'line');
  if (line.kind !== 'line') return false;
  const gitExec = findGitExec(folder, hostDisk, home);
  const facts = createFacts({
    line,
    cwd: folder,
    home,
    homes: [home],
    agentHome: join(home, '.bailiwick'),
    workspace: folder,
    gitExec,
  });
  return proveReadonly(line, facts, createPolicy({ readonlyPresets: READONLY_PRESETS })).covered.every(Boolean);
}

/** Names, sizes, times and contents of everything in the repository. */
function snapshot(folder: string): ReadonlyMap<string, string> {
  const seen = new Map<string, string>();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const { mtimeMs } = statSync(path, { throwIfNoEntry: false }) ?? { mtimeMs: 0 };
    seen.set(path, entry.isFile() ? `${mtimeMs} ${readFileSync(path, 'base64')}` : 'folder');
  }
  return seen;
}

/** The lines that git answered by running something planted or changing a file, and those that the proof lets through. */
function runAll(folder: string): { acted: readonly string[]; proven: readonly string[] } {
  const acted: string[] = [];
  for (const command of LINES) {
    rmSync(mark, { force: true });
    const before = snapshot(folder);
    spawnSync('bash', ['--norc', '--noprofile', '-c', command], { cwd: folder, env: ENV });
    if (existsSync(mark)) acted.push(command);
    else assertUnchanged(before, snapshot(folder), command, acted);
  }
  return { acted, proven: LINES.filter((command) => isProven(folder, command)) };
}

function assertUnchanged(
  before: ReadonlyMap<string, string>,
  now: ReadonlyMap<string, string>,
  command: string,
  acted: string[],
): void {
  const same = before.size === now.size && [...before].every(([path, state]) => now.get(path) === state);
  if (!same) acted.push(command);
}

describe('what git does in a repository with hostile configuration', needs('git', 'bash'), () => {
  const hostile: readonly [name: string, prepare: (folder: string) => void, mustAct: boolean][] = [
    ['fsmonitor', (folder) => git(folder, 'config', 'core.fsmonitor', planted), false],
    ['clean filter', (folder) => git(folder, 'config', 'filter.x.clean', planted), true],
    ['textconv', (folder) => git(folder, 'config', 'diff.x.textconv', planted), true],
    ['diff command', (folder) => git(folder, 'config', 'diff.x.command', planted), true],
    ['external diff', (folder) => git(folder, 'config', 'diff.external', planted), true],
    [
      'signatures',
      (folder) => {
        git(folder, 'config', 'log.showSignature', 'true');
        git(folder, 'config', 'gpg.program', planted);
      },
      false,
    ],
    [
      'signature in a format',
      (folder) => {
        git(folder, 'config', 'format.pretty', '%h %+G?');
        git(folder, 'config', 'gpg.program', planted);
      },
      false,
    ],
    [
      'merge driver',
      (folder) => {
        git(folder, 'config', 'log.diffMerges', 'remerge');
        git(folder, 'config', 'merge.x.driver', planted);
      },
      true,
    ],
    [
      'post-index-change hook',
      (folder) => {
        writeFileSync(join(folder, '.git/hooks/post-index-change'), readFileSync(planted));
        chmodSync(join(folder, '.git/hooks/post-index-change'), 0o755);
      },
      false,
    ],
    [
      'include',
      (folder) => {
        writeFileSync(join(home, 'included'), `[diff]\n\texternal = ${planted}\n`);
        git(folder, 'config', 'include.path', join(home, 'included'));
      },
      true,
    ],
    [
      'worktree configuration',
      (folder) => {
        git(folder, 'config', 'extensions.worktreeConfig', 'true');
        git(folder, 'config', '--worktree', 'diff.external', planted);
      },
      true,
    ],
    ['split index', (folder) => git(folder, 'update-index', '--split-index'), true],
    [
      'a repository inside, linked by the index alone',
      (folder) => {
        const inner = createRepository(join('inner', String(readdirSync(home).length)));
        git(inner, 'config', 'filter.x.clean', planted);
        spawnSync('mv', [inner, join(folder, 'sub')]);
        git(folder, '-c', 'advice.addEmbeddedRepo=false', 'add', 'sub');
      },
      true,
    ],
  ];
  for (const [name, prepare, mustAct] of hostile) {
    test(name, () => {
      const folder = createRepository(name.replaceAll(' ', '-'));
      prepare(folder);
      const { acted, proven } = runAll(folder);
      assert.deepEqual(
        acted.filter((command) => proven.includes(command)),
        [],
      );
      if (mustAct) assert.ok(acted.length > 0, 'the planted program is set up so that git runs it');
    });
  }

  for (const init of [[], ['--object-format=sha256']]) {
    test(`a plain repository is read without a question ${init.join(' ')}`, () => {
      const folder = createRepository(`plain${init.length}`, ...init);
      git(folder, 'config', 'index.version', '4');
      git(folder, 'update-index', '--index-version', '4');
      assert.deepEqual(findGitExec(folder, hostDisk, home), []);
      assert.deepEqual(runAll(folder), { acted: [], proven: LINES });
    });
  }

  test('a linked worktree and a submodule are read with the configuration of their repository', () => {
    const folder = createRepository('main-tree');
    git(folder, 'config', 'diff.external', planted);
    git(folder, 'worktree', 'add', '-q', join(home, 'linked'));
    assert.deepEqual(findGitExec(join(home, 'linked'), hostDisk, home), ['diff.external']);
    const outer = createRepository('outer-tree');
    git(outer, '-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', folder, 'libs/sub');
    git(join(outer, 'libs/sub'), 'config', 'core.fsmonitor', planted);
    assert.deepEqual(findGitExec(outer, hostDisk, home), ['core.fsmonitor']);
    assert.deepEqual(findGitExec(join(outer, 'libs/sub'), hostDisk, home), ['core.fsmonitor']);
  });
});
