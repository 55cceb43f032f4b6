import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { createFacts } from '../testing/judge-facts.ts';
import { createLineFacts } from '../testing/judge-line.ts';
import { isRawDevice } from './devices.ts';
import { componentGives, patternGives, placeOf, placeOfText, realPathsOf } from './paths.ts';
import { isSecretPath } from './secrets.ts';

const wordOf = (line: string) => {
  const command = createLineFacts(line).line?.commands.at(-1);
  const word = command?.words[1];
  assert.ok(command !== undefined && word !== undefined);
  return { word, command };
};

test('where a word points', () => {
  const rows: readonly (readonly [line: string, place: string | null, isPattern?: boolean, entersFolder?: boolean])[] =
    [
      ['cat a/../b', '/home/u/proj/b'],
      ['cat /etc/', '/etc', false, true],
      ['cat a/.', '/home/u/proj/a', false, true],
      ['cat *.md', '/home/u/proj/*.md', true],
      ['cat "*.md"', '/home/u/proj/*.md'],
      ['cat ""', null],
      ['cat "$(date)"', null],
      ['cd "$(date)"; cat a', null],
      ['cd "$(date)"; cat /a', '/a'],
    ];
  for (const [line, path, isPattern = false, entersFolder = false] of rows) {
    const { word, command } = wordOf(line);
    assert.deepEqual(placeOf(word, command), path === null ? null : { path, isPattern, entersFolder }, line);
  }
});

test('where a part of a word points', () => {
  const here = { cwd: '/w' };
  assert.deepEqual(placeOfText('a*/', here), { path: '/w/a*', isPattern: true, entersFolder: true });
  assert.deepEqual(placeOfText('/a', { cwd: null }), { path: '/a', isPattern: false, entersFolder: false });
  assert.deepEqual([placeOfText('', here), placeOfText('a', { cwd: null })], [null, null]);
});

test('what a place is in truth, and what a pattern gave on disk', () => {
  const facts = createFacts({
    paths: [
      { given: 'a', absolute: '/w/a', real: '/etc/a' },
      { given: 'b', absolute: '/w/b', real: null },
      { given: '*', absolute: '/w/a', real: '/etc/a', fromGlob: '/w/*' },
      { given: '*', absolute: '/w/c', real: '/w/c', fromGlob: '/w/*' },
    ],
  });
  const real = (path: string): readonly string[] =>
    realPathsOf({ path, isPattern: false, entersFolder: false }, facts).toSorted();
  assert.deepEqual(real('/w/a'), ['/etc/a', '/w/a']);
  assert.deepEqual(real('/w/b'), ['/w/b']);
  assert.deepEqual(real('/w/*'), ['/etc/a', '/w/*', '/w/a', '/w/c']);
  assert.deepEqual(real('/w/other'), ['/w/other']);
});

test('what a component of a glob can give', () => {
  const rows: readonly (readonly [glob: string, name: string, gives: boolean])[] = [
    ['a', 'a', true],
    ['a', 'b', false],
    ['a*', 'abc', true],
    ['a?c', 'abc', true],
    ['a[b]c', 'axc', true],
    ['a[]x]c', 'abc', true],
    ['a[!]]c', 'abc', true],
    ['a[b', 'a[b', true],
    ['a[]', 'a[]', true],
    ['a[^]]c', 'abc', true],
    ['[[:alpha:]]tc', 'etc', true],
    ['[[.x.][=y=]z]tc', 'etc', true],
    ['[[:alpha]tc', 'etc', true],
    ['a[x\\]y]c', 'abc', true],
    ['a[b\\]', 'a[b]', true],
    ['?a', '😀a', true],
    ['a*b*', 'axbxb', true],
    ['a*c', 'abcb', false],
    ['*', '', true],
    ['a\\*c', 'a*c', true],
    ['a\\*c', 'abc', false],
    ['a\\', 'a\\', true],
    ['a.c*', 'abc', false],
    ['**a', 'xa', true],
  ];
  for (const [glob, name, gives] of rows) assert.equal(componentGives(glob, name), gives, `${glob} ${name}`);
  assert.equal(patternGives('/a/*/c', '/a/b/c'), true);
  assert.equal(patternGives('/a/*', '/a/b/c'), false);
});

test('many patterns do not grow the memory, and a hostile one ends', () => {
  for (let i = 0; i < 1100; i++) componentGives(`${i}*`, 'x');
  assert.equal(componentGives(`${'*a'.repeat(200)}b`, 'a'.repeat(2000)), false);
  assert.equal(componentGives('['.repeat(100_000), 'x'), false);
});

test('a glob gives what it was made of', () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.]{1,8}$/), fc.nat(8), (name, at) => {
      const cut = Math.min(at, name.length);
      return componentGives(`${name.slice(0, cut)}*`, name) && componentGives(`*${name.slice(cut)}`, name);
    }),
  );
});

test('places where secrets are kept', () => {
  const facts = createFacts({ homes: ['/home/u', '/home/ann', '/'] });
  const secret = [
    '/home/u/.ssh',
    '/home/ann/.aws/x',
    '/srv/.env',
    '/srv/.env.local',
    '/srv/.e*',
    '/srv/.e??',
    '/srv/key.pem',
    '/srv/id_rsa',
    '/srv/id_*',
    '/proc/1/environ',
    '/proc/self/task/1/environ',
    '/home/u/.bailiwick/state.db',
    '/home/u/.netrc',
    '/home/ann/.kube/cache/x',
    '/home/u/.config/gh/hosts.yml',
    '/home/u/.config/git/credentials',
    '/home/u/.docker/config.json',
    '/home/u/.npmrc',
    '/etc/shadow',
  ];
  const open = [
    '/home/u/proj/.npmrc',
    '/home/u/.config/git/ignore',
    '/home/u/.docker',
    '/home/u/.m2/repository',
    '/etc/passwd',
    '/home/u/x',
    '/.ssh/x',
    '/srv/.env.example',
    '/srv/*',
    '/srv/.x*',
    '/srv/i*',
    '/home/u/.bailiwick/skills/x',
    '/proc/1/maps',
  ];
  assert.deepEqual(
    secret.filter((path) => !isSecretPath(path, facts)),
    [],
  );
  assert.deepEqual(
    open.filter((path) => isSecretPath(path, facts)),
    [],
  );
});

test('devices whose bytes are a disk', () => {
  assert.deepEqual(
    ['/dev/sda1', '/dev/nvme0n1p2', '/dev/disk/by-id/x', '/dev/sd*', '/dev/mapper/root', '/dev/mem'].map(isRawDevice),
    [true, true, true, true, true, true],
  );
  assert.deepEqual(
    ['/dev/null', '/dev/tty', '/dev/mapper/control', '/dev/sdx.txt', '/tmp/dev/sda', '/dev/tt*'].map(isRawDevice),
    [false, false, false, false, false, false],
  );
});
