import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * A home with a workspace of many repositories, most of them with a configuration by which git would run a program.
 * Made once; every batch of lines gets a throw-away copy of it at the same path.
 */
export interface Fixture extends Disposable {
  readonly home: string;
  readonly workspace: string;
  /** The folders that lines run in. */
  readonly folders: readonly string[];
}

/** Left in every repository: git's own configuration of the person, as tests make commits. */
const IDENTITY = ['-c', 'user.name=A', '-c', 'user.email=a@example.org', '-c', 'commit.gpgsign=false'];

export function createFixture(): Fixture {
  const home = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-truth-')));
  const workspace = join(home, 'ws');
  mkdirSync(workspace);
  const folders = Object.entries(HOSTILE).map(([name, spoil]) => {
    const folder = join(workspace, name);
    createRepository(folder, home);
    spoil(folder, home);
    return folder;
  });
  writeProject(workspace);
  return {
    home,
    workspace,
    folders: [workspace, ...folders],
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}

function git(folder: string, home: string, ...args: readonly string[]): void {
  const env = { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: home, GIT_CONFIG_NOSYSTEM: '1' };
  const ran = spawnSync('git', [...IDENTITY, '-c', 'protocol.file.allow=always', ...args], {
    cwd: folder,
    env,
    encoding: 'utf8',
  });
  if (ran.status !== 0) throw new Error(`git ${args.join(' ')}: ${ran.stderr}${ran.error?.message ?? ''}`);
}

function writeProject(folder: string): void {
  for (const name of ['src', 'docs', 'empty']) mkdirSync(join(folder, name), { recursive: true });
  writeFileSync(join(folder, 'README.md'), '# Read me\n\nTODO: one\nalpha beta\n');
  writeFileSync(join(folder, 'src/main.ts'), 'export const a = 1; // TODO\n');
  writeFileSync(join(folder, 'src/util.py'), 'print("alpha")\n');
  writeFileSync(join(folder, 'docs/a b.txt'), 'beta\ngamma\n');
  writeFileSync(join(folder, 'data.json'), '{"a": [1, 2, {"b": "c"}]}\n');
  writeFileSync(join(folder, 'names0'), 'README.md\0data.json\0');
  writeFileSync(join(folder, '.env.example'), 'KEY=\n');
  writeFileSync(join(folder, '-o'), 'a file named like a flag\n');
  writeFileSync(join(folder, 'packed.gz'), Buffer.from('1f8b08000000000000034b4c4a0600c241243503000000', 'hex'));
  symlinkSync('README.md', join(folder, 'link'));
  symlinkSync('missing', join(folder, 'dangling'));
}

/** Two commits, a branch, a tag, a change that is not staged, one that is, and a file that is not tracked. */
function createRepository(folder: string, home: string): void {
  mkdirSync(folder);
  git(folder, home, 'init', '-q', '--template=', '-b', 'main');
  writeProject(folder);
  writeFileSync(join(folder, '.gitattributes'), '*.md filter=f diff=d\n*.ts merge=m\n');
  git(folder, home, 'add', '.');
  git(folder, home, 'commit', '-qm', 'One');
  writeFileSync(join(folder, 'src/main.ts'), 'export const a = 2; // TODO\n');
  writeFileSync(join(folder, 'README.md'), '# Read me again\n\nTODO: two\nalpha beta\n');
  git(folder, home, 'commit', '-qam', 'Two');
  git(folder, home, 'branch', 'side', 'HEAD~1');
  git(folder, home, 'tag', 'v1');
  git(folder, home, 'remote', 'add', 'origin', 'https://example.invalid/a.git');
  writeFileSync(join(folder, 'README.md'), '# Changed\n');
  writeFileSync(join(folder, 'src/util.py'), 'print("beta")\n');
  git(folder, home, 'add', 'src/util.py');
  writeFileSync(join(folder, 'new.txt'), 'not tracked\n');
}

/** A program that leaves a mark; that it is started at all is what the tracer reports. */
function plant(folder: string): string {
  const path = join(folder, '.git', 'planted');
  writeFileSync(path, `#!/bin/sh\ntouch "${folder}/ran"\ncat\n`);
  chmodSync(path, 0o755);
  return path;
}

type Spoil = (folder: string, home: string) => void;

const withConfig =
  (...pairs: readonly (readonly [string, string])[]): Spoil =>
  (folder, home) => {
    const planted = plant(folder);
    for (const [key, value] of pairs) git(folder, home, 'config', key, value.replace('PLANTED', planted));
  };

const HOSTILE: Readonly<Record<string, Spoil>> = {
  plain: () => undefined,
  fsmonitor: withConfig(['core.fsmonitor', 'PLANTED']),
  clean: withConfig(['filter.f.clean', 'PLANTED'], ['filter.f.smudge', 'PLANTED']),
  process: withConfig(['filter.f.process', 'PLANTED']),
  textconv: withConfig(['diff.d.textconv', 'PLANTED']),
  external: withConfig(['diff.external', 'PLANTED']),
  command: withConfig(['diff.d.command', 'PLANTED']),
  aliases: withConfig(['alias.ls', '!PLANTED'], ['alias.status', '!PLANTED'], ['alias.st', '!PLANTED']),
  pager: withConfig(['core.pager', 'PLANTED'], ['pager.log', 'PLANTED'], ['pager.branch', 'PLANTED']),
  signed: withConfig(['gpg.program', 'PLANTED'], ['log.showSignature', 'true']),
  format: withConfig(['format.pretty', '%h %G?'], ['gpg.program', 'PLANTED']),
  merge: withConfig(['merge.m.driver', 'PLANTED'], ['log.diffMerges', 'remerge']),
  included: (folder, home) => {
    writeFileSync(join(folder, '.git/more'), `[core]\n\tfsmonitor = ${plant(folder)}\n`);
    git(folder, home, 'config', 'include.path', 'more');
  },
  worktree: (folder, home) => {
    git(folder, home, 'config', 'extensions.worktreeConfig', 'true');
    writeFileSync(join(folder, '.git/config.worktree'), `[filter "f"]\n\tclean = ${plant(folder)}\n`);
  },
  hooks: (folder) => {
    const planted = plant(folder);
    mkdirSync(join(folder, '.git/hooks'), { recursive: true });
    for (const hook of ['post-index-change', 'pre-commit', 'reference-transaction', 'fsmonitor-watchman']) {
      cpSync(planted, join(folder, '.git/hooks', hook));
      chmodSync(join(folder, '.git/hooks', hook), 0o755);
    }
  },
  split: (folder, home) => {
    git(folder, home, 'config', 'core.splitIndex', 'true');
    git(folder, home, 'update-index', '--split-index');
  },
  promisor: withConfig(
    ['remote.origin.promisor', 'true'],
    ['extensions.partialClone', 'origin'],
    ['core.repositoryFormatVersion', '1'],
    ['core.sshCommand', 'PLANTED'],
  ),
  embedded: (folder, home) => {
    const bare = join(folder, 'bare');
    git(folder, home, 'clone', '-q', '--bare', '.', 'bare');
    writeFileSync(join(bare, 'config'), `[core]\n\tbare = true\n\tfsmonitor = ${plant(folder)}\n`);
    // A work tree of the attacker's making: the folder itself is the bare repository.
    for (const name of ['HEAD', 'objects', 'refs', 'config'])
      cpSync(join(bare, name), join(folder, 'docs', name), { recursive: true });
    renameSync(join(folder, '.git'), join(folder, 'dot-git'));
  },
  submodule: (folder, home) => {
    git(folder, home, 'submodule', '-q', 'add', join(folder, '../plain'), 'sub');
    git(folder, home, 'commit', '-qm', 'Sub');
    git(join(folder, 'sub'), home, 'config', 'core.fsmonitor', plant(folder));
    git(join(folder, 'sub'), home, 'config', 'filter.f.clean', plant(folder));
    writeFileSync(join(folder, 'sub/README.md'), '# Changed in the submodule\n');
  },
};
