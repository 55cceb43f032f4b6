import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Markdown } from '@earendil-works/pi-tui';
import fc from 'fast-check';
import { createAnswerLines } from './answer-lines.ts';
import { createCutter, type Limits } from './markdown-parts.ts';
import { createTheme } from '../theme.ts';

const theme = createTheme({ color: true, utf8: true });

const whole = (text: string, width: number): readonly string[] =>
  new Markdown(text, 0, 0, theme.markdown).render(width);

/** As it comes, piece by piece. */
function streamed(text: string, width: number, limits: Limits, pieceChars: number): readonly string[] {
  const render = createAnswerLines(theme, limits);
  for (let end = pieceChars; end < text.length; end += pieceChars) render(text.slice(0, end), width);
  return render(text, width);
}

const BLOCKS: readonly string[] = [
  'A paragraph with *stress*, `code` and a [link](https://example.org).',
  'Two lines\nof one paragraph.',
  '# Heading',
  '### Another ###',
  'Underlined\n===',
  '---',
  '***',
  '**Bold** begins it.',
  '- one\n- two\n  - nested\n- three',
  '- loose\n\n- as it is\n\n  with a paragraph\n\n- end',
  '* starred',
  '1. first\n2. second',
  '3) third\n\n4) fourth',
  '- item\n\n  ```js\n  in the item\n\n  still\n  ```',
  '> quoted\n> twice\nand lazily',
  '> - quoted list\n>\n> ```\n> code\n> ```',
  '```js\nconst a = 1;\n\n\nconst b = 2;\n```',
  '```\n# no heading\n\n- no list\n```',
  '~~~~\n~~~\n\ntext\n~~~~',
  '````md\n```js\n\nx\n```\n````',
  '   ```\n   indented fence\n\n   more\n   ```',
  '```js\nnever closed\n\nso it goes on',
  '    indented code\n\n    more of it',
  '| a | b |\n|---|---|\n| 1 | 2 |',
  'a | b\n--|--\n1 | 2',
  '<div>\n\nhtml\n\n</div>',
  '<!-- a comment\n\nthat goes on -->',
  '<pre>\n\nkept\n\n</pre>',
  '$$\nx^2\n\ny\n$$',
  '\\[ x\n\ny \\]',
  'It costs $5 and $6.',
  '[ref]: https://example.org',
  'See [ref] and [ref][].',
  'Text\n- and a list at once',
  '漢字 and 😀.',
  '1986. A year begins a line.',
  '"Said."',
  '(in brackets)',
  'hard  \nbreak',
  '\u001b[31mred',
];

const GAPS = ['\n\n', '\n\n', '\n\n\n', '\n', '\n \n'] as const;

const markdown = fc
  .array(fc.tuple(fc.constantFrom(...BLOCKS), fc.constantFrom(...GAPS)), { minLength: 1, maxLength: 12 })
  .map((parts) => parts.map(([block, gap]) => `${block}${gap}`).join(''));

describe('an answer that streams', () => {
  const EXACT: Limits = { minChars: 1, maxBlockChars: Infinity };

  it('looks in the end as if it had come at once', () => {
    fc.assert(
      fc.property(markdown, fc.integer({ min: 8, max: 60 }), fc.integer({ min: 3, max: 60 }), (text, width, piece) => {
        assert.deepEqual(streamed(text, width, EXACT, piece), whole(text.replaceAll('\u001b', '\\u{1b}'), width));
      }),
      { numRuns: 150 },
    );
  });

  const LONG: Readonly<Record<string, string>> = {
    'code': `Here:\n\n\`\`\`js\n${'call();\n\n  // so\n'.repeat(9)}\`\`\`\n\nDone.`,
    'code between tildes, indented': `  ~~~\n  ${'one\n  two\n  '.repeat(9)}~~~\n`,
    'lines of text': 'a line of *it*\n'.repeat(20),
    'a list': '- an item\n  - with one below\n'.repeat(9),
    'a list with gaps': '* an item\n\n'.repeat(20),
    'a list that counts': Array.from({ length: 20 }, (_, i) => `${i + 3}. item`).join('\n'),
  };
  for (const [name, text] of Object.entries(LONG)) {
    it(`is cut inside a very long block too: ${name}`, () => {
      const limits = { minChars: 1, maxBlockChars: 30 };
      for (const width of [12, 60]) assert.deepEqual(streamed(text, width, limits, 7), whole(text, width));
      assert.ok(createCutter(limits)(text).done.length >= 3, 'not cut');
    });
  }

  it('is cut nowhere where that could be seen', () => {
    const limits = { minChars: 1, maxBlockChars: 10 };
    const texts = [
      '| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | 4 |\n| 5 | 6 |\n',
      '1. one\n1. two\n1. three\n1. four\n',
      '> a\n'.repeat(9),
    ];
    for (const text of texts) assert.deepEqual(createCutter(limits)(text).done, [], text);
  });

  it('of another text, width or length before shows nothing', () => {
    const render = createAnswerLines(theme, EXACT);
    for (const [text, width] of [
      ['one\n\ntwo\n\nthree\n', 20],
      ['one\n\ntwo\n\nthree\n', 9],
      ['four\n\nfive\n\nsix\n', 9],
      ['four\n', 9],
      ['', 9],
    ] as const)
      assert.deepEqual(render(text, width), whole(text, width));
  });
});
