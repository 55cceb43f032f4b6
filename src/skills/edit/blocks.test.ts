import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyDocument } from '../../testing/any-document.ts';
import { keepsFrontmatter, readBlocks, toFrontmatter } from './blocks.ts';

/** Each heading as `level title first-last>end`. */
const headingsOf = (text: string): readonly string[] =>
  readBlocks(text).headings.map(
    ({ level, title, first, last, end }) => `${level} ${title} ${first}${last === first ? '' : `-${last}`}>${end}`,
  );

const FRONT = '---\nname: x\n---\n';

const CASES: readonly { readonly name: string; readonly text: string; readonly headings: readonly string[] }[] = [
  { name: 'nothing', text: '', headings: [] },
  { name: 'a byte order mark alone', text: '\ufeff', headings: [] },
  { name: 'a heading without a final newline [T072]', text: '# A', headings: ['1 A 0>1'] },
  {
    name: 'closing hashes and blanks [T074]',
    text: '## A ##  \n##  B #x\n### C\\#\n## ##\n',
    headings: ['2 A 0>1', '2 B #x 1>3', '3 C\\# 2>3', '2  3>4'],
  },
  { name: 'no heading without a blank, or with seven hashes', text: '#A\n\n####### B\n', headings: [] },
  { name: 'up to three blanks in front', text: '   # A\n\n    # B\n', headings: ['1 A 0>3'] },
  {
    name: 'underlined ones [T080]',
    text: 'A\n===\n\nB\nmore\n---\n\nC\n\n---\n',
    headings: ['1 A 0-1>10', '2 B more 3-5>10'],
  },
  {
    name: 'sections within sections',
    text: '# A\n## B\n### C\n## D\n# E\n',
    headings: ['1 A 0>4', '2 B 1>3', '3 C 2>3', '2 D 3>4', '1 E 4>5'],
  },
  { name: 'frontmatter [T077]', text: `---\n# A\nb: 1\n---\n# B\n`, headings: ['1 B 4>5'] },
  {
    name: 'frontmatter behind a byte order mark [T073]',
    text: `\ufeff---\r\n# A\r\n---\r\n# B\r\n`,
    headings: ['1 B 3>4'],
  },
  { name: 'frontmatter behind a comment', text: `<!-- kept -->\n\n---\n# A\n...\n# B\n`, headings: ['1 B 5>6'] },
  { name: 'frontmatter that is never closed', text: `---\nname: x\n\n# B\n`, headings: ['1 B 3>4'] },
  { name: 'code fences [T077]', text: '```\n# A\n```\n~~~~ md\n# B\n~~~\n# C\n~~~~\n# D\n', headings: ['1 D 8>9'] },
  {
    name: 'a fence that is closed only by its own sign, and not deep inside',
    text: '```md\n~~~\n    ```\n# A\n````\n# B\n',
    headings: ['1 B 5>6'],
  },
  { name: 'code that stands in the line is no fence', text: '``` a ``` b\n# A\n', headings: ['1 A 1>2'] },
  { name: 'a fence in a list', text: '- a\n\n  ```\n# A\n', headings: ['1 A 3>4'] },
  {
    name: 'an indented fence in a list',
    text: '1. a\n   - b\n     ```\n     # A\n     ```\n\n# B\n',
    headings: ['1 B 6>7'],
  },
  { name: 'a fence that begins with its item', text: '- ```sh\n  # A\n  ```\n\n# B\n', headings: ['1 B 4>5'] },
  {
    name: 'headings in lists and quotations are no sections',
    text: '- # A\n\n  ## B\n\n> # C\n\n# D\n',
    headings: ['1 D 6>7'],
  },
  {
    name: 'comments [T077]',
    text: '<!-- # A\n# B\n-->\n# C\n<!-- d -->\n# E\n<!-->\n# F\n',
    headings: ['1 C 3>5', '1 E 5>7', '1 F 7>8'],
  },
  { name: 'HTML', text: '<details>\n# A\n\n# B\n<pre>\n\n# C\n</pre>\n# D\n', headings: ['1 B 3>8', '1 D 8>9'] },
  { name: 'tables', text: '| a |\n| - |\n| 1 |\n---\n\n| b\n---\n', headings: ['2 | b 5-6>7'] },
  { name: 'rules', text: 'a\n\n---\n- b\n---\n* * *\n\n___\n', headings: [] },
  {
    name: 'line ends of all kinds [T071]',
    text: '# A\r\n# B\r# C\n# D',
    headings: ['1 A 0>1', '1 B 1>2', '1 C 2>3', '1 D 3>4'],
  },
  { name: 'what is never closed', text: '# A\n```\n# B\n', headings: ['1 A 0>3'] },
];

describe('the headings of a text', () => {
  for (const { name, text, headings } of CASES) {
    it(name, () => assert.deepEqual(headingsOf(text), headings));
  }
});

describe('the blocks of a text', () => {
  it('say of each line what it is', () => {
    const text = `${FRONT}\n# A\nText\n\n- a\n  more\n  1. b\n\n---\n\n    code\n\n\`\`\`\nx\n\n\`\`\`\n<!-- c -->\n9. d\n`;
    assert.deepEqual(
      readBlocks(text).lines.map(({ kind, item, isStart }) =>
        [
          kind,
          ...(item === null ? [] : [`${item.first}${item.sign}${item.number ?? ''}`]),
          ...(isStart ? ['new'] : []),
        ].join(' '),
      ),
      [
        ...['front', 'front', 'front', 'blank', 'heading', 'text', 'blank'],
        ...['text 7- new', 'text 7-', 'text 7- new', 'blank 7-', 'rule', 'blank', 'code', 'blank'],
        ...['code new', 'code', 'code', 'code', 'html new', 'text 20.9 new'],
      ],
    );
  });

  it('say what is never closed, and where', () => {
    const OPEN: readonly (readonly [string, ReturnType<typeof readBlocks>['open']])[] = [
      ['a\n```\nb\n', { what: 'code fence', line: 1 }],
      ['<!-- a\n\n', { what: 'comment', line: 0 }],
      ['<pre>\n\n', { what: 'HTML block', line: 0 }],
      ['<div>\n', null],
      ['- ```\n  a\n', null],
      ['```\n```\n', null],
    ];
    for (const [text, open] of OPEN) assert.deepEqual(readBlocks(text).open, open, text);
  });

  it('hold every character once', () => {
    fc.assert(
      fc.property(anyDocument, (text) => {
        const { lines } = readBlocks(text);
        const mark = text.startsWith('\ufeff') ? '\ufeff' : '';
        assert.equal(mark + lines.map((line) => line.text + line.eol).join(''), text);
        for (const { text: own, start } of lines) assert.ok(text.startsWith(own, start));
      }),
    );
  });

  it('take any text, and long ones in linear time', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => readBlocks(text).lines.length >= 0));
    for (const piece of ['- ', '> ', '#', '```\n', '<!--', '|-', '1.\n', '\n', '* ', '= ', 'a\n---\n', '<a ', '\t']) {
      readBlocks(piece.repeat(500_000 / piece.length));
    }
  });
});

describe('the frontmatter of a text', () => {
  it('is everything up to the end of the line that closes it', () => {
    assert.equal(toFrontmatter(`\ufeff\n${FRONT}a`), `\ufeff\n${FRONT}`);
    assert.equal(toFrontmatter('---\nname: x\n---'), '---\nname: x\n---');
    assert.equal(toFrontmatter('---\nname: x\n'), '');
  });

  it('is kept where nothing in it changes and nothing becomes part of it', () => {
    assert.equal(keepsFrontmatter('---\na: 1\n---', '---\na: 1\n---\n\n# A\n'), true);
    assert.equal(keepsFrontmatter('---\na: 1\n', '---\na: 1\n\n---\n'), false);
    assert.equal(keepsFrontmatter('# A\n', '---\na: 1\n---\n# A\n'), false);
  });
});
