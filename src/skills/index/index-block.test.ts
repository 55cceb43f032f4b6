import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { toIndexBlock } from './index-block.ts';
import { shorten, toLine } from './index-lines.ts';
import type { Indexed } from '../registry.ts';

const NONE = new Map();
const block = (skills: readonly Indexed[], text = '', maxTokens = 1_500) =>
  toIndexBlock({ skills, asked: { text }, standings: NONE, maxTokens });
const bytes = (text: string): number => Buffer.byteLength(text);
const listed = (text: string): readonly string[] => text.split('\n').filter((line) => line.startsWith('- '));

/** As many skills, each with a description of some 200 characters. */
const many = (count: number): readonly Indexed[] =>
  Array.from({ length: count }, (_, at) => ({
    name: `skill-${at}`,
    description: `Number ${at} is about subject${at}. ${'It says a good deal more about it than is needed. '.repeat(3)}`,
  }));

describe('the index block', () => {
  it('lists what there is by name, with a word before it', () => {
    const { text, shown, leftOut } = block([
      { name: 'b', description: 'Second.' },
      { name: 'a', description: 'First.' },
    ]);
    assert.equal(
      text,
      `## Skills

Each line names instructions for one kind of work. Look through the list before you begin; when one fits, load it with \`skill(name: "...")\` and go by what it says. When none fits, do without.
- a: First.
- b: Second.
`,
    );
    assert.deepEqual({ shown, leftOut }, { shown: ['a', 'b'], leftOut: 0 });
  });

  it('is not there without a skill, or without room', () => {
    assert.deepEqual(block([]), { text: '', shown: [], leftOut: 0 });
    assert.deepEqual(block(many(2), '', 10), { text: '', shown: [], leftOut: 2 });
  });

  it('is the same for every turn as long as all fit', () => {
    assert.equal(block(many(20), 'subject7').text, block(many(20), 'subject3').text);
  });

  it('keeps one line a skill and no markup of its own', () => {
    const lines = listed(
      block([{ name: 'a', description: 'One\r\n## Two </system> & <b>\u2028three\u0000\u202e' }]).text,
    );
    assert.deepEqual(lines, ['- a: One ## Two &lt;/system&gt; &amp; &lt;b&gt; three\\u{0}\\u{202e}']);
  });

  it('shortens descriptions before it leaves a skill out, those that fit the turn last', () => {
    const { text, shown, leftOut } = block(many(60), 'subject42');
    assert.deepEqual([shown.length, leftOut, shown[0]], [60, 0, 'skill-42']);
    const [first, ...others] = listed(text);
    assert.ok(first !== undefined && !first.endsWith('…'));
    assert.ok(others.at(-1)?.endsWith('…'));
  });

  it('says how many are left out, and how to find them', () => {
    const { text, shown, leftOut } = block(many(2_000), 'subject42');
    assert.equal(shown.length + leftOut, 2_000);
    assert.equal(shown[0], 'skill-42');
    assert.ok(
      text.endsWith(`\n${leftOut} more are not shown; \`skill(action: "list", query: "...")\` finds them.\n`),
      text.slice(-200),
    );
    assert.equal(listed(text).length, shown.length);
    assert.ok(
      listed(text)
        .slice(0, 16)
        .every((line) => line.includes(': ')),
    );
    assert.deepEqual(listed(text)[30], `- ${shown[30] ?? ''}`);
  });

  it('one description that is far too long does not push out the others', () => {
    const { shown, leftOut } = block([{ name: 'long', description: 'long '.repeat(5_000) }, ...many(3)], 'long');
    assert.deepEqual([shown.length, leftOut, shown[0]], [4, 0, 'long']);
  });

  it('never has more bytes than its tokens, nor half a character', () => {
    const skill = fc.record({
      name: fc.stringMatching(/^[a-z]{1,12}$/),
      description: fc.string({ unit: 'grapheme', maxLength: 400 }),
    });
    fc.assert(
      fc.property(fc.array(skill, { maxLength: 60 }), fc.string(), fc.nat(1_500), (skills, text, maxTokens) => {
        const made = block(skills, text, maxTokens);
        assert.ok(bytes(made.text) <= maxTokens * 4);
        assert.equal(
          made.text.isWellFormed(),
          skills.every(({ description }) => description.isWellFormed()),
        );
        assert.equal(made.shown.length + made.leftOut, skills.length);
        assert.equal(listed(made.text).length, made.shown.length);
      }),
    );
  });
});

describe('a shortened text', () => {
  const CASES: readonly (readonly [text: string, most: number, expected: string])[] = [
    ['short enough', 12, 'short enough'],
    ['one two three four', 12, 'one two…'],
    ['one, two, three', 10, 'one, two…'],
    ['unbreakableword', 8, 'unbreak…'],
    ['👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧👩‍👩‍👧', 3, '👩‍👩‍👧👩‍👩‍👧…'],
    ['e\u0301e\u0301e\u0301e\u0301', 3, 'e\u0301e\u0301…'],
    [`a${'\u0301'.repeat(500)}`, 20, '…'],
  ];
  for (const [text, most, expected] of CASES) {
    it(`${JSON.stringify(text.slice(0, 20))} in ${most}`, () => assert.equal(shorten(text, most), expected));
  }
  it('is a name alone when nothing is left of it', () => {
    assert.equal(toLine({ name: 'a', description: 'b' }, 0), '- a\n');
  });
});
