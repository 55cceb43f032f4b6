import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import { testOutcome } from './test-outcome.ts';

const KNOWN: readonly (readonly [args: readonly (string | null)[], outcome: boolean | null])[] = [
  [[], false],
  [[''], false],
  [['a'], true],
  [['-n'], true],
  [[null], null],
  [['-n', 'a'], true],
  [['-n', ''], false],
  [['-n', null], null],
  [['-z', ''], true],
  [['-z', 'a'], false],
  [['-z', null], null],
  [['!', ''], true],
  [['!', 'a'], false],
  [['!', null], null],
  [['-d', ''], false],
  [['-d', 'a'], null],
  [['-v', ''], null],
  [['a', '=', 'a'], true],
  [['a', '=', 'b'], false],
  [['a', '==', 'a'], true],
  [['a', '==', 'b'], false],
  [['a', '!=', 'a'], false],
  [['a', '!=', 'b'], true],
  [['a', '<', 'b'], null],
  [[null, '=', 'a'], null],
  [['a', '=', null], null],
  [['!', '-n', 'a'], false],
  [['!', '-z', 'a'], true],
  [['!', 'a', '=', 'a'], false],
  [['!', 'a', '!=', 'a'], true],
  [['a', 'b', 'c', 'd'], null],
  [['-n', 'a', '-a', '-n', 'b'], true],
  [['-n', 'a', '-a', '-n', ''], false],
  [['-n', '', '-a', '-n', 'b'], false],
  [['-n', '', '-a', '-d', 'b'], false],
  [['-d', 'b', '-a', '-n', 'a'], null],
  [['-n', 'a', '-o', '-n', 'b'], null],
  [['a', '=', 'a', '-a', 'b', '=', 'b', '-a', 'c'], true],
  [['a', '=', 'a', '-a', 'b', '=', 'b', '-a', ''], false],
  [['-a', 'b', 'c', 'd', 'e'], null],
];

describe('what a test comes to', () => {
  for (const [args, outcome] of KNOWN) {
    test(`[ ${args.map((arg) => (arg === null ? '?' : `'${arg}'`)).join(' ')} ]`, () =>
      assert.equal(testOutcome(args), outcome));
  }

  test('is what bash says', needs('bash'), () => {
    const known = KNOWN.flatMap(([args, outcome]) => (outcome === null ? [] : [{ args, outcome }]));
    const quoted = known.map(({ args }) => args.map((arg) => `'${arg ?? ''}'`).join(' '));
    const said = execFileSync('bash', ['-c', quoted.map((text) => `[ ${text} ]; echo $?`).join('\n')]);
    assert.deepEqual(
      said.toString().trim().split('\n'),
      known.map(({ outcome }) => (outcome ? '0' : '1')),
    );
  });
});
