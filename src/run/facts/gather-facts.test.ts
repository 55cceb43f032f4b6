import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { digestText } from '../../base/digest.ts';
import type { Disk } from '../../ports/disk.ts';
import { createMemoryDisk, type MemoryFile } from '../../testing/memory-disk.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import { gatherFacts, type Moment, type Scene } from './gather-facts.ts';

const SCENE: Scene = {
  home: '/home/u',
  agentHome: '/home/u/.bailiwick',
  workspace: '/home/u/proj',
  users: { root: '/root', u: '/home/u', bin: '/bin' },
  homes: ['/root', '/home/u'],
  tmp: ['/tmp'],
  apiAddress: null,
  platform: 'linux',
  env: { HOME: '/home/u', PATH: '/usr/bin:bin:/home/u/proj/bin', X: 'x' },
  sudoPassword: false,
};

const MOMENT: Moment = {
  window: [],
  grants: [],
  taint: [],
  mode: 'default',
  requester: 'local:1000',
  now: 7,
  tool: null,
  fault: null,
};

const shell = (command: unknown, cwd = '/home/u/proj'): Call => ({ id: 'c', tool: 'shell', input: { command }, cwd });

const gather = (
  call: Call,
  files: Readonly<Record<string, MemoryFile>> = {},
  changes: { readonly scene?: Partial<Scene>; readonly moment?: Partial<Moment>; readonly disk?: Partial<Disk> } = {},
): Facts =>
  gatherFacts(
    call,
    { ...SCENE, ...changes.scene },
    { ...MOMENT, ...changes.moment },
    { ...createMemoryDisk({ '/home/u/proj/README.md': '', ...files }), ...changes.disk },
  );

/** `given -> absolute (real)`, `real` only where it is another. */
const showPaths = ({ paths }: Facts): readonly string[] =>
  paths
    .filter(({ absolute }) => absolute !== '/home/u/proj')
    .map(
      ({ absolute, real, fromGlob }) =>
        `${fromGlob === undefined ? '' : `${fromGlob}: `}${absolute}${real === absolute ? '' : ` (${real})`}`,
    );

describe('facts of a line', () => {
  test('nothing behind a NUL byte, which is denied', () => {
    assert.equal(gather(shell('ls \0 x')).line?.source, 'ls ');
  });

  test('only the variables that the line reads, with the very values of the environment', () => {
    assert.deepEqual(gather(shell('echo $X $UNSET')).env, { X: 'x' });
    assert.deepEqual(gather(shell('ls')).env, {});
  });

  test('every word that may be a path, and what it really is', () => {
    const files = {
      '/home/u/proj/link': { link: '/etc/x' },
      '/etc/x': '',
      '/home/u/proj/a.md': '',
      '/home/u/proj/b.md': '',
    };
    assert.deepEqual(showPaths(gather(shell('cat README.md link'), files)), [
      '/home/u/proj/README.md',
      '/home/u/proj/link (/etc/x)',
    ]);
    assert.deepEqual(
      showPaths(gather(shell('dd of=link if=@link -o/etc/x'), files)).includes('/home/u/proj/link (/etc/x)'),
      true,
    );
    assert.deepEqual(showPaths(gather(shell('cat < link'), files)), ['/home/u/proj/link (/etc/x)']);
    assert.deepEqual(showPaths(gather(shell('cat "" "$(date)"'), files)), []);
    assert.deepEqual(showPaths(gather(shell('cat "/etc/$(date)"'), files)), ['/etc']);
  });

  test('a glob by the names it gives on disk', () => {
    const files = { '/home/u/proj/a.md': '', '/home/u/proj/.b.md': '', '/home/u/proj/c.txt': '' };
    const paths = (line: string): readonly string[] =>
      showPaths(gather(shell(line), files)).filter((path) => path.includes(': '));
    assert.deepEqual(paths('cat *.md'), [
      '/home/u/proj/*.md: /home/u/proj/README.md',
      '/home/u/proj/*.md: /home/u/proj/a.md',
    ]);
    assert.deepEqual(paths('cat .*.md'), ['/home/u/proj/.*.md: /home/u/proj/.b.md']);
    assert.deepEqual(paths('cat nosuch/*'), []);
    assert.deepEqual(showPaths(gather(shell('cd "$(date)"; cat * a'), files)), []);
  });

  test('globs that give more names than can be looked at make the line one that asks', () => {
    const names = Array.from({ length: 3000 }, (_, i) => `f${i}`);
    const disk = { list: () => names };
    const kind = (line: string) => gather(shell(line), {}, { disk }).line?.kind;
    assert.equal(kind('ls *'), 'line');
    assert.equal(kind('ls *; cat f*'), 'unparsable');
    assert.equal(kind('ls */*/*'), 'unparsable');
    const { line, paths } = gather(
      shell(`ls ${Array.from({ length: 1200 }, (_, i) => `*[!${i}]`).join(' ')}`),
      {},
      { disk },
    );
    assert.match(line?.kind === 'unparsable' ? line.reason : '', /patterns match more files/);
    assert.deepEqual(paths, []);
  });

  test('what a process sees through its own folder in /proc is told as the command sees it, and as it is written', () => {
    const reals = (line: string): readonly unknown[] =>
      gather(shell(line))
        .paths.filter(({ given }) => given.includes('/proc/'))
        .map(({ real }) => real);
    assert.deepEqual(reals('cat /proc/self/cwd/../x'), ['/proc/self/cwd', '/home/u/x']);
    assert.deepEqual(reals('cd src; cat /proc/1/cwd/x'), ['/proc/1/cwd/x', '/home/u/proj/src/x']);
    assert.deepEqual(reals('cat /proc/self/task/1/root/etc'), ['/proc/self/task/1/root/etc', '/etc']);
    assert.deepEqual(reals('cat /proc/self/root'), ['/proc/self/root', '/']);
    assert.deepEqual(reals('cat /proc/self/fd/3/../x'), ['/proc/self/fd/3/x']);
    assert.deepEqual(reals('cd "$(date)"; cat /proc/self/cwd/x'), ['/proc/self/cwd/x']);
    assert.deepEqual(reals('cat /proc/self/cwd/R*').slice(0, 3), ['/proc/self/cwd', '/home/u/proj', '/home/u/proj/R*']);
  });

  test('a pattern goes up from where links lead', () => {
    const files = { '/home/u/proj/l': { link: '/srv/a/b' }, '/srv/a/c/x.md': '', '/srv/a/b/y': '' };
    const found = (line: string): readonly string[] =>
      gather(shell(line), files).paths.flatMap(({ fromGlob, real }) => (fromGlob === undefined ? [] : [real ?? '']));
    assert.deepEqual(found('cat l/../c/*.md'), ['/srv/a/c/x.md']);
    assert.deepEqual(found('cat l/./y*'), ['/srv/a/b/y']);
    assert.deepEqual(found('cat l*/../c'), ['/srv/a/c']);
    assert.deepEqual(found('cat /*/../s*'), ['/srv']);
  });

  test('more paths than can be looked at make the line one that asks', () => {
    const line = (count: number): string => `ls ${Array.from({ length: count }, (_, i) => `a=${i}`).join(' ')}`;
    assert.equal(gather(shell(line(1000))).line?.kind, 'line');
    assert.equal(gather(shell(line(4000))).line?.kind, 'unparsable');
  });

  test('a real path in the workspace is told by the name the workspace has here', () => {
    const files = { '/home/u/proj': { link: '/data/proj' }, '/data/proj/a': '' };
    assert.deepEqual(showPaths(gather(shell('cat a'), files)), ['/home/u/proj/a']);
  });

  test('scripts that it runs, by their content', () => {
    const files = { '/home/u/proj/run.sh': 'ls', '/home/u/proj/x.py': 'print(1)', '/home/u/proj/sub/y': 'z' };
    const scripts = (line: string): readonly string[] => gather(shell(line), files).scripts.map(({ path }) => path);
    assert.deepEqual(gather(shell('bash -x run.sh a'), files).scripts, [
      { path: '/home/u/proj/run.sh', sha256: digestText('ls') },
    ]);
    assert.deepEqual(scripts('python3 -W ignore x.py nosuch "$(date)"'), ['/home/u/proj/x.py']);
    assert.deepEqual(scripts('python3 x.py; ./run.sh; cd sub && ./y'), [
      '/home/u/proj/x.py',
      '/home/u/proj/run.sh',
      '/home/u/proj/sub/y',
    ]);
    assert.deepEqual(scripts('run.sh; bash nosuch; "$(date)"; cd "$(date)"; ./run.sh'), []);
  });

  test('what the repository would run, where a git is in the line', () => {
    const config = (text: string) => ({
      '/home/u/proj/.git/config': text,
      '/home/u/proj/.git/HEAD': 'ref: refs/heads/main',
    });
    const hostile = config('[core]\n\tfsmonitor = ./x\n');
    assert.deepEqual(gather(shell('git status'), hostile).gitExec, ['core.fsmonitor']);
    assert.deepEqual(gather(shell('git -C sub -C .. status'), hostile).gitExec, ['core.fsmonitor']);
    assert.deepEqual(gather(shell('git -C /home/u/proj -C "$(date)" status', '/tmp'), hostile).gitExec, [
      '(unreadable)',
      'core.fsmonitor',
    ]);
    assert.deepEqual(gather(shell('cd "$(date)"; git status'), config('')).gitExec.includes('(unreadable)'), true);
    assert.deepEqual(gather(shell('ls'), hostile).gitExec, []);
    assert.deepEqual(gather(shell(`git ${'-C . '.repeat(9)}status`), hostile).gitExec, [
      '(unreadable)',
      'core.fsmonitor',
    ]);
  });

  test('programs that the search path finds in the workspace', () => {
    const isExecutable = (path: string): boolean =>
      ['/usr/bin/ls', '/home/u/proj/bin/ls', '/home/u/proj/bin/tool'].includes(path);
    const heads = (line: string, scene: Partial<Scene> = {}): readonly string[] =>
      gather(shell(line), {}, { scene, disk: { isExecutable } }).workspaceHeads;
    assert.deepEqual(heads('ls; tool; ./x; nosuch; "$(date)"'), ['tool']);
    assert.deepEqual(heads('ls', { env: { PATH: '/home/u/proj/bin:/usr/bin' } }), ['ls']);
    assert.deepEqual(heads('tool', { env: {} }), []);
  });

  test('what the run and the place add is passed on', () => {
    const facts = gather(
      shell('ls'),
      {},
      { scene: { sudoPassword: true, apiAddress: 'h:1' }, moment: { mode: 'plan', taint: ['network'] } },
    );
    assert.deepEqual(
      [facts.sudoPassword, facts.apiAddress, facts.mode, facts.taint, facts.now, facts.homes, facts.tmp],
      [true, 'h:1', 'plan', ['network'], 7, ['/root', '/home/u'], ['/tmp']],
    );
  });
});

describe('facts of another tool', () => {
  const call = (tool: string, input: Call['input'] = {}): Call => ({ id: 'c', tool, input, cwd: '/home/u/proj' });

  test('the path it is given, after the home and links', () => {
    const files = { '/home/u/proj/link': { link: '/etc' }, '/etc/x': '' };
    assert.deepEqual(showPaths(gather(call('read', { path: '~/a' }), files)), ['/home/u/a']);
    assert.deepEqual(showPaths(gather(call('read', { path: 'link/x' }), files)), ['/home/u/proj/link/x (/etc/x)']);
    assert.deepEqual(gather(call('read', { path: '' })).paths, []);
    assert.deepEqual(gather(call('read', { path: 'a\0' })).paths, []);
    assert.deepEqual(
      gather(call('grep', { pattern: 'x' })).paths.map(({ absolute }) => absolute),
      ['/home/u/proj'],
    );
    assert.deepEqual(
      gather(call('glob')).paths.map(({ absolute }) => absolute),
      ['/home/u/proj'],
    );
    assert.deepEqual(gather(call('web_fetch', { url: 'x' })).paths, []);
  });

  test('`..` goes up in the text, as the tools open it, and not from where a link leads', () => {
    const files = { '/home/u/proj/k': { link: '/home/u/.ssh/id_rsa' }, '/home/u/.ssh/id_rsa': '' };
    const kernel = createMemoryDisk(files);
    const disk = { realPath: (path: string) => (path.includes('..') ? '/elsewhere' : kernel.realPath(path)) };
    const facts = gather(call('read', { path: 'a/../k' }), files, { disk });
    assert.deepEqual(showPaths(facts), ['/home/u/proj/k (/home/u/.ssh/id_rsa)']);
  });

  test('the tool tells its own risk, subject and effects, and none when the arguments are wrong', () => {
    const tool = {
      name: 'write',
      risk: 'medium',
      fault: (input: Call['input']) => (typeof input['path'] === 'string' ? null : 'path is missing'),
      subject: (input: Call['input']) => String(input['path']),
      effects: () => [{ kind: 'write', where: 'workspace', target: 'a' }],
    } as unknown as Moment['tool'];
    assert.deepEqual(gather(call('write', { path: 'a' }), {}, { moment: { tool } }).tool, {
      name: 'write',
      risk: 'medium',
      subject: 'a',
      effects: [{ kind: 'write', where: 'workspace', target: 'a' }],
      fault: null,
    });
    const wrong = gather(call('write'), {}, { moment: { tool } }).tool;
    assert.deepEqual([wrong.subject, wrong.effects, wrong.fault], ['', [], 'path is missing']);
    assert.equal(
      gather(call('write', { path: 'a' }), {}, { moment: { tool, fault: 'no JSON' } }).tool.fault,
      'no JSON',
    );
  });

  test('a tool that is not there is judged by its name alone', () => {
    const known = gather(call('web_fetch', { url: 'https://x' })).tool;
    assert.deepEqual(known, {
      name: 'web_fetch',
      risk: 'low',
      subject: 'https://x',
      effects: [{ kind: 'net-in', target: 'https://x' }],
      fault: null,
    });
    const foreign = gather(call('x__y', { first: 'a' })).tool;
    assert.deepEqual(
      [foreign.risk, foreign.subject, foreign.effects.map(({ kind }) => kind), foreign.fault],
      ['medium', 'a', ['write', 'net-out'], null],
    );
    assert.equal(gather(call('x__y', { first: 1 })).tool.subject, '');
    assert.equal(gather(call('read', { path: 1 })).tool.subject, '');
    assert.equal(gather(call('nosuch')).tool.fault, 'there is no tool "nosuch"');
    assert.equal(gather(shell(7)).tool.fault, 'command must be a text');
    assert.equal(gather(shell(7)).line, null);
  });
});

test('signing that is switched on for the git commands that could sign', () => {
  const files = { '/home/u/.gitconfig': '[commit]\n gpgsign\n' };
  const lines = ['git commit -m x', 'cd /; git -C proj pull', 'sudo git tag v1', 'git status', 'ls'];
  assert.deepEqual(
    lines.map((line) => gather(shell(line), files).gitSigning.length),
    [1, 1, 1, 0, 0],
  );
});
