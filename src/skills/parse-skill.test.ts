import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { findNameFault, isCallable, toKey, toName } from './names.ts';
import { decodeSkill, MAX_SKILL_BYTES, parseSkill } from './parse-skill.ts';

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

function read(text: string) {
  const decoded = decodeSkill(bytes(text));
  const parsed = decoded.ok ? parseSkill(decoded.value) : decoded;
  if (!parsed.ok) return parsed.error;
  const { name, description, body, notes } = parsed.value;
  return { name, description, body, notes: notes.map(({ code }) => code) };
}

const good = (name: string | null, description: string, body = '', ...notes: readonly string[]) => ({
  name,
  description,
  body,
  notes,
});

const CASES: readonly (readonly [string, string, unknown])[] = [
  ['plain', '---\nname: a-b\ndescription: Does it.\n---\n\n# T\nx\n', good('a-b', 'Does it.', '# T\nx\n')],
  ['a byte order mark and CRLF', '\ufeff---\r\nname: a\r\ndescription: D\r\n---\r\nx\r\n', good('a', 'D', 'x\n')],
  ['double quotes', '---\ndescription: "a: \\"b\\""\n---\n', good(null, 'a: "b"')],
  ['single quotes', "---\ndescription: 'it''s'\n---\n", good(null, "it's")],
  ['folded', '---\ndescription: >\n  one\n  two\n---\n', good(null, 'one two')],
  ['literal', '---\ndescription: |\n  one\n  two\n---\n', good(null, 'one two')],
  ['indented below', '---\ndescription:\n  one\n  two\n---\n', good(null, 'one two')],
  [
    'an unquoted colon',
    '---\nname: a\ndescription: Use it: now\n---\n',
    good('a', 'Use it: now', '', 'frontmatter-repaired'),
  ],
  [
    'a sign that YAML keeps for itself',
    '---\ndescription: @x `y`\n---\n',
    good(null, '@x `y`', '', 'frontmatter-repaired'),
  ],
  [
    'a list that is none',
    '---\ndescription: [WIP] later\n---\n',
    good(null, '[WIP] later', '', 'frontmatter-repaired'),
  ],
  ['a number as it was written', '---\nname: 2048\ndescription: 1.10\n---\n', good('2048', '1.10')],
  ['a word that was a boolean once', '---\nname: yes\ndescription: no\n---\n', good('yes', 'no')],
  ['a key twice: the first', '---\nname: a\nname: b\ndescription: d\n---\n', good('a', 'd', '', 'key-twice')],
  ['no frontmatter', '# Title here\n\ntext\n', good(null, 'Title here', '# Title here\n\ntext\n')],
  ['no heading', 'Some text.\nMore.\n', good(null, 'Some text.', 'Some text.\nMore.\n')],
  ['a comment in front', '<!-- x\n y -->\n\n---\ndescription: d\n---\nb', good(null, 'd', 'b')],
  ['an end of three dots', '---\ndescription: d\n...\nb', good(null, 'd', 'b')],
  ['a rule inside the body', '---\ndescription: d\n---\na\n---\nb', good(null, 'd', 'a\n---\nb')],
  [
    'a fence that is never closed',
    '---\nname: a\n# T\n',
    good(null, 'T', '---\nname: a\n# T\n', 'frontmatter-unclosed'),
  ],
  [
    'a name with capitals and blanks [T060]',
    '---\nname: My Skill\ndescription: d\n---\n',
    good(null, 'd', '', 'name-differs'),
  ],
  ['a name of another script', '---\nname: 技能\ndescription: d\n---\n', good('技能', 'd')],
  ['a name that leads elsewhere', '---\nname: ../x\ndescription: d\n---\n', good(null, 'd', '', 'name-differs')],
  ['a description with a #', '---\ndescription: C# and #1\n---\n', good(null, 'C# and', '', 'description-cut')],
  ['no description but a heading', '---\nname: a\n---\n# T\n', good('a', 'T', '# T\n', 'description-missing')],
  [
    'a heading only in code',
    '---\nname: a\n---\n```\n# not this\n```\n## This\n',
    good('a', 'This', '```\n# not this\n```\n## This\n', 'description-missing'),
  ],
  ['nothing at all', '', { line: 1, message: 'it has no description, and no heading to take one from' }],
  [
    'frontmatter without anything',
    '---\nname: a\n---\n',
    { line: 2, message: 'it has no description, and no heading to take one from' },
  ],
  ['a NUL byte', 'a\nb\0', { line: 2, message: 'it holds a NUL byte, so it is no text' }],
];

describe('a skill is read as its author meant it', () => {
  for (const [name, text, expected] of CASES) it(name, () => assert.deepEqual(read(text), expected));

  it('tools, metadata and unknown keys are data', () => {
    const text =
      '---\ndescription: d\nallowed-tools: Bash(git:*), Read\nmetadata: {a: {b: 1}}\nversion: 2\n__proto__: x\n---\n';
    const parsed = parseSkill(text);
    assert.ok(parsed.ok);
    assert.deepEqual(parsed.value.allowedTools, ['Bash(git:*)', 'Read']);
    assert.deepEqual(parsed.value.metadata, { a: { b: 1 } });
    assert.deepEqual(Object.keys(parsed.value.extra), ['version', '__proto__']);
    assert.equal(Object.getPrototypeOf(parsed.value.extra), Object.prototype);
  });

  it('what is no text is refused with its reason', () => {
    assert.deepEqual(decodeSkill(new Uint8Array([0xff, 0xfe])), {
      ok: false,
      error: { line: null, message: 'it is not UTF-8' },
    });
    const large = decodeSkill(new Uint8Array(MAX_SKILL_BYTES + 1).fill(0x61));
    assert.ok(!large.ok && large.error.message.startsWith('it has more than 1048576 bytes'));
  });

  it('no bytes throw', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.uint8Array({ maxLength: 300 }),
          fc.string({ unit: 'binary' }).map((text) => bytes(`---\n${text}\n---\n${text}`)),
        ),
        (some) => {
          const decoded = decodeSkill(some);
          if (decoded.ok) parseSkill(decoded.value);
        },
      ),
    );
  });

  it('deep nesting and anchors that blow up do no harm', () => {
    const bomb = `a: &a [x]\n${Array.from({ length: 30 }, (_, i) => `b${i}: [*a, *a, *a]`).join('\n')}`;
    for (const yaml of [`x: ${'['.repeat(5_000)}`, bomb]) {
      const parsed = parseSkill(`---\ndescription: d\n${yaml}\n---\n`);
      assert.ok(parsed.ok && parsed.value.description === 'd');
    }
  });
});

describe('names', () => {
  it('that may be given [T055]', () => {
    for (const name of ['ab', 'a1', 'pdf-extraction', 'a'.repeat(64)]) assert.equal(findNameFault(name), null, name);
    for (const name of ['a', '', 'A-b', 'a--b', '-a', 'a-', 'a_b', 'a/b', 'none', 'enable', 'list', 'a'.repeat(65)])
      assert.notEqual(findNameFault(name), null, name);
  });
  it('made of a text', () => {
    assert.deepEqual(
      ['Fix the Build!', 'Änderung prüfen', '  --x y--  ', 'none', '!!!', 'ab '.repeat(40)].map(toName),
      ['fix-the-build', 'anderung-prufen', 'x-y', null, null, `${'ab-'.repeat(21)}a`],
    );
  });
  it('that differ only in case or encoding are one', () => {
    assert.equal(toKey('ＡＢ'), toKey('ab'));
    assert.equal(toKey('e\u0301'), toKey('\u00e9'));
  });
  it('of others may have underscores', () => {
    assert.deepEqual(['a_b', 'a.b', 'a b', 'é', ''].map(isCallable), [true, false, false, true, false]);
  });
});
