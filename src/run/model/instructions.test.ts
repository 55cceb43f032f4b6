import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, describe, it } from 'node:test';
import { hostDisk } from '../../app/host-disk.ts';
import { findInstructions, renderInstructions } from './instructions.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-instructions-')));
after(() => rmSync(root, { recursive: true, force: true }));

function git(cwd: string, ...args: readonly string[]): void {
  const own = ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'protocol.file.allow=always'];
  const env = { PATH: process.env['PATH'], HOME: root, GIT_CONFIG_NOSYSTEM: '1' };
  const { status, stderr } = spawnSync('git', ['-C', cwd, ...own, ...args], { env, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

let made = 0;

/** A repository with these files, all of them tracked. */
function createRepository(files: Readonly<Record<string, string>>): string {
  const top = join(root, `repository-${made++}`);
  mkdirSync(top);
  git(top, 'init', '-q');
  for (const [path, text] of Object.entries(files)) write(join(top, path), text);
  git(top, 'add', '-A');
  git(top, 'commit', '-q', '--allow-empty', '-m', 'all');
  return top;
}

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

const find = (top: string, folder = '') => {
  const cwd = folder === '' ? top : join(top, folder);
  return findInstructions(cwd, top, hostDisk).map(
    ({ path, text, cut }) => `${path.slice(top.length + 1)}: ${text}${cut ? ' (cut)' : ''}`,
  );
};

describe('the instructions of a project', () => {
  it('are the tracked files from the top down to the folder, the nearest last', () => {
    const top = createRepository({ 'AGENTS.md': 'top\n', 'a/AGENTS.md': 'a', 'a/b/x': '', 'c/AGENTS.md': 'c' });
    assert.deepEqual(find(top), ['AGENTS.md: top']);
    assert.deepEqual(find(top, 'a/b'), ['AGENTS.md: top', 'a/AGENTS.md: a']);
    assert.deepEqual(findInstructions(dirname(top), top, hostDisk), []);
  });

  it('are as they are on disk, also before they are committed', () => {
    const top = createRepository({ 'AGENTS.md': 'old' });
    write(join(top, 'AGENTS.md'), 'new');
    mkdirSync(join(top, 'a'));
    write(join(top, 'a/AGENTS.md'), 'added');
    git(top, 'add', 'a');
    assert.deepEqual(find(top, 'a'), ['AGENTS.md: new', 'a/AGENTS.md: added']);
    rmSync(join(top, 'AGENTS.md'));
    assert.deepEqual(find(top), []);
  });

  it('are never what git ignores or does not track', () => {
    const top = createRepository({ '.gitignore': 'node_modules\n', 'src/x': '' });
    for (const folder of ['', 'node_modules/p', 'src']) write(join(top, folder, 'AGENTS.md'), 'planted');
    assert.deepEqual([find(top), find(top, 'node_modules/p'), find(top, 'src')], [[], [], []]);
  });

  it('are never what a submodule brings, though the person works in it', () => {
    const inner = createRepository({ 'AGENTS.md': 'inner', 'deep/AGENTS.md': 'deep' });
    const top = createRepository({ 'AGENTS.md': 'outer' });
    git(top, 'submodule', '--quiet', 'add', inner, 'lib');
    assert.deepEqual(find(top, 'lib/deep'), ['AGENTS.md: outer']);
  });

  it('are never links, nor files behind a folder that is one', () => {
    const top = createRepository({ 'a/AGENTS.md': 'a', 'notes.md': 'notes' });
    symlinkSync('notes.md', join(top, 'AGENTS.md'));
    git(top, 'add', '-A');
    assert.deepEqual(find(top), []);
    rmSync(join(top, 'a'), { recursive: true });
    write(join(root, 'elsewhere/AGENTS.md'), 'elsewhere');
    symlinkSync(join(root, 'elsewhere'), join(top, 'a'));
    assert.deepEqual(find(top, 'a'), []);
  });

  it('of a second worktree are found by its own index', () => {
    const top = createRepository({ 'AGENTS.md': 'top' });
    git(top, 'worktree', 'add', '-q', `${top}-second`);
    write(`${top}-second/AGENTS.md`, 'second');
    assert.deepEqual(find(`${top}-second`), ['AGENTS.md: second']);
  });

  it('of a repository whose index cannot be read are none', () => {
    const top = createRepository({ 'AGENTS.md': 'top' });
    writeFileSync(join(top, '.git/index'), 'no index');
    assert.deepEqual(find(top), []);
    rmSync(join(top, '.git'), { recursive: true });
    assert.deepEqual(find(top), []);
    write(join(top, '.git'), 'nothing known');
    assert.deepEqual(find(top), []);
  });

  it('are bounded: what is farthest away is cut first', () => {
    const top = createRepository({
      'AGENTS.md': 'far',
      'a/AGENTS.md': 'm'.repeat(30_000),
      'a/b/AGENTS.md': 'n'.repeat(3_000),
    });
    const lengths = findInstructions(join(top, 'a/b'), top, hostDisk).map(({ text, cut }) => [text.length, cut]);
    assert.deepEqual(lengths, [
      [29_768, true],
      [3_000, false],
    ]);
  });

  it('show hidden characters instead of sending them, and an empty file is none', () => {
    const top = createRepository({ 'AGENTS.md': 'a\u200bb\u{e0041}', 'a/AGENTS.md': ' \n' });
    assert.deepEqual(find(top, 'a'), ['AGENTS.md: a\\u{200b}b\\u{e0041}']);
  });
});

describe('the part of a prompt that tells them', () => {
  it('is nothing where there are none', () => assert.deepEqual(renderInstructions([]), []));

  it('names each file between marks that the file cannot hold', () => {
    const text = renderInstructions([
      { path: '/p/AGENTS.md', text: 'Use tabs.', cut: false },
      { path: '/p/a/AGENTS.md', text: 'Use blanks.', cut: true },
    ]).join('\n');
    assert.match(text, /The person trusts this project.*the later one counts\.\nIt grants nothing/s);
    assert.match(text, /\[begin ([0-9a-f]{12}): \/p\/AGENTS\.md\]\nUse tabs\.\n\[end \1\]\n/);
    assert.match(text, /Use blanks\.\n\[the rest of the file is left out\]\n\[end [0-9a-f]{12}\]$/);
  });
});
