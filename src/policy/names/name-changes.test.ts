import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { findBehindChange } from './name-changes.ts';

const behindIn = (line: string, spares?: Parameters<typeof findBehindChange>[1]): readonly string[] => {
  const read = readShellLine(line, { cwd: '/w', home: '/h', env: {} });
  const behind = findBehindChange(read, spares);
  return read.commands.filter(({ index }) => behind.has(index)).map(({ text }) => text);
};

describe('what stands behind a change of names', () => {
  const rows: readonly (readonly [line: string, behind: readonly string[]])[] = [
    ['export PATH=/x; ls', ['ls']],
    ['ls; export PATH=/x', []],
    ['export PATH=/x', []],
    ['PATH=/x; ls', ['ls']],
    ['PATH=/x ls; cat a', []],
    ['builtin export PATH=/x; ls', ['ls']],
    ['printf -v PATH x; ls', ['ls']],
    ['printf -vPATH x; ls', ['ls']],
    ['printf x; ls', []],
    ['printf; ls', []],
    ['wait -n -p PATH; ls', ['ls']],
    ['wait -n; ls', []],
    ['wait 1p; ls', []],
    ['[ -v x ]; ls', ['ls']],
    ['[ -f x ]; ls', []],
    ['set -euo pipefail; ls', []],
    ['set -a; ls', ['ls']],
    ['set -- x; ls', ['ls']],
    ['set -o "$(date)"; ls', ['ls']],
    ['echo ${PATH:=/x}; ls', ['ls']],
    ['echo ${x:-y}; ls', []],
    ['echo $((PATH=5)); ls', ['ls']],
    ['echo x > f$((1)); ls', ['ls']],
    ['cat <<E; ls\nx\nE', []],
    ['if true; then export X=1; fi; ls', ['true', 'ls']],
    ['for f in a; do ls; export X=1; done', ['ls']],
    ['{ export X=1; export Y=1; }', ['export X=1', 'export Y=1']],
    ['for PATH in /x; do ls; done', ['ls']],
    ['for f in x; do ls; done', []],
    ['((PATH = 5)); ls', ['ls']],
    ['(ls)', []],
    ['export X=1; ls )', ['ls']],
  ];
  for (const [line, behind] of rows) {
    test(`${JSON.stringify(line)} -> ${behind.join(' | ') || 'nothing'}`, () => {
      assert.deepEqual(behindIn(line), behind);
    });
  }

  test('a change that is answered for is none', () => {
    assert.deepEqual(
      behindIn('export X=1; ls; export Y=1; cat a', ({ text }) => text.endsWith('X=1')),
      ['cat a'],
    );
  });
});
