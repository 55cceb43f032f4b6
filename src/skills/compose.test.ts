import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { SkillDraft } from '../vocab/skill.ts';
import { composeSkill, MAX_WRITTEN_BYTES } from './compose.ts';
import { decodeSkill, parseSkill } from './parse-skill.ts';

const draft = (given: Partial<SkillDraft>): SkillDraft => ({
  name: 'demo',
  description: 'What',
  body: 'How',
  ...given,
});

const codeOf = (given: Partial<SkillDraft>): string => {
  const composed = composeSkill(draft(given));
  return composed.ok ? 'ok' : composed.error.code;
};

/** As the registry reads it from the disk. */
function load(text: string) {
  const decoded = decodeSkill(Buffer.from(text));
  assert.ok(decoded.ok);
  const parsed = parseSkill(decoded.value);
  assert.ok(parsed.ok);
  assert.deepEqual(parsed.value.notes, []);
  const { name, description, body } = parsed.value;
  return { name, description, body };
}

const anyText = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc
    .array(
      fc.oneof(
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        fc.constantFrom(
          '---',
          '...',
          '\n---\n',
          '\r',
          '\r\n',
          '\n',
          '\u0000',
          '\ud800',
          '\ufeff',
          ': ',
          '# ',
          '"',
          "'",
          '\\',
          '{',
          '- ',
          '<!--',
          '\u0085',
          '\u2028',
          '~',
          '!!js',
          '&a',
          '*a',
          '\t',
          '|',
          '>',
        ),
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join('')),
);

describe('composing a skill', () => {
  it('writes frontmatter with a name and a description in quotes [T094]', () => {
    const composed = composeSkill(draft({ description: ' Use it:\n now # "really" ', body: '\n\n# Demo\n\nDo it.' }));
    assert.deepEqual(composed, {
      ok: true,
      value: {
        draft: { name: 'demo', description: 'Use it: now # "really"', body: '# Demo\n\nDo it.\n' },
        text: '---\nname: "demo"\ndescription: "Use it: now # \\"really\\""\n---\n\n# Demo\n\nDo it.\n',
      },
    });
  });

  it('gives any text back as it was written [T094] [T095]', () => {
    fc.assert(
      fc.property(anyText, anyText, (description, body) => {
        const composed = composeSkill(draft({ description, body }));
        if (!composed.ok) {
          assert.match(composed.error.code, /^(description|body)-missing$/);
          return;
        }
        assert.deepEqual(load(composed.value.text), composed.value.draft);
        const plain = body.toWellFormed().replace(/\r\n?/g, '\n').replaceAll('\u0000', '\u2400').replace(/^\n+/, '');
        assert.equal(composed.value.draft.body, plain.endsWith('\n') ? plain : `${plain}\n`);
      }),
      { numRuns: 400 },
    );
  });

  it('composes what it composed to the same text', () => {
    fc.assert(
      fc.property(anyText, anyText, (description, body) => {
        const composed = composeSkill(draft({ description, body }));
        if (composed.ok) assert.deepEqual(composeSkill(composed.value.draft), composed);
      }),
    );
  });

  const CASES: readonly (readonly [Partial<SkillDraft>, string])[] = [
    [{}, 'ok'],
    [{ name: 'a/b' }, 'name-invalid'],
    [{ name: '../up' }, 'name-invalid'],
    [{ name: 'Demo' }, 'name-invalid'],
    [{ name: 'démo' }, 'name-invalid'],
    [{ name: 'ｄｅｍｏ' }, 'name-invalid'],
    [{ name: 'my_skill' }, 'name-invalid'],
    [{ name: 'none' }, 'name-invalid'],
    [{ name: 'x' }, 'name-invalid'],
    [{ name: 'x'.repeat(65) }, 'name-invalid'],
    [{ name: '' }, 'name-invalid'],
    [{ description: ' \n\t\u0000 ' }, 'description-missing'],
    [{ description: 'x'.repeat(1024) }, 'ok'],
    [{ description: 'x'.repeat(1025) }, 'description-long'],
    [{ description: 'x'.repeat(50_000_000) }, 'description-long'],
    [{ body: ' \n ' }, 'body-missing'],
    [{ body: 'x'.repeat(MAX_WRITTEN_BYTES) }, 'too-large'],
    [{ body: 'ä'.repeat(MAX_WRITTEN_BYTES / 2) }, 'too-large'],
    [{ body: 'x'.repeat(50_000_000) }, 'too-large'],
    [{ body: 'x'.repeat(MAX_WRITTEN_BYTES - 100) }, 'ok'],
  ];
  for (const [given, code] of CASES) {
    const [[key, value] = ['all', 'fine']] = Object.entries(given);
    it(`${key} ${JSON.stringify(value.slice(0, 12))} (${value.length}): ${code}`, () =>
      assert.equal(codeOf(given), code));
  }

  it('says which name would do', () => {
    const composed = composeSkill(draft({ name: 'Über Café' }));
    assert.match(composed.ok ? '' : composed.error.message, /; uber-cafe would do$/);
  });
});
