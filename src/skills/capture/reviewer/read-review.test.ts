import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_REPLY } from '../../reply/find-objects.ts';
import { readReview, REVIEW_SCHEMA } from './read-review.ts';

const CREATE = {
  ...{ action: 'create', skillName: 'media-qa', title: 'Media QA', reason: 'It comes again.' },
  ...{ description: 'Check media before use.', body: '## Workflow\n\n- Verify true animation.' },
};
const APPEND = { action: 'append', skillName: 'media-qa', section: 'Workflow', body: '- Record the license.' };
const REPLACE = { action: 'replace', skillName: 'media-qa', oldText: '- Check it. ', newText: '- Check it twice.\n' };
const NONE = '{"action":"none"}';
const FENCED = '- Run:\n\n```sh\nnpm test -- {"a": [1,],}\n```\n\n- Say "done".';

const json = (value: unknown): string => JSON.stringify(value);
const fence = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;
const create = (changes: Readonly<Record<string, unknown>>): string => json({ ...CREATE, ...changes });

describe('a reply that holds one review is read [T172]', () => {
  const cases: readonly (readonly [string, string, object?])[] = [
    ['alone', json(CREATE)],
    ['none', NONE, { action: 'none' }],
    ['none in prose', `There is nothing, so:\n${NONE}`, { action: 'none' }],
    ['an append', json(APPEND), APPEND],
    ['a replacement, with its blanks as they are', json(REPLACE), REPLACE],
    ['a replacement that takes away', json({ ...REPLACE, newText: '' }), { ...REPLACE, newText: '' }],
    ['with prose', `Here it is {as asked}:\n${json(CREATE)}\nIs that right?`],
    ['in a fence', `Sure.\n${fence(json(CREATE))}`],
    ['with fences in its body', create({ body: FENCED }), { ...CREATE, body: FENCED }],
    ['in a fence, with fences in its body', fence(create({ body: FENCED })), { ...CREATE, body: FENCED }],
    ['in a list of one', `[${json(CREATE)}]`],
    ['with commas too many', `${json(CREATE).slice(0, -1)},}`],
    ['behind a byte order mark', `\uFEFF${json(CREATE)}`],
    ['behind thoughts', `<think>Perhaps ${NONE} or {"action":"create"}?</think>\n${json(CREATE)}`],
    [
      'behind a word in the body that looks like a thought',
      create({ body: '- Strip <think> tags.' }),
      { ...CREATE, body: '- Strip <think> tags.' },
    ],
    ['twice the same', `${json(CREATE)}\n${fence(json(CREATE))}`],
    [
      'twice the same with keys in another order',
      `${json(CREATE)}${json(Object.fromEntries(Object.entries(CREATE).toReversed()))}`,
    ],
    ['behind an example of the form', `{"action":"create","skillName":"...","title":"..."}\n${json(CREATE)}`],
    ['with keys that nobody knows [T174]', create({ confidence: 0.9 })],
    ['with nulls for keys that are not there', create({ section: null, oldText: null })],
    ['with an action in capitals [T174]', create({ action: ' Create ' })],
    ['with a name for the door to mend', create({ skillName: ' 发布流程 ' }), { ...CREATE, skillName: '发布流程' }],
    ['with line breaks in short texts', create({ title: 'Media\n QA' })],
    [
      'of a skill with a name of others',
      json({ ...APPEND, skillName: 'my_skill' }),
      { ...APPEND, skillName: 'my_skill' },
    ],
    ['with a section as a heading', json({ ...APPEND, section: '## Workflow' }), APPEND],
  ];
  for (const [name, reply, value = CREATE] of cases) {
    it(name, () => assert.deepEqual(readReview(reply), { ok: true, value }));
  }
});

describe('a reply that holds none has a code', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['nothing', 'prose', ''],
    ['prose', 'prose', 'I would not change a thing.'],
    ['thoughts that do not end', 'prose', `<think>Perhaps ${json(CREATE)}`],
    ['single quotes [T172]', 'broken-json', "{'action':'none'}"],
    ['an object that is cut off', 'broken-json', json(CREATE).slice(0, -9)],
    ['two that differ [T173]', 'ambiguous', `${json(CREATE)}\n${json(APPEND)}`],
    ['none and then one [T173]', 'ambiguous', `${NONE}\n${json(CREATE)}`],
    ['one and then none [T173]', 'ambiguous', `${fence(json(CREATE))}\n${fence(NONE)}`],
    ['a list of two', 'ambiguous', json([CREATE, { ...CREATE, title: 'Other' }])],
    ['an action that is none [T174]', 'invalid', create({ action: 'update' })],
    ['another one [T174]', 'invalid', '{"action":"delete","skillName":"x"}'],
    ['a number for an action', 'invalid', '{"action":1}'],
    ['no action', 'invalid', '{"skillName":"x"}'],
    ['a number for a text [T174]', 'invalid', create({ body: 5 })],
    ['a list for a text', 'invalid', create({ body: ['- a'] })],
    ['no name for a skill', 'invalid', create({ skillName: 'x'.repeat(1_001) })],
    ['the same text for another', 'invalid', json({ ...REPLACE, newText: REPLACE.oldText })],
    ['nothing to be replaced', 'invalid', json({ ...REPLACE, oldText: ' ' })],
    ['a huge reply [T175]', 'oversized', `${NONE}${' '.repeat(MAX_REPLY)}`],
    ['a large body [T175]', 'oversized', create({ body: '字'.repeat(13_334) })],
    ['10,000 points [T175]', 'oversized', create({ body: '- a\n'.repeat(9_999) })],
    ['a long description', 'oversized', create({ description: 'x'.repeat(1_025) })],
    ['a long title', 'oversized', create({ title: 'x'.repeat(201) })],
    ['keys of the prototype', 'invalid', '{"__proto__":{"action":"none"}}'],
  ];
  for (const [name, code, reply] of cases) {
    it(`${name}: ${code}`, () => {
      const read = readReview(reply);
      assert.equal(read.ok ? read.value.action : read.error.code, code);
    });
  }

  for (const whole of [CREATE, APPEND, REPLACE]) {
    for (const key of Object.keys(whole)) {
      it(`${whole.action} without ${key} [T174]`, () => {
        const read = readReview(json({ ...whole, [key]: undefined }));
        assert.ok(!read.ok && read.error.code === 'invalid');
        assert.match(read.error.message, key === 'action' ? /names no action/ : new RegExp(`has no ${key}\\.`));
      });
    }
  }
});

it('every reply is read without an exception', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    '"',
    '\\',
    ',',
    ':',
    '\n',
    '```',
    '<think>',
    '</think>',
    NONE,
    json(CREATE),
  );
  const pieces = fc.array(piece).map((all) => all.join(''));
  fc.assert(fc.property(fc.oneof(fc.string(), pieces), (reply) => void readReview(reply)));
});

it('a body comes back as it was put in, whatever stands around it', () => {
  const prose = fc.string().filter((text) => !/[{"<]/.test(text));
  const body = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '');
  fc.assert(
    fc.property(prose, body, prose, (before, text, behind) => {
      const read = readReview(before + create({ body: text }) + behind);
      assert.deepEqual(read, { ok: true, value: { ...CREATE, body: text.trim() } });
    }),
  );
});

it('the schema for providers is one flat object that wants every key', () => {
  const { type, properties, required, additionalProperties } = REVIEW_SCHEMA;
  assert.deepEqual([type, additionalProperties], ['object', false]);
  assert.deepEqual(required, Object.keys(Object(properties)));
  assert.deepEqual(
    readReview(
      json(Object.fromEntries(Object.keys(Object(properties)).map((key) => [key, key === 'action' ? 'none' : null]))),
    ),
    {
      ok: true,
      value: { action: 'none' },
    },
  );
});
