import fc from 'fast-check';

const PIECES = [
  ...[
    '# Title',
    '## Workflow',
    '## Workflow ##',
    '## Checks',
    '### Workflow',
    '###### Deep',
    '## WORKFLOW',
    '# Workflow',
  ],
  ...['Workflow', '========', '--------', 'Checks', 'Some text.', 'more text', '    indented', '  hanging'],
  ...[
    '- a bullet',
    '- another one',
    '* star',
    '+ plus',
    '  - nested',
    '1. one',
    '2. two',
    '2. again',
    '9) nine',
    '- [ ] task',
  ],
  ...['```', '```sh', '~~~', '````', '  ```', 'npm test', '- ```', '# not a heading', '| a | b |', '| - | - |'],
  ...['<!-- comment -->', '<!-- open', '## hidden', '-->', '<details>', '</details>', '> quoted', '> ## quoted'],
  ...['---', '***', '', '', '', '', ' ', '\t', 'täglich 日本語 🎬', '$& $1 \\n', '__proto__', 'constructor'],
] as const;

const FRONTMATTER = [
  '---\nname: demo\ndescription: "What: how"\n---\n',
  '<!-- kept -->\n---\nname: demo\n---\n\n',
] as const;

const anyLines = fc.array(fc.oneof(fc.constantFrom(...PIECES), fc.string({ maxLength: 12 })), { maxLength: 24 });

const ENDS: readonly (readonly string[])[] = [['\n'], ['\r\n'], ['\n', '\r\n'], ['\n', '\r\n', '\r']];

/** Markdown as people and editors leave it: all line ends, byte order marks, no final newline, fences, headings twice. */
export const anyDocument: fc.Arbitrary<string> = fc
  .record({
    mark: fc.constantFrom('', '', '\ufeff'),
    front: fc.constantFrom('', ...FRONTMATTER),
    lines: anyLines,
    ends: fc.constantFrom(...ENDS),
    seed: fc.nat(),
    isEnded: fc.boolean(),
  })
  .map(({ mark, front, lines, ends, seed, isEnded }) => {
    const text = `${front}${lines.map((line) => line.replace(/[\r\n\u0000]/g, '')).join('\n')}${isEnded ? '\n' : ''}`;
    let turn = seed;
    return mark + text.replace(/\n/g, () => ends[(turn = (turn * 48_271 + 1) % 2_147_483_647) % ends.length] ?? '\n');
  });
