import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { FlagTable } from '../vocab/flag-table.ts';
import type { Word } from '../vocab/shell-line.ts';
import { findFlag, readOptions } from './options.ts';
import { flagTable } from './tables/table.ts';
import { literalWord } from './words/fields.ts';

const GROUPS = {
  '0': '-a|--all -b -v|--verbose|--verbal --version +x',
  '1': '-n|--number --name',
  '1/reads': '-f|--file',
  'attached': '-c|--color',
};
const GNU = flagTable('x', GROUPS);
const WRAPPER = flagTable('x', GROUPS, { stopsAtOperand: true });
const PLAIN = flagTable('x', { '0': '-all +', '1': '-name' }, { style: 'plain' });
const FIND = flagTable('x', { '0': '-print', '1': '-name' }, { style: 'find' });

/** `?abc` is a word of which only its beginning is known. */
const toWord = (text: string): Word =>
  text.startsWith('?') ? { ...literalWord(text), value: null, prefix: text.slice(1) } : literalWord(text);

const show = (word: Word | null): string => (word === null ? '-' : (word.value ?? `?${word.prefix}`));

const CASES: readonly (readonly [
  table: FlagTable,
  line: string,
  flags: string,
  operands: string,
  at: number,
  unknown: string,
])[] = [
  [GNU, 'x', '', '', 1, ''],
  [GNU, 'x a b', '', 'a b', 1, ''],
  [GNU, 'x -a p -b q', '-a:- -b:-', 'p q', 2, ''],
  [GNU, 'x -ab p', '-a:- -b:-', 'p', 2, ''],
  [GNU, 'x -an5 p', '-a:- -n:5', 'p', 2, ''],
  [GNU, 'x -n 5 p', '-n:5', 'p', 3, ''],
  [GNU, 'x -n', '-n:-', '', 2, ''],
  [GNU, 'x -n -a', '-n:-a', '', 3, ''],
  [GNU, 'x -az p', '-a:-', 'p', 2, '-z'],
  [GNU, 'x -cred p', '-c:red', 'p', 2, ''],
  [GNU, 'x -c red', '-c:-', 'red', 2, ''],
  [GNU, 'x --all p', '--all:-', 'p', 2, ''],
  [GNU, 'x --al p', '--all:-', 'p', 2, ''],
  [GNU, 'x --ver p', '', 'p', 2, '--ver'],
  [GNU, 'x --verb p', '--verbose:-', 'p', 2, ''],
  [GNU, 'x --vers', '--version:-', '', 2, ''],
  [GNU, 'x --n 5', '', '5', 2, '--n'],
  [GNU, 'x --num 5 p', '--number:5', 'p', 3, ''],
  [GNU, 'x --number=5 p', '--number:5', 'p', 2, ''],
  [GNU, 'x --number= p', '--number:', 'p', 2, ''],
  [GNU, 'x --color=red --color red', '--color:red --color:-', 'red', 3, ''],
  [GNU, 'x --all=y', '--all:y', '', 2, '--all=y'],
  [GNU, 'x --nope p', '', 'p', 2, '--nope'],
  [GNU, 'x -- -a', '', '-a', 2, ''],
  [GNU, 'x - a', '', '- a', 1, ''],
  [GNU, 'x -5', '', '', 2, '-5'],
  [GNU, 'x ? p', '', '? p', 1, '?'],
  [GNU, 'x ?a p', '', '?a p', 1, ''],
  [GNU, 'x -- ? p', '', '? p', 2, ''],
  [GNU, 'x ?-a p', '-a:-', 'p', 2, '?-a'],
  [GNU, 'x ?-n p', '-n:p', '', 3, ''],
  [GNU, 'x ?-c p', '-c:?', 'p', 2, ''],
  [GNU, 'x ?-nx p', '-n:?x', 'p', 2, ''],
  [GNU, 'x ?--al p', '', 'p', 2, '?--al'],
  [GNU, 'x ?--name=a p', '--name:?a', 'p', 2, ''],
  [WRAPPER, 'x -a p -b', '-a:-', 'p -b', 2, ''],
  [WRAPPER, 'x -a -- p -b', '-a:-', 'p -b', 3, ''],
  [WRAPPER, 'x -n 1', '-n:1', '', 3, ''],
  [PLAIN, 'x -all -al +y -name v p', '-all:- -name:v', 'p', 6, '-al +y'],
  [FIND, 'x p -print -name a -ls', '-print:- -name:a', 'p', 1, '-ls'],
];

describe('options', () => {
  for (const [table, line, flags, operands, at, unknown] of CASES) {
    test(`${line} (${table.style}${table.stopsAtOperand === true ? ', stops' : ''})`, () => {
      const read = readOptions(line.split(' ').map(toWord), table);
      const found = {
        flags: read.flags.map(({ name, value }) => `${name}:${show(value)}`).join(' '),
        operands: read.operands.map(show).join(' '),
        at: read.operandsAt,
        unknown: read.unknown.join(' '),
      };
      assert.deepEqual(found, { flags, operands, at, unknown });
    });
  }

  test('are read from a later word on', () => {
    const read = readOptions(['git', 'log', '-a', 'p'].map(toWord), GNU, 2);
    assert.deepEqual([read.flags.length, read.operands.map(show), read.operandsAt], [1, ['p'], 3]);
  });

  test('of no table are not found, and inherited names are no flags', () => {
    assert.equal(findFlag('constructor', GNU), null);
    assert.equal(findFlag('--', GNU), null);
    assert.equal(findFlag('--al', FIND), null);
    assert.deepEqual(findFlag('--verbal', GNU), ['--verbal', { arity: 0, effect: 'none', same: '-v' }]);
  });
});
