import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type ChildEnvOptions, childEnv, isNeverPassed, readonlyGitEnv } from './child-env.ts';

const options: ChildEnvOptions = {
  names: [],
  home: '/home/a',
  workspace: '/project',
  run: 'run_1',
  agentHome: '/home/a/.bailiwick',
};

const FORCED = {
  HOME: '/home/a',
  GIT_OPTIONAL_LOCKS: '0',
  GIT_PAGER: 'cat',
  PAGER: 'cat',
  GIT_TERMINAL_PROMPT: '0',
  BAILIWICK_INSIDE: 'run_1',
  BAILIWICK_INSIDE_HOME: '/home/a/.bailiwick',
};

describe('the environment of a command', () => {
  test('holds the allow-list and what is forced, nothing else', () => {
    const parent = {
      PATH: '/usr/bin:/bin',
      HOME: '/home/a',
      USER: 'a',
      LOGNAME: 'a',
      LANG: 'de_DE.UTF-8',
      LC_ALL: 'C',
      LC_TIME: 'de_DE',
      TERM: 'xterm',
      TZ: 'Europe/Berlin',
      TMPDIR: '/var/tmp',
    };
    const rest = {
      ANTHROPIC_API_KEY: 'secret',
      AWS_PROFILE: 'x',
      PAGER: 'less',
      LC_: 'x',
      lc_all: 'x',
      SHELL: '/bin/zsh',
    };
    assert.deepEqual(childEnv({ ...parent, ...rest, GONE: undefined }, options), { ...parent, ...FORCED });
  });

  test('holds the names of shell.env that the parent has', () => {
    const env = childEnv(
      { PATH: '/bin', NODE_ENV: 'test', OTHER: 'x' },
      { ...options, names: ['NODE_ENV', 'MISSING'] },
    );
    assert.deepEqual(env, { PATH: '/bin', NODE_ENV: 'test', ...FORCED });
  });

  const never = [
    'BASH_ENV',
    'NODE_OPTIONS',
    'PERL5OPT',
    'PYTHONSTARTUP',
    'MANPAGER',
    'npm_config_script_shell',
    'ENV',
    'BASH_FUNC_ls%%',
    'BASH_FUNC_ls()',
    'SHELLOPTS',
    'BASHOPTS',
    'GLOBIGNORE',
    'LD_PRELOAD',
    'LD_LIBRARY_PATH',
    'DYLD_INSERT_LIBRARIES',
    'GREP_OPTIONS',
    'RIPGREP_CONFIG_PATH',
    'LESSOPEN',
    'GIT_DIR',
    'GIT_CONFIG_COUNT',
    'GIT_EXTERNAL_DIFF',
    'GIT_SSH_COMMAND',
    'CDPATH',
    'IFS',
    'PS4',
  ];
  for (const name of never) {
    test(`never passes ${name} on, also when shell.env names it`, () => {
      assert.equal(isNeverPassed(name), true);
      const env = childEnv({ PATH: '/bin', [name]: 'x' }, { ...options, names: [name] });
      assert.deepEqual(env, { PATH: '/bin', ...FORCED });
    });
  }

  test('lets nobody forge what is forced', () => {
    const parent = { PATH: '/bin', BAILIWICK_INSIDE: 'x', BAILIWICK_INSIDE_HOME: '/tmp', GIT_PAGER: 'sh', PAGER: 'sh' };
    assert.deepEqual(childEnv(parent, { ...options, names: Object.keys(parent) }), { PATH: '/bin', ...FORCED });
  });

  const links: Readonly<Record<string, string>> = { '/opt/tools': '/project/tools', '/usr/bin': '/usr/bin' };
  const paths: readonly [string, string | undefined, string][] = [
    ['keeps absolute entries in order', '/usr/local/bin:/usr/bin:/bin', '/usr/local/bin:/usr/bin:/bin'],
    ['drops relative and empty entries', ':bin:.:/bin:./x:~/bin::', '/bin'],
    [
      'moves entries of the workspace behind the others',
      '/project/node_modules/.bin:/bin:/project',
      '/bin:/project/node_modules/.bin:/project',
    ],
    [
      'knows a workspace entry however it is written',
      '/bin:/x/../project//bin:/usr/bin',
      '/bin:/usr/bin:/x/../project//bin',
    ],
    ['knows a workspace entry behind a link', '/opt/tools:/usr/bin', '/usr/bin:/opt/tools'],
    ['does not take a name with the same beginning for the workspace', '/projects/bin:/bin', '/projects/bin:/bin'],
    ['has a default when there is none', undefined, '/usr/local/bin:/usr/bin:/bin'],
    [
      'has a default when nothing outside the workspace is left',
      'bin:/project/bin',
      '/usr/local/bin:/usr/bin:/bin:/project/bin',
    ],
  ];
  for (const [name, path, expected] of paths) {
    test(`PATH ${name}`, () => {
      const env = childEnv({ PATH: path }, { ...options, realPath: (entry) => links[entry] ?? null });
      assert.equal(env['PATH'], expected);
    });
  }

  test('for proven git lines is told what not to run', () => {
    const env = readonlyGitEnv();
    const pairs = [0, 1, 2].map((n) => [env[`GIT_CONFIG_KEY_${n}`], env[`GIT_CONFIG_VALUE_${n}`]]);
    assert.equal(env['GIT_CONFIG_COUNT'], '3');
    assert.deepEqual(pairs, [
      ['core.fsmonitor', 'false'],
      ['diff.autoRefreshIndex', 'false'],
      ['safe.bareRepository', 'explicit'],
    ]);
  });
});
