import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { isFalse, parseGitConfig } from './git-config.ts';

describe('parseGitConfig', () => {
  const cases: readonly [
    name: string,
    text: string,
    entries: readonly (readonly [string, string | null])[],
    broken?: boolean,
  ][] = [
    ['a plain key', '[core]\n\tfsmonitor = ./x\n', [['core.fsmonitor', './x']]],
    ['case of section and key is folded', '[CoRe]\nFSMonitor=x', [['core.fsmonitor', 'x']]],
    ['case of a quoted subsection is kept', '[Filter "LFS"]\nClean = c', [['filter.LFS.clean', 'c']]],
    ['an old dotted subsection is folded', '[filter.LFS]\nclean = c', [['filter.lfs.clean', 'c']]],
    ['escapes in a subsection', '[a "b\\"c\\d"]\ne = 1', [['a.b"cd.e', '1']]],
    ['key on the line of its section', '[core] fsmonitor = x', [['core.fsmonitor', 'x']]],
    [
      'a key without a value is true',
      '[core]\nfsmonitor\nbare = false',
      [
        ['core.fsmonitor', null],
        ['core.bare', 'false'],
      ],
    ],
    [
      'comments',
      '# a\n; b\n[a] # c\nb = 1 # d\nc = "x;y" ; z\n',
      [
        ['a.b', '1'],
        ['a.c', 'x;y'],
      ],
    ],
    [
      'a comment behind a key',
      '[a]\nb # c\nd = 1',
      [
        ['a.b', null],
        ['a.d', '1'],
      ],
    ],
    ['quotes toggle inside a value', '[a]\nb = x" y "z ', [['a.b', 'x y z']]],
    ['blanks inside stay, at the end they go', '[a]\nb =  x  y \t\n', [['a.b', 'x  y']]],
    ['escapes in a value', '[a]\nb = "\\t\\n\\b\\\\\\""', [['a.b', '\t\n\b\\"']]],
    ['a line goes on', '[a]\nb = x\\\n  y\n', [['a.b', 'x  y']]],
    [
      'carriage returns',
      '[a]\r\nb = x\r\nc = y\\\r\nz\r\n',
      [
        ['a.b', 'x'],
        ['a.c', 'yz'],
      ],
    ],
    ['a byte order mark', '\ufeff[a]\nb=1', [['a.b', '1']]],
    ['a no-break space is part of the value', '[a]\nb = false\u00a0', [['a.b', 'false\u00a0']]],
    [
      'an empty value',
      '[a]\nb =\nc = ""',
      [
        ['a.b', ''],
        ['a.c', ''],
      ],
    ],
    ['a key before any section', 'a = 1', [], true],
    ['an open section', '[a\nb = 1', [], true],
    ['an open quote ends at the line', '[a]\nb = "x\nc = 1', [], true],
    ['an unknown escape', '[a]\nb = \\x', [], true],
    ['a bad key', '[a]\nb = 1\n_c = 1', [['a.b', '1']], true],
    ['text behind a key', '[a]\nb c', [], true],
    ['a newline in a subsection', '[a "b\nc"]\nd = 1', [], true],
    ['a NUL byte', '[a]\nb = 1\0', [['a.b', '1\0']], true],
    ['nothing', '', []],
    ['a comment at the end', '[a] ; b', []],
    ['an open quote at the end', '[a]\nb = "x', [], true],
    ['an open subsection', '[a "b', [], true],
    ['text behind a subsection', '[a "b" ]', [], true],
    ['an escape at the end', '[a]\nb = \\', [], true],
    ['an escape at the end of a subsection', '[a "\\', [], true],
  ];
  for (const [name, text, entries, broken = false] of cases) {
    test(name, () => {
      assert.deepEqual(parseGitConfig(text), { entries: entries.map(([key, value]) => ({ key, value })), broken });
    });
  }

  test('false has five spellings', () => {
    const words = ['false', 'No', 'OFF', '0', '', 'true', '1', 'x', 'false ', null];
    assert.deepEqual(words.map(isFalse), [true, true, true, true, true, false, false, false, false, false]);
  });
});
