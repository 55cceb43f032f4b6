import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { anyDocument } from '../../testing/any-document.ts';
import { appendToSection } from './append-section.ts';
import { readBlocks } from './blocks.ts';

interface Case {
  readonly name: string;
  readonly text: string;
  readonly section?: string;
  readonly body: string;
  /** The text; null: covered. */
  readonly expected: string | null;
}

const FRONT = '---\nname: demo\n---\n\n';

const CASES: readonly Case[] = [
  // where
  {
    name: 'at the end of the section, not at its top',
    text: '# T\n\n## Workflow\n\nFirst.\n\n## Next\n\nLast.\n',
    body: 'Second.',
    expected: '# T\n\n## Workflow\n\nFirst.\n\nSecond.\n\n## Next\n\nLast.\n',
  },
  {
    name: 'behind the sub-sections, which belong to it',
    text: '## Workflow\n\na\n\n### Sub\n\nb\n\n## Next\n',
    body: 'c',
    expected: '## Workflow\n\na\n\n### Sub\n\nb\n\nc\n\n## Next\n',
  },
  {
    name: 'in an empty section',
    text: '## Workflow\n\n## Next\n',
    body: '- a',
    expected: '## Workflow\n\n- a\n\n## Next\n',
  },
  {
    name: 'in an empty section without room',
    text: '## Workflow\n## Next\n',
    body: '- a',
    expected: '## Workflow\n\n- a\n\n## Next\n',
  },
  {
    name: 'before a rule that parts two sections',
    text: '## Workflow\n\na\n\n---\n\n## Next\n',
    body: 'b',
    expected: '## Workflow\n\na\n\nb\n\n---\n\n## Next\n',
  },
  {
    name: 'behind a rule that ends the text',
    text: '## Workflow\n\na\n\n***\n',
    body: 'b',
    expected: '## Workflow\n\na\n\n***\n\nb\n',
  },
  {
    name: 'before an underlined heading',
    text: '## Workflow\n```\na\n```\nNext\n===\n',
    body: 'b',
    expected: '## Workflow\n```\na\n```\n\nb\n\nNext\n===\n',
  },
  {
    name: 'blank lines at the end stay there',
    text: '## Workflow\n\n- a\n\n\n  \n',
    body: '- b',
    expected: '## Workflow\n\n- a\n- b\n\n\n  \n',
  },
  // line ends and edges
  {
    name: 'with the line ends of a CRLF text [T070]',
    text: '## Workflow\r\n\r\n- a\r\n\r\n## Next\r\n',
    body: '- b\n\n  more',
    expected: '## Workflow\r\n\r\n- a\r\n- b\r\n\r\n  more\r\n\r\n## Next\r\n',
  },
  {
    name: 'with the line ends of the neighbourhood [T071]',
    text: '# T\n\n## Workflow\r\n\r\n- a\r\n\r\n## Next\n',
    body: '- b\n- c',
    expected: '# T\n\n## Workflow\r\n\r\n- a\r\n- b\r\n- c\r\n\r\n## Next\n',
  },
  {
    name: 'under a heading that is the last line, without final newline [T072]',
    text: '# T\n\n## Workflow',
    body: '- a\n',
    expected: '# T\n\n## Workflow\n\n- a',
  },
  {
    name: 'without a final newline where there was none [T072]',
    text: '## Workflow\n\n- a',
    body: '- b',
    expected: '## Workflow\n\n- a\n- b',
  },
  {
    name: 'behind a byte order mark [T073]',
    text: `\ufeff${FRONT}## Workflow\n`,
    body: 'a',
    expected: `\ufeff${FRONT}## Workflow\n\na\n`,
  },
  // which section
  {
    name: 'closing hashes and blanks at the end [T074]',
    text: '##  Workflow  ##  \n',
    body: 'a',
    expected: '##  Workflow  ##  \n\na\n',
  },
  {
    name: 'not a longer title [T075]',
    text: '## Workflows\n\na\n',
    body: 'b',
    expected: '## Workflows\n\na\n\n## Workflow\n\nb\n',
  },
  {
    name: 'a deeper heading named with its level [T076]',
    text: '## A\n\n### Workflow\n\na\n\n## B\n',
    section: '### workflow',
    body: 'b',
    expected: '## A\n\n### Workflow\n\na\n\nb\n\n## B\n',
  },
  {
    name: 'not a heading in a fence, a comment or the frontmatter [T077]',
    text: '---\nx: |\n  ## Workflow\n---\n```\n## Workflow\n```\n<!--\n## Workflow\n-->\n',
    body: 'a',
    expected: '---\nx: |\n  ## Workflow\n---\n```\n## Workflow\n```\n<!--\n## Workflow\n-->\n\n## Workflow\n\na\n',
  },
  {
    name: 'one of two by its path [T078]',
    text: '# Build\n\n## Workflow\n\na\n\n# Ship\n\n## Workflow\n\nb\n',
    section: 'Build > Workflow',
    body: 'c',
    expected: '# Build\n\n## Workflow\n\na\n\nc\n\n# Ship\n\n## Workflow\n\nb\n',
  },
  {
    name: 'by a path that leaves out levels [T078]',
    text: '# A\n\n## B\n\n### Workflow\n\n## C\n\n### Workflow\n',
    section: 'c > workflow',
    body: 'x',
    expected: '# A\n\n## B\n\n### Workflow\n\n## C\n\n### Workflow\n\nx\n',
  },
  {
    name: 'the one of level 2 among several',
    text: '# Workflow\n\n## Workflow\n\na\n\n## Other\n',
    body: 'b',
    expected: '# Workflow\n\n## Workflow\n\na\n\nb\n\n## Other\n',
  },
  {
    name: 'the title, where nothing else has the name',
    text: '# Workflow\n\na\n',
    body: 'b',
    expected: '# Workflow\n\na\n\nb\n',
  },
  {
    name: 'in another case and with other blanks; the spelling stays [T079]',
    text: '## WORK  Flow\n\na\n',
    section: ' work flow ',
    body: 'b',
    expected: '## WORK  Flow\n\na\n\nb\n',
  },
  {
    name: 'composed and decomposed letters are the same [T079]',
    text: '## Pru\u0308fung\n',
    section: 'Prüfung',
    body: 'a',
    expected: '## Pru\u0308fung\n\na\n',
  },
  {
    name: 'an underlined heading [T080]',
    text: 'Workflow\n--------\n\na\n\nNext\n----\n',
    body: 'b',
    expected: 'Workflow\n--------\n\na\n\nb\n\nNext\n----\n',
  },
  {
    name: 'any script, any sign',
    text: '## R&D (日本語)\n',
    section: 'r&d (日本語)',
    body: 'a',
    expected: '## R&D (日本語)\n\na\n',
  },
  // absent
  {
    name: 'adds a section at the end [T081]',
    text: `${FRONT}# T\n\na\n`,
    section: 'Checks',
    body: '- b',
    expected: `${FRONT}# T\n\na\n\n## Checks\n\n- b\n`,
  },
  {
    name: 'adds a section behind frontmatter alone [T081]',
    text: FRONT,
    section: 'Checks',
    body: '- b',
    expected: '---\nname: demo\n---\n\n## Checks\n\n- b\n\n',
  },
  {
    name: 'adds a section behind frontmatter without an end of line [T081]',
    text: '---\r\nname: demo\r\n---',
    section: 'Checks',
    body: '- b',
    expected: '---\r\nname: demo\r\n---\r\n\r\n## Checks\r\n\r\n- b',
  },
  {
    name: 'adds a section to nothing [T081]',
    text: '',
    section: '##  Checks ##',
    body: 'b',
    expected: '## Checks\n\nb\n',
  },
  {
    name: 'adds a section where there is no final newline [T081]',
    text: 'a',
    section: 'Checks',
    body: 'b',
    expected: 'a\n\n## Checks\n\nb',
  },
  // lists
  {
    name: 'goes on counting [T082]',
    text: '## Workflow\n\n1. a\n2. b\n3. c\n\n## Next\n',
    body: '1. d\n2. e',
    expected: '## Workflow\n\n1. a\n2. b\n3. c\n4. d\n5. e\n\n## Next\n',
  },
  {
    name: 'keeps what hangs under a number in its place [T082]',
    text: '## Workflow\n\n8) a\n9) b\n',
    body: '1. c\n\n   more\n   - sub\n2. d',
    expected: '## Workflow\n\n8) a\n9) b\n10) c\n\n    more\n    - sub\n11) d\n',
  },
  {
    name: 'where all have one number it goes on so [T082]',
    text: '## Workflow\n\n1. a\n1. b\n',
    body: '7. c',
    expected: '## Workflow\n\n1. a\n1. b\n1. c\n',
  },
  {
    name: 'with the sign of the list',
    text: '## Workflow\n\n* a\n',
    body: '- b\n- c',
    expected: '## Workflow\n\n* a\n* b\n* c\n',
  },
  {
    name: 'as loosely as the list',
    text: '## Workflow\n\n- a\n\n- b\n',
    body: '- c',
    expected: '## Workflow\n\n- a\n\n- b\n\n- c\n',
  },
  {
    name: 'a list of another kind stands apart',
    text: '## Workflow\n\n1. a\n',
    body: '- b',
    expected: '## Workflow\n\n1. a\n\n- b\n',
  },
  {
    name: 'text behind a list stands apart',
    text: '## Workflow\n\n- a\n  - b\n',
    body: 'c\n\n- d',
    expected: '## Workflow\n\n- a\n  - b\n\nc\n\n- d\n',
  },
  {
    name: 'a list behind text stands apart',
    text: '## Workflow\n\na\n',
    body: '- b',
    expected: '## Workflow\n\na\n\n- b\n',
  },
  {
    name: 'text behind the list in the body keeps its signs',
    text: '## Workflow\n\n* a\n',
    body: '- b\n\nThen:\n\n- c',
    expected: '## Workflow\n\n* a\n* b\n\nThen:\n\n- c\n',
  },
  {
    name: 'an indented list is not put under the last item',
    text: '## Workflow\n\n- a\n',
    body: '  - b\n    - c',
    expected: '## Workflow\n\n- a\n- b\n  - c\n',
  },
  {
    name: 'a list behind a fence in the last item',
    text: '## Workflow\n\n1. a\n\n   ```\n   x\n   ```\n',
    body: '1. b',
    expected: '## Workflow\n\n1. a\n\n   ```\n   x\n   ```\n2. b\n',
  },
  // covered
  {
    name: 'a part of a longer item is not covered [T083]',
    text: '## Workflow\n\n- Check the GIF and its licence\n',
    body: '- Check the GIF',
    expected: '## Workflow\n\n- Check the GIF and its licence\n- Check the GIF\n',
  },
  {
    name: 'the same item in other blanks is covered [T084]',
    text: '## Workflow\n\n* Check  the\n  GIF\n* b\n',
    body: '-   Check the GIF ',
    expected: null,
  },
  {
    name: 'several that are there in any order are covered [T084]',
    text: '## Workflow\n\n1. a\n2. b\n3. c\n',
    body: '1. c\n2. a',
    expected: null,
  },
  {
    name: 'one that is not there brings all [T084]',
    text: '## Workflow\n\n- a\n',
    body: '- a\n- b',
    expected: '## Workflow\n\n- a\n- a\n- b\n',
  },
  {
    name: 'what stands in another section is not covered',
    text: '## Workflow\n\na\n\n## Other\n\nb\n',
    body: 'b',
    expected: '## Workflow\n\na\n\nb\n\n## Other\n\nb\n',
  },
  {
    name: 'what stands in a comment or a fence in other lines is not covered',
    text: '## Workflow\n\n<!-- x\n- a\n-->\n',
    body: '- a',
    expected: '## Workflow\n\n<!-- x\n- a\n-->\n\n- a\n',
  },
  // the body
  {
    name: 'signs of replacement are text [T085]',
    text: '## Workflow\n',
    body: "$1 $& $$ $` $' \\1 \\n \\\\",
    expected: "## Workflow\n\n$1 $& $$ $` $' \\1 \\n \\\\\n",
  },
  {
    name: 'the heading of the section is not doubled [T086]',
    text: '## Workflow\n\n- a\n',
    body: '## workflow\n\n- b',
    expected: '## Workflow\n\n- a\n- b\n',
  },
  {
    name: 'nor below a title [T086]',
    text: '## Workflow\n\n- a\n',
    body: '# Media\n\n## Workflow\n\n- b\n\n## Checks\n\n- c',
    expected: '## Workflow\n\n- a\n- b\n\n### Checks\n\n- c\n',
  },
  {
    name: 'nor when the section is new [T086]',
    text: 'a\n',
    section: 'Checks',
    body: 'Checks\n------\n\n- b',
    expected: 'a\n\n## Checks\n\n- b\n',
  },
  {
    name: 'other headings go below that of the section [T086]',
    text: '## Workflow\n',
    body: '# One #\n\nTwo\nmore\n---\n\n```\n# no\n```\n\n##### Five',
    expected: '## Workflow\n\n### One #\n\n#### Two more\n\n```\n# no\n```\n\n###### Five\n',
  },
  {
    name: 'headings that are low enough stay [T086]',
    text: '## Workflow\n',
    body: '#### a\n\nb',
    expected: '## Workflow\n\n#### a\n\nb\n',
  },
  {
    name: 'line ends of the body become those of the text',
    text: '## Workflow\n',
    body: '\ufeff\r\na\r\rb\r\n',
    expected: '## Workflow\n\na\n\nb\n',
  },
  {
    name: 'a rule at the start of the body is no frontmatter',
    text: '## Workflow\n',
    body: '---\n\na: 1\n\n---',
    expected: '## Workflow\n\n---\n\na: 1\n\n---\n',
  },
];

const FAULTS: readonly {
  readonly name: string;
  readonly text?: string;
  readonly section?: string;
  readonly body?: string;
  readonly code: string;
  readonly message: RegExp;
}[] = [
  {
    name: 'only a deeper heading has the name [T076]',
    text: '# T\n\n## A\n\n### Workflow\n',
    code: 'section-deeper',
    message:
      /^there is no section of this name with level 2, only line 5 \(### T > A > Workflow\); name it as "### Workflow" if it is meant$/,
  },
  {
    name: 'the name is there twice [T078]',
    text: '# A\n\n## Workflow\n\n# B\n\nWorkflow\n---\n',
    code: 'section-ambiguous',
    message: /2 times: line 3 \(## A > Workflow\), line 7 \(## B > Workflow\); name it with/,
  },
  {
    name: 'the path fits twice [T078]',
    text: '# A\n\n## B\n\n## B\n',
    section: 'A > B',
    code: 'section-ambiguous',
    message: /line 3 .*line 5 /,
  },
  { name: 'there is no such path', section: 'A > B', code: 'section-missing', message: /"A > B"/ },
  { name: 'there is none of that level', section: '#### A', code: 'section-missing', message: /"#### A"/ },
  { name: 'the name is empty', section: ' ## ## ', code: 'section-invalid', message: /no name/ },
  { name: 'the name has two lines', section: 'a\n## b', code: 'section-invalid', message: /control character/ },
  { name: 'the name is endless', section: 'a'.repeat(201), code: 'section-invalid', message: /200/ },
  {
    name: 'a fence runs to the end of the text',
    text: '## Workflow\n\n```\na\n',
    code: 'block-unclosed',
    message: /code fence in line 3 /,
  },
  {
    name: 'a comment runs to the end of the text',
    text: 'a\n\n<!-- b\n',
    code: 'block-unclosed',
    message: /comment in line 3 /,
  },
  {
    name: 'a fence of the body is not closed',
    body: 'a\n\n```\nb',
    code: 'body-unclosed',
    message: /line 3 of the text/,
  },
  { name: 'the body is blank', body: ' \n\t\r\n', code: 'body-missing', message: /no text/ },
  {
    name: 'the body is nothing but the heading',
    text: '## Workflow\n',
    body: '## Workflow\n',
    code: 'body-missing',
    message: /no text/,
  },
  { name: 'the body is a rule', body: '---', code: 'body-missing', message: /no text/ },
  {
    name: 'the body has frontmatter',
    body: '---\nname: x\n---\n\na',
    code: 'body-frontmatter',
    message: /frontmatter/,
  },
  {
    name: 'the body would close the frontmatter',
    text: '---\nname: x\n\n## Workflow\n',
    body: 'a\n\n---\n\nb',
    code: 'in-frontmatter',
    message: /has no end/,
  },
  {
    name: 'a heading has no room below',
    text: '###### Workflow\n',
    section: '###### Workflow',
    body: '# a\n\nb',
    code: 'body-too-deep',
    message: /lowest level/,
  },
  { name: 'the body holds half a character [T100]', body: 'a\ud800', code: 'text-malformed', message: /surrogate/ },
  { name: 'the body holds a NUL [T100]', body: 'a\u0000', code: 'text-malformed', message: /NUL/ },
];

describe('appending to a section', () => {
  for (const { name, text, section = 'Workflow', body, expected } of CASES) {
    it(name, () => {
      const value = expected === null ? { kind: 'covered' } : { kind: 'changed', text: expected };
      assert.deepEqual(appendToSection(text, section, body), { ok: true, value });
    });
  }

  for (const { name, text = '# T\n', section = 'Workflow', body = 'a', code, message } of FAULTS) {
    it(`is refused where ${name}`, () => {
      const edited = appendToSection(text, section, body);
      assert.ok(!edited.ok);
      assert.equal(edited.error.code, code);
      assert.match(edited.error.message, message);
    });
  }
});

const anySection = fc.constantFrom('Workflow', 'Checks', 'New one', '## Workflow', '### Workflow', 'Title > Workflow');
const anyBody = fc
  .array(
    fc.constantFrom(
      ...['- a new bullet', '1. a step', '2. and another', '  hanging text', 'A sentence.', 'and its rest', '', ''],
      ...[
        '```\n# in a fence\n\n- x\n```',
        '### Sub',
        '## Part',
        'Under\n-----',
        '* star',
        '> quoted',
        '| a |\n| - |\n| 1 |',
      ],
      ...['- outer\n  - inner\n\n    deep', '<!-- note -->', '***', '$& $1', '日本語 🎬'],
    ),
    { minLength: 1, maxLength: 6 },
  )
  .map((lines) => lines.join('\n'));

describe('the laws of appending', () => {
  it('one piece is put in: taken out again, every byte is as it was [T071]', () => {
    let changed = 0;
    fc.assert(
      fc.property(anyDocument, anySection, anyBody, (text, section, body) => {
        const edited = appendToSection(text, section, body);
        if (!edited.ok || edited.value.kind === 'covered') return;
        changed++;
        const after = edited.value.text;
        const length = after.length - text.length;
        let at = 0;
        while (at < text.length && text[at] === after[at]) at++;
        assert.ok(length > 0);
        assert.equal(after.slice(0, at) + after.slice(at + length), text);
      }),
      { numRuns: 3000 },
    );
    assert.ok(changed > 1000, `${changed}`);
  });

  it('every heading stays a heading, in its order', () => {
    const keysOf = (text: string): readonly string[] =>
      readBlocks(text).headings.map(({ level, title }) => `${level} ${title}`);
    fc.assert(
      fc.property(anyDocument, anySection, anyBody, (text, section, body) => {
        const edited = appendToSection(text, section, body);
        if (!edited.ok || edited.value.kind === 'covered') return;
        const after = keysOf(edited.value.text);
        let at = 0;
        for (const key of keysOf(text)) {
          at = after.indexOf(key, at) + 1;
          assert.ok(at > 0, key);
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('what was appended is covered when it is appended again [T084]', () => {
    fc.assert(
      fc.property(anyDocument, anySection, anyBody, (text, section, body) => {
        const edited = appendToSection(text, section, body);
        if (!edited.ok || edited.value.kind === 'covered') return;
        assert.deepEqual(appendToSection(edited.value.text, section, body), { ok: true, value: { kind: 'covered' } });
      }),
      { numRuns: 1000 },
    );
  });

  it('has an answer for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), fc.string(), fc.string(), (text, section, body) => {
        appendToSection(text, section, body);
      }),
    );
  });
});
