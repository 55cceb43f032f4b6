import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyDocument } from '../../testing/any-document.ts';
import { readBlocks } from './blocks.ts';
import { replaceText } from './replace-text.ts';

const FRONT = '---\nname: demo\n---\n';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly old: string;
  readonly put: string;
  readonly expected: string;
  readonly lines: readonly number[];
}

const CASES: readonly Case[] = [
  {
    name: 'puts one text in the place of another',
    text: '# T\n\n- Check the PR.\n',
    old: '- Check the PR.',
    put: '- Check threads.',
    expected: '# T\n\n- Check threads.\n',
    lines: [3],
  },
  {
    name: 'takes the first of several and says where all are [T087]',
    text: 'a\nb\na\n\na',
    old: 'a',
    put: 'c',
    expected: 'c\nb\na\n\na',
    lines: [1, 3, 5],
  },
  { name: 'counts matches that overlap [T087]', text: 'aaa', old: 'aa', put: 'b', expected: 'ba', lines: [1, 1] },
  {
    name: 'passes the frontmatter by where there is a match behind it [T088]',
    text: `${FRONT}demo\ndemo\n`,
    old: 'demo',
    put: 'x',
    expected: `${FRONT}x\ndemo\n`,
    lines: [4, 5],
  },
  {
    name: 'finds LF in a CRLF text, which keeps its line ends [T089]',
    text: 'x\r\na\r\nb\r\nc\r\n',
    old: 'a\nb',
    put: '1\n2\n3',
    expected: 'x\r\n1\r\n2\r\n3\r\nc\r\n',
    lines: [2],
  },
  {
    name: 'finds CRLF in an LF text, which keeps its line ends [T089]',
    text: 'a\nb\n',
    old: 'a\r\nb\r\n',
    put: '1\r\n2\r\n',
    expected: '1\n2\n',
    lines: [1],
  },
  {
    name: 'does not cut a line end in two [T089]',
    text: 'a\r\nb\r\n',
    old: 'a\r',
    put: 'c',
    expected: 'cb\r\n',
    lines: [1],
  },
  {
    name: 'gives the line ends of its place in a mixed text [T071]',
    text: 'a\nb\r\nc\n',
    old: 'b',
    put: '1\n2',
    expected: 'a\n1\r\n2\r\nc\n',
    lines: [2],
  },
  {
    name: 'deletes where the new text is empty [T090]',
    text: '- a\n- b\n- c\n',
    old: '- b\n',
    put: '',
    expected: '- a\n- c\n',
    lines: [2],
  },
  {
    name: 'counts blanks in front [T091]',
    text: '- a\n- b\n  - a\n',
    old: '  - a',
    put: '  - c',
    expected: '- a\n- b\n  - c\n',
    lines: [3],
  },
  {
    name: 'reads no sign of replacement [T085]',
    text: 'a.c abc\n',
    old: 'a.c',
    put: "$& $1 $$ $` $' \\1",
    expected: "$& $1 $$ $` $' \\1 abc\n",
    lines: [1],
  },
  {
    name: 'reaches into fences and comments',
    text: '```\nnpm i\n```\n',
    old: 'npm i',
    put: 'npm ci',
    expected: '```\nnpm ci\n```\n',
    lines: [2],
  },
  {
    name: 'keeps a byte order mark and a missing final newline [T072] [T073]',
    text: `\ufeff${FRONT}a\nb`,
    old: 'b',
    put: 'c',
    expected: `\ufeff${FRONT}a\nc`,
    lines: [5],
  },
  {
    name: 'does what is asked though the new text is there too',
    text: 'the old sentence\nthe new sentence\n',
    old: 'the old sentence',
    put: 'the new sentence',
    expected: 'the new sentence\nthe new sentence\n',
    lines: [1],
  },
];

const OTHERS: readonly (readonly [
  name: string,
  text: string,
  old: string,
  put: string,
  code: string,
  message: RegExp,
])[] = [
  [
    'the old text is nowhere',
    'a\n',
    'zzz',
    'b',
    'not-found',
    /^the old text is not there; copy it from the skill as it is now, blanks included$/,
  ],
  [
    'a line is like it',
    '# T\n\n- Check the PRs first.\n',
    '- Check the PR first.',
    'b',
    'not-found',
    /; line 3 is the nearest: "- Check the PRs first\."$/,
  ],
  [
    'only its blanks differ [T091]',
    '- a\n  - Check it\n',
    '    - Check it',
    'b',
    'not-found',
    /; line 2 stands there with other blanks: " {2}- Check it"$/,
  ],
  [
    'only its first line is there',
    'Check it\nnow\n',
    'Check it\nlater',
    'b',
    'not-found',
    /; line 1 is there, and what follows it differs: "Check it"$/,
  ],
  ['only its case differs', 'Check it\n', 'check it', 'b', 'not-found', /line 1 is the nearest/],
  [
    'it stands only in the frontmatter [T088]',
    `${FRONT}a\n`,
    'name: demo',
    'name: other',
    'in-frontmatter',
    /stands behind it/,
  ],
  ['it begins in the frontmatter [T088]', `${FRONT}a\n`, '---\na', 'b', 'in-frontmatter', /stands behind it/],
  ['it would make frontmatter', 'a\n', 'a', '---\nname: x\n---', 'in-frontmatter', /stands behind it/],
  ['it would close the frontmatter', '---\nname: x\n\nbody\n', 'body', '---', 'in-frontmatter', /stands behind it/],
  ['there is no old text', 'a\n', '', 'b', 'old-text-missing', /give what to replace/],
  ['the new text holds half a character [T100]', 'a\n', 'a', '\udc00', 'text-malformed', /surrogate/],
  ['a short new text is there by chance', 'a word or two\n', 'zzz', 'word', 'not-found', /not there/],
  [
    'the new text is only a part of a longer word',
    'misunderstandings\n',
    'zzz',
    'understanding',
    'not-found',
    /not there/,
  ],
];

describe('replacing a text', () => {
  for (const { name, text, old, put, expected, lines } of CASES) {
    it(name, () =>
      assert.deepEqual(replaceText(text, old, put), {
        ok: true,
        value: { kind: 'changed', text: expected, matches: lines.length, lines },
      }),
    );
  }

  for (const [name, text, old, put, code, message] of OTHERS) {
    it(`is refused where ${name}`, () => {
      const replaced = replaceText(text, old, put);
      assert.ok(!replaced.ok);
      assert.equal(replaced.error.code, code);
      assert.match(replaced.error.message, message);
    });
  }

  it('is covered where the new text is there and the old one is not [T084]', () => {
    const covered = { ok: true, value: { kind: 'covered' } };
    assert.deepEqual(
      replaceText('- Check the threads.\r\n- b\r\n', '- Check it.', '- Check the threads.\n- b'),
      covered,
    );
    assert.deepEqual(replaceText('a\n', 'a', 'a'), covered);
  });

  it('stops counting at a thousand', () => {
    const replaced = replaceText('a\n'.repeat(5000), 'a', 'b');
    assert.equal(replaced.ok && replaced.value.kind === 'changed' && replaced.value.matches, 1000);
  });
});

/** A piece of a document, which has one kind of line ends. */
const anyPiece = fc
  .record({
    text: anyDocument,
    from: fc.nat(),
    length: fc.integer({ min: 1, max: 40 }),
    put: fc.string({ maxLength: 20 }),
  })
  .map(({ text, from, length, put }) => {
    const plain = text.replace(/\r\n?/g, '\n');
    const start = from % Math.max(1, plain.length);
    return { text: plain, old: plain.slice(start, start + length), put };
  });

describe('the laws of replacing', () => {
  it('what stands around stays as it was, to the byte', () => {
    fc.assert(
      fc.property(
        anyDocument,
        fc.nat(),
        fc.integer({ min: 1, max: 40 }),
        fc.string({ maxLength: 20 }),
        (text, from, length, put) => {
          const { lines, body } = readBlocks(text);
          const at = (lines[body]?.start ?? 0) + (from % Math.max(1, text.length));
          const old = text.slice(at, at + length);
          const replaced = replaceText(text, old, put);
          if (!replaced.ok || replaced.value.kind === 'covered') return;
          const after = replaced.value.text;
          const firstLine = lines[(replaced.value.lines[0] ?? 1) - 1];
          const before = text.slice(0, firstLine?.start);
          assert.ok(after.startsWith(before));
          const plain = old.replace(/\r\n?/g, '\n');
          const rest = text.replace(/\r\n?/g, '\n');
          const end = rest.length - rest.indexOf(plain, readBlocks(rest).lines[body]?.start ?? 0) - plain.length;
          assert.equal(
            after.replace(/\r\n?/g, '\n').slice(after.replace(/\r\n?/g, '\n').length - end),
            rest.slice(rest.length - end),
          );
        },
      ),
      { numRuns: 1000 },
    );
  });

  it('replaced and replaced back, a text is what it was', () => {
    let count = 0;
    fc.assert(
      fc.property(anyPiece, fc.boolean(), ({ text, old, put }, isWindows) => {
        const given = isWindows ? text.replaceAll('\n', '\r\n') : text;
        const there = replaceText(given, old, put);
        if (!there.ok || there.value.kind === 'covered' || there.value.matches !== 1) return;
        if (isWindows && !there.value.text.includes('\r\n')) return;
        const back = replaceText(there.value.text, put, old);
        if (!back.ok || back.value.kind === 'covered' || back.value.matches !== 1) return;
        count++;
        assert.equal(back.value.text, given);
      }),
      { numRuns: 2000 },
    );
    assert.ok(count > 300, `${count}`);
  });
});
