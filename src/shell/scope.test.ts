import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readLine, showLine } from '../testing/show-line.ts';

const lastOf = (line: string, env: Readonly<Record<string, string>> = {}): string | undefined =>
  showLine(line, { env }).at(-1);

/** bash sets these itself, whether or not the environment holds them. */
const NEVER_KNOWN =
  'BASHPID BASH_COMMAND BASH_VERSION DIRSTACK EPOCHREALTIME EPOCHSECONDS EUID GROUPS LINENO OLDPWD OPTIND PPID RANDOM ' +
  'SECONDS SHELLOPTS SHLVL SRANDOM UID BAILIWICK_INSIDE_CALL';

/** bash sets these where the environment does not. */
const KNOWN_WHEN_SET =
  'BASHOPTS BASH_ALIASES BASH_ARGC BASH_ARGV BASH_ARGV0 BASH_CMDS BASH_EXECUTION_STRING BASH_LINENO BASH_REMATCH ' +
  'BASH_SOURCE BASH_SUBSHELL BASH_VERSINFO COLUMNS COMP_WORDBREAKS FUNCNAME HISTCMD HOSTNAME HOSTTYPE LINES MACHTYPE ' +
  'OPTARG OPTERR OSTYPE PATH PIPESTATUS PS4 REPLY TERM';

describe('a variable of the shell', () => {
  for (const name of NEVER_KNOWN.split(' ')) {
    test(`${name} is never known`, () => {
      assert.equal(lastOf(`c "$${name}"`, { [name]: '1' }), 'c|?');
      if (name !== 'BAILIWICK_INSIDE_CALL') assert.equal(lastOf(`c "$${name}"`), 'c|?');
    });
  }
  for (const name of KNOWN_WHEN_SET.split(' ')) {
    test(`${name} is known where the environment sets it`, () => {
      assert.equal(lastOf(`c "$${name}"`, { [name]: '1' }), 'c|1');
      assert.equal(lastOf(`c "$${name}"`), 'c|?');
    });
  }
  test('any other is unset where the environment does not set it', () => {
    for (const name of ['X', 'BASHX', 'path', 'LANG', 'EDITOR']) assert.equal(lastOf(`c "$${name}"`), 'c|', name);
  });
});

/** What is known behind code that may or may not have run. */
const MERGED: readonly (readonly [line: string, ...last: readonly string[]])[] = [
  ['V=1; x && V=1; c "$V"', 'c|1'],
  ['V=1; x && V=2; c "$V"', 'c|?', 'c|2', 'c|1'],
  ['V=1; if x; then V=2; fi; c "$V"', 'c|?'],
  ['unset V; x && unset V; c "$V"', 'c|'],
  ['unset V; x || V=2; c "$V"', 'c|?', 'c|2'],
  ['x && cd /; c "$PWD"', 'c|/', 'c|/w'],
  ['x && cd /w; c "$PWD"', 'c|/w'],
  ['x && f() { d; }; f', 'f', 'd'],
  ["x && export V; V=a; bash -c 'c $V'", '<3> c|a'],
  ['x && set -- a; c "$1"', 'c|?'],
  ['(V=1); c "$V"', 'c|'],
  ['(cd /; set -- a); c "$PWD" "$1"', 'c|/w|'],
  ['V=1 | x; c "$V"', 'c|'],
  ['$(V=1); c "$V"', 'c|'],
];

describe('behind code that may have run', () => {
  for (const [line, ...last] of MERGED)
    test(line, () => assert.deepEqual(showLine(line, { env: {} }).slice(-last.length), last));
});

test('functions that call each other too deeply are not followed', () => {
  const chain = (depth: number): string =>
    Array.from({ length: depth }, (_, i) => `f${i}() { f${i + 1}; }; `).join('') + `f${depth}() { c; }; f0`;
  assert.equal(showLine(chain(10)).at(-1), 'c');
  const deep = readLine(chain(200));
  assert.equal(deep.kind === 'unparsable' && deep.reason, 'it calls functions too deeply');
});
