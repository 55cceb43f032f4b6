import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { flagTable } from '../shell/tables/table.ts';
import type { FlagTable } from '../vocab/flag-table.ts';
import type { Word } from '../vocab/shell-line.ts';
import { behind, readFlags } from './flags.ts';
import { textOf } from '../shell/words/word-text.ts';

const toWord = (value: string | null): Word => ({
  text: value ?? '$X',
  value,
  pattern: null,
  many: value === null,
  prefix: value ?? '',
  features: [],
  runs: [],
});

/** Flags as `name` or `name=value`, so that a whole reading is one short object. */
function read(words: readonly (string | null)[], table: FlagTable) {
  const { flags, operands, unknown, behindMarker } = readFlags(words.map(toWord), table);
  return {
    flags: flags.map(({ name, value }) => (value === null ? name : `${name}=${value.value}`)),
    operands: operands.map(({ value }) => value),
    unknown,
    behindMarker,
  };
}

const GNU = flagTable('x', {
  '0': '-a|--all -v|--verbose -q --version',
  '1': '-n|--number -o|--output --color-set',
  'attached': '--color -U',
});

describe('readFlags', () => {
  const cases: readonly [readonly (string | null)[], FlagTable, ReturnType<typeof read>][] = [
    [['-av', 'f'], GNU, { flags: ['-a', '-v'], operands: ['f'], unknown: [], behindMarker: 1 }],
    [['f', '--all'], GNU, { flags: ['-a'], operands: ['f'], unknown: [], behindMarker: 1 }],
    [['-an5'], GNU, { flags: ['-a', '-n=5'], operands: [], unknown: [], behindMarker: 0 }],
    [['-n', '-5'], GNU, { flags: ['-n=-5'], operands: [], unknown: [], behindMarker: 0 }],
    [['-n'], GNU, { flags: ['-n'], operands: [], unknown: ['-n'], behindMarker: 0 }],
    [['--num=3', '--numb', '4'], GNU, { flags: ['-n=3', '-n=4'], operands: [], unknown: [], behindMarker: 0 }],
    [['--ver'], GNU, { flags: [], operands: [], unknown: ['--ver'], behindMarker: 0 }],
    [['--color', 'x'], GNU, { flags: ['--color'], operands: ['x'], unknown: [], behindMarker: 1 }],
    [['--color=x', '-U3'], GNU, { flags: ['--color=x', '-U=3'], operands: [], unknown: [], behindMarker: 0 }],
    [['--all=x'], GNU, { flags: [], operands: ['x'], unknown: ['--all=x'], behindMarker: 1 }],
    [['-az'], GNU, { flags: ['-a'], operands: [], unknown: ['-az'], behindMarker: 0 }],
    [['a', '--', '-a', '--', 'b'], GNU, { flags: [], operands: ['a', '-a', '--', 'b'], unknown: [], behindMarker: 1 }],
    [['-', '', '- x'], GNU, { flags: [], operands: ['-', '', '- x'], unknown: [], behindMarker: 3 }],
    [['-n', '--', '--all'], GNU, { flags: ['-n=--', '-a'], operands: [], unknown: [], behindMarker: 0 }],
    [[null], GNU, { flags: [], operands: [null], unknown: ['$X'], behindMarker: 1 }],
    [
      ['-5', '-n2', '-12a'],
      flagTable('x', { '0': '-a', '1': '-n' }, { numbers: true }),
      { flags: ['-n=2', '-a'], operands: [], unknown: [], behindMarker: 0 },
    ],
    [
      ['--al'],
      flagTable('x', { '0': '--all' }, { exactLong: true }),
      { flags: [], operands: [], unknown: ['--al'], behindMarker: 0 },
    ],
    [
      ['-Lo', '2', 'f'],
      flagTable('x', { '1': '-L -o' }, { loneValues: true }),
      { flags: ['-L=o'], operands: ['2', 'f'], unknown: ['-Lo'], behindMarker: 2 },
    ],
    [
      ['-aL2'],
      flagTable('x', { '0': '-a', '1': '-L' }, { loneValues: true }),
      { flags: ['-a', '-L=2'], operands: [], unknown: [], behindMarker: 0 },
    ],
    [
      ['.', '-name', '-delete', '-O3', '!', '-x'],
      flagTable('find', { '1': '-name', 'attached': '-O', '0': '-delete' }, { style: 'find' }),
      { flags: ['-name=-delete', '-O=3'], operands: ['.', '!'], unknown: ['-x'], behindMarker: 2 },
    ],
    [
      ['-v', 'sub', '-x', '--', 'y'],
      flagTable('x', { '0': '-v' }, { stopsAtOperand: true }),
      { flags: ['-v'], operands: ['sub', '-x', '--', 'y'], unknown: [], behindMarker: 1 },
    ],
  ];
  for (const [words, table, expected] of cases) {
    test(words.map((word) => word ?? '$X').join(' '), () => assert.deepEqual(read(words, table), expected));
  }

  test('gives the value of a glued flag as a word of its own', () => {
    const word = { ...toWord('--number=*.ts'), pattern: '--number=*.ts', text: '--number=*.ts' };
    const [used] = readFlags([word], GNU).flags;
    assert.equal(used?.value?.value, '*.ts');
    assert.equal(used?.value?.pattern, '*.ts');
  });

  test('what is not known stays so when a part is cut off', () => {
    const word = { ...toWord(null), prefix: '--a=b' };
    assert.deepEqual(behind(word, 4), { ...word, prefix: 'b' });
    assert.deepEqual([textOf(word), textOf(undefined), textOf(toWord('x'))], ['', '', 'x']);
  });
});
