import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyDocument } from '../testing/any-document.ts';
import type { TreeFile } from '../vocab/proposal.ts';
import { holdsMarks, markConflicts, mergeTrees, type Merged } from './merge.ts';
import { sortFiles } from './tree.ts';

const file = (path: string, text: string): TreeFile => ({ path, text });
const skill = (text: string): readonly TreeFile[] => [file('SKILL.md', text)];
const clean = (files: readonly TreeFile[], same: boolean): Merged => ({ kind: 'clean', files, same });

const BASE = '# T\n\n## A\n\n- a\n\n## B\n\n- b\n';

interface Case {
  readonly name: string;
  readonly base: readonly TreeFile[];
  readonly live: readonly TreeFile[];
  readonly proposed: readonly TreeFile[];
  readonly merged: Merged;
}

const edits = (base: string, live: string, proposed: string) => ({
  base: skill(base),
  live: skill(live),
  proposed: skill(proposed),
});

const conflict = (
  texts: readonly [string, string, string],
  hunks: readonly (readonly [number, string, string, string])[],
): Merged => ({
  kind: 'conflict',
  files: [
    {
      path: 'SKILL.md',
      base: texts[0],
      live: texts[1],
      proposed: texts[2],
      hunks: hunks.map(([line, base, live, proposed]) => ({ line, base, live, proposed })),
    },
  ],
});

const CASES: readonly Case[] = [
  {
    name: 'joins changes in two sections [T147]',
    ...edits(BASE, BASE.replace('- a\n', '- a\n- a2\n'), BASE.replace('- b\n', '- b\n- b2\n')),
    merged: clean(skill('# T\n\n## A\n\n- a\n- a2\n\n## B\n\n- b\n- b2\n'), false),
  },
  {
    name: 'shows a change of the same lines [T148]',
    ...edits('1\n2\n3\n', '0\n1\nlive\n3\n', '1\nproposed\n3\n'),
    merged: conflict(['1\n2\n3\n', '0\n1\nlive\n3\n', '1\nproposed\n3\n'], [[3, '2\n', 'live\n', 'proposed\n']]),
  },
  {
    name: 'shows lines added at one place by both [T148]',
    ...edits('1\n', '1\nlive\n', '1\nproposed'),
    merged: conflict(['1\n', '1\nlive\n', '1\nproposed'], [[2, '', 'live\n', 'proposed']]),
  },
  {
    name: 'shows changes that touch each other [T148]',
    ...edits('1\n2\n3\n4\n', '1\nlive\n3\n4\n', '1\n2\nproposed\n4\n'),
    merged: conflict(
      ['1\n2\n3\n4\n', '1\nlive\n3\n4\n', '1\n2\nproposed\n4\n'],
      [[2, '2\n3\n', 'live\n3\n', '2\nproposed\n']],
    ),
  },
  {
    name: 'shows each of several [T148]',
    ...edits('1\n2\n3\n4\n5\n', 'a\n2\n3\n4\na\n', 'b\n2\n3\n4\nb\n'),
    merged: conflict(
      ['1\n2\n3\n4\n5\n', 'a\n2\n3\n4\na\n', 'b\n2\n3\n4\nb\n'],
      [
        [1, '1\n', 'a\n', 'b\n'],
        [5, '5\n', 'a\n', 'b\n'],
      ],
    ),
  },
  {
    name: 'takes the same change once [T149]',
    ...edits(BASE, BASE.replace('- a', '- z'), BASE.replace('- a', '- z')),
    merged: clean(skill(BASE.replace('- a', '- z')), true),
  },
  {
    name: 'takes the same change among others once [T149]',
    ...edits('1\n2\n3\n4\n5\n', 'x\n2\n3\n4\nlive\n', 'x\n2\nproposed\n4\n5\n'),
    merged: clean(skill('x\n2\nproposed\n4\nlive\n'), false),
  },
  {
    name: 'is what was proposed where nothing else happened',
    ...edits('1\n', '1\n', '2\n'),
    merged: clean(skill('2\n'), true),
  },
  {
    name: 'is what is there where nothing was proposed',
    ...edits('1\n', '2\n', '1\n'),
    merged: clean(skill('2\n'), false),
  },
  {
    name: 'keeps CRLF that both have [T070]',
    ...edits('1\r\n2\r\n3\r\n', '0\r\n2\r\n3\r\n', '1\r\n2\r\n4\r\n'),
    merged: clean(skill('0\r\n2\r\n4\r\n'), false),
  },
  {
    name: 'keeps CRLF that somebody gave the text meanwhile [T070]',
    ...edits('1\n2\n3\n', '1\r\n2\r\n3\r\n', '1\n2\n4\n'),
    merged: clean(skill('1\r\n2\r\n4\r\n'), false),
  },
  {
    name: 'gives other line ends where they are proposed',
    ...edits('1\r\n2\r\n3\r\n', '0\r\n2\r\n3\r\n', '1\n2\n3\n'),
    merged: clean(skill('0\n2\n3\n'), false),
  },
  {
    name: 'keeps line ends as each line has them',
    ...edits('1\n2\r\n3\n4\n', '0\n2\r\n3\n4\n', '1\n2\r\n3\n5\n'),
    merged: clean(skill('0\n2\r\n3\n5\n'), false),
  },
  {
    name: 'keeps a byte order mark and a missing final newline',
    ...edits('\ufeff1\n2\n3', '\ufeff0\n2\n3', '\ufeff1\n2\n4'),
    merged: clean(skill('\ufeff0\n2\n4'), false),
  },
  {
    name: 'takes lines for what they say and nothing else',
    ...edits('constructor\n2\n__proto__\n', 'constructor\n2\ntoString\n', '$&\n2\n__proto__\n'),
    merged: clean(skill('$&\n2\ntoString\n'), false),
  },
  {
    name: 'joins changes of two files [T099]',
    base: [file('SKILL.md', '1'), file('references/x.md', 'x')],
    live: [file('SKILL.md', '2'), file('references/x.md', 'x')],
    proposed: [file('SKILL.md', '1'), file('references/x.md', 'y')],
    merged: clean([file('SKILL.md', '2'), file('references/x.md', 'y')], false),
  },
  {
    name: 'takes files that came and went',
    base: [file('a', '1'), file('b', '1'), file('c', '1')],
    live: [file('b', '1'), file('c', '1'), file('d', '2')],
    proposed: [file('a', '1'), file('c', '1'), file('e', '3')],
    merged: clean([file('c', '1'), file('d', '2'), file('e', '3')], false),
  },
  {
    name: 'shows a file that is gone on one side and changed on the other',
    base: [file('a', '1'), file('b', '1')],
    live: [file('b', '2')],
    proposed: [file('a', '3')],
    merged: {
      kind: 'conflict',
      files: [
        { path: 'a', base: '1', live: null, proposed: '3', hunks: [] },
        { path: 'b', base: '1', live: '2', proposed: null, hunks: [] },
      ],
    },
  },
  {
    name: 'shows a file that both made, each in its way',
    base: [],
    live: skill('1'),
    proposed: skill('2'),
    merged: { kind: 'conflict', files: [{ path: 'SKILL.md', base: null, live: '1', proposed: '2', hunks: [] }] },
  },
  {
    name: 'takes a file that both made or took away alike [T149]',
    base: [file('b', '1')],
    live: [file('a', '1')],
    proposed: [file('a', '1')],
    merged: clean([file('a', '1')], true),
  },
];

describe('merging what was proposed with what happened meanwhile', () => {
  for (const { name, base, live, proposed, merged } of CASES) {
    it(name, () => assert.deepEqual(mergeTrees(base, live, proposed), merged));
  }

  it('refuses two long texts with nothing in common, in a moment', () => {
    const lines = (word: string): string => Array.from({ length: 20_000 }, (_, i) => `${word} ${i}\n`).join('');
    const merged = mergeTrees(skill(lines('base')), skill(lines('live')), skill(lines('proposed')));
    assert.equal(merged.kind, 'conflict');
  });

  it('joins small changes of a long text in a moment', () => {
    const lines = Array.from({ length: 200_000 }, (_, i) => (i % 2 === 0 ? '\n' : `line ${i % 50}\n`));
    const live = lines.with(10, 'live\n');
    const proposed = lines.with(190_000, 'proposed\n');
    assert.deepEqual(
      mergeTrees(skill(lines.join('')), skill(live.join('')), skill(proposed.join(''))),
      clean(skill(live.with(190_000, 'proposed\n').join('')), false),
    );
  });
});

const anyTree = fc.uniqueArray(
  fc
    .record({ path: fc.constantFrom('SKILL.md', 'references/a.md', 'scripts/b.sh', 'templates/c'), text: anyDocument })
    .map(({ path, text }) => file(path, text)),
  { selector: ({ path }) => path },
);

describe('the laws of merging', () => {
  it('a side that changed nothing, or the same, leaves what the other one made', () => {
    fc.assert(
      fc.property(anyTree, anyTree, (base, other) => {
        const files = sortFiles(other);
        const isSame = JSON.stringify(files) === JSON.stringify(sortFiles(base));
        assert.deepEqual(mergeTrees(base, other, other), clean(files, true));
        assert.deepEqual(mergeTrees(base, base, other), clean(files, true));
        assert.deepEqual(mergeTrees(base, other, base), clean(files, isSame));
      }),
      { numRuns: 500 },
    );
  });

  it('both sides count the same', () => {
    fc.assert(
      fc.property(anyDocument, anyDocument, anyDocument, (base, live, proposed) => {
        const one = mergeTrees(skill(base), skill(live), skill(proposed));
        const other = mergeTrees(skill(base), skill(proposed), skill(live));
        assert.equal(one.kind, other.kind);
      }),
      { numRuns: 500 },
    );
  });

  it('lines that two sides put apart from each other are both there, and nothing else changes', () => {
    fc.assert(
      fc.property(anyDocument, fc.nat(), fc.nat(), (text, a, b) => {
        const lines = text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const [first = 0, second = 0] = [a % (lines.length + 1), b % (lines.length + 1)].toSorted((x, y) => x - y);
        if (second - first < 2) return;
        // A line that is in no document, so that it cannot be found elsewhere.
        const live = lines.toSpliced(first, 0, 'put in by hand\n');
        const proposed = lines.toSpliced(second, 0, 'put in by the proposal\n');
        const both = live.toSpliced(second + 1, 0, 'put in by the proposal\n');
        if (/\r|[^\n]$/.test(text)) return;
        const merged = mergeTrees(skill(text), skill(live.join('')), skill(proposed.join('')));
        assert.deepEqual(merged, clean(skill(both.join('')), false));
      }),
      { numRuns: 1000 },
    );
  });
});

describe('both texts for a person to settle', () => {
  const MARKED: readonly (readonly [name: string, base: string, live: string, proposed: string, expected: string])[] = [
    ['apart', 'a\nb\nc\nd\n', 'A\nb\nc\nd\n', 'a\nb\nc\nD\n', 'A\nb\nc\nD\n'],
    [
      'the same line',
      'a\nb\nc\n',
      'a\nB\nc\n',
      'a\nX\nc\n',
      'a\n<<<<<<< the skill as it is now\nB\n=======\nX\n>>>>>>> the proposal\nc\n',
    ],
    ['no newline at the end', 'a', 'b', 'c', '<<<<<<< the skill as it is now\nb\n=======\nc\n>>>>>>> the proposal\n'],
    ['made by both', '', 'b\n', 'c\n', '<<<<<<< the skill as it is now\nb\n=======\nc\n>>>>>>> the proposal\n'],
    [
      'removed by one',
      'a\nb\n',
      'a\n',
      'a\nc\n',
      'a\n<<<<<<< the skill as it is now\n=======\nc\n>>>>>>> the proposal\n',
    ],
  ];
  for (const [name, base, live, proposed, expected] of MARKED) {
    it(name, () => {
      const text = markConflicts(base, live, proposed);
      assert.deepEqual([text, holdsMarks(text)], [expected, expected.includes('<<<<<<<')]);
    });
  }

  it('holds marks only where a whole line is one', () => {
    const others = ['=======', '<<<<<<< HEAD', 'x <<<<<<< the skill as it is now', '>>>>>>> the proposal?', ''];
    assert.deepEqual(
      others.map(holdsMarks),
      others.map(() => false),
    );
    assert.equal(holdsMarks('a\r\n>>>>>>> the proposal\r\nb'), true);
  });
});
