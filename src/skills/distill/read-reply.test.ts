import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import { MAX_REPLY } from '../reply/find-objects.ts';
import { readReply } from './read-reply.ts';

const DRAFT = {
  name: 'cut-release',
  description: 'Cuts a release. Use it when one is due.',
  body: '# Release\n\n1. Tag.',
};
const CREATE = JSON.stringify({ action: 'create', ...DRAFT });
const NONE = '{"action":"none"}';
const FENCED = '# Release\n\n```sh\nnpm version patch\n```\n\nThen {"tag": [1,],} and "push".';

const withField = (key: string, value: unknown): string => JSON.stringify({ action: 'create', ...DRAFT, [key]: value });
const fence = (text: string): string => `\`\`\`json\n${text}\n\`\`\``;

describe('a reply that holds a skill is read', () => {
  const cases: readonly (readonly [string, string, string?])[] = [
    ['alone', CREATE],
    [
      'with other keys and blanks',
      `\uFEFF\n { "title": "x", "action" : " Create " , ${CREATE.slice(CREATE.indexOf('"name"'))}\n`,
    ],
    ['in a fence', fence(CREATE)],
    ['in a fence without a language', `\`\`\`\n${CREATE}\n\`\`\``],
    [
      'with prose around it',
      `Here is the skill, as you asked {in short}:\n\n${CREATE}\n\nTell me if {"it" is not} right.`,
    ],
    ['with prose and a fence', `Sure.\n${fence(CREATE)}\nDone.`],
    ['with fences, braces and quotes in its body', withField('body', FENCED), FENCED],
    ['in a fence, with fences in its body', fence(withField('body', FENCED)), FENCED],
    ['with line breaks in its text as they are', CREATE.replaceAll('\\n', '\n')],
    ['with a tab as it is', CREATE.replace('1. Tag', '1.\tTag'), '# Release\n\n1.\tTag.'],
    ['with commas too many', `${CREATE.slice(0, -1)},\n}`],
    ['in a list', `[${CREATE},]`],
    ['behind an example', `{"action":"create","name":"...","description":"...","body":"..."}\n${fence(CREATE)}`],
    ['behind a none', `${fence(NONE)}\nNo, better:\n${fence(CREATE)}`],
    ['behind a draft', `${withField('name', 'draft')}\n${CREATE}`],
    ['in front of an object of another kind', `${CREATE}\n{"confidence": 0.9}`],
    ['behind an opening that nobody closes', `{"action": once I had\n${'{"x '.repeat(9)}\n${CREATE}`],
    ['with a name that has to be mended', withField('name', ' Cut Release ')],
    ['with a description of several lines', withField('description', DRAFT.description.replace('. ', '.\n  '))],
  ];
  for (const [name, reply, body = DRAFT.body] of cases) {
    it(name, () => assert.deepEqual(readReply(reply), { kind: 'create', draft: { ...DRAFT, body } }));
  }
});

describe('a reply of which nothing comes has a code', () => {
  const cases: readonly (readonly [string, string, string])[] = [
    ['none', 'none', NONE],
    ['none in prose', 'none', `I think ${NONE.toUpperCase().replace('ACTION', 'action')} is right.`],
    ['a create that is taken back', 'none', `${CREATE}\nOn second thought:\n${NONE}`],
    ['nothing', 'prose', ''],
    ['prose', 'prose', 'There is nothing to be learned from this turn.'],
    ['prose with braces', 'prose', 'Use ${name} and { x } in it.'],
    ['a skill without JSON', 'prose', '---\nname: x\n---\n# X\n'],
    ['an object that is cut off', 'broken-json', CREATE.slice(0, -20)],
    ['a cut off one with code in its body', 'broken-json', withField('body', 'function f() {}').slice(0, -1)],
    ['quotes that are not escaped', 'broken-json', CREATE.replace('Tag', 'say "tag" now')],
    ['single quotes', 'broken-json', CREATE.replaceAll('"', "'")],
    ['an object of another kind', 'invalid', '{"result":"ok"}'],
    ['no object', 'prose', '"create"'],
    ['an unknown action', 'invalid', '{"action":"delete","name":"x"}'],
    ['an action that is no text', 'invalid', '{"action":{"kind":"create"}}'],
    ['no name', 'invalid', withField('name', undefined)],
    ['a number for a name', 'invalid', withField('name', 5)],
    ['a path for a name', 'invalid', withField('name', '../..')],
    ['a name that /skills takes', 'invalid', withField('name', 'none')],
    ['a list for a body', 'invalid', withField('body', ['a'])],
    ['an empty body', 'invalid', withField('body', ' \n')],
    ['no description', 'invalid', withField('description', null)],
    ['a long description', 'oversized', withField('description', 'x'.repeat(1025))],
    ['a large body', 'oversized', withField('body', 'ü'.repeat(20_001))],
    ['a huge reply', 'oversized', CREATE + ' '.repeat(MAX_REPLY)],
    ['keys of the prototype', 'invalid', '{"__proto__":{"action":"create"}}'],
  ];
  for (const [name, code, reply] of cases) {
    it(`${name}: ${code}`, () => {
      const read = readReply(reply);
      assert.equal(read.kind === 'nothing' ? read.code : read.kind, code);
    });
  }
});

describe('every reply', () => {
  const piece = fc.constantFrom(
    '{',
    '}',
    '[',
    ']',
    '"',
    '\\',
    ',',
    ':',
    '\n',
    '```',
    'action',
    'create',
    '{"action":"none"}',
    CREATE,
  );
  it('is read without an exception', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(piece).map((pieces) => pieces.join('')),
        ),
        (reply) => void readReply(reply),
      ),
    );
  });

  it('gives back the texts that were put into it, whatever stands around them', () => {
    const prose = fc.string().filter((text) => !/[{"]/.test(text));
    const body = fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => text.trim() !== '');
    fc.assert(
      fc.property(prose, body, prose, (before, text, behind) => {
        const read = readReply(before + withField('body', text) + behind);
        assert.deepEqual(read, { kind: 'create', draft: { ...DRAFT, body: text.trim() } });
      }),
    );
  });

  for (const unit of ['{', '{"', '{"a":', '"', '\\', '{}', '{"a":1}', '{ ', ',', '[', '{"a":"\\']) {
    it(`is read in linear time: ${unit} again and again`, () => {
      const text = unit.repeat(Math.ceil(MAX_REPLY / unit.length)).slice(0, MAX_REPLY);
      const part = text.slice(0, MAX_REPLY / 8);
      const eightParts = (): void => {
        for (let at = 0; at < 8; at++) readReply(part);
      };
      eightParts();
      // As much text at once as in eight parts: with a square it would cost eight times as much.
      const tries = Array.from({ length: 4 }, () => [cost(() => readReply(text)), cost(eightParts)]);
      assert.ok(
        tries.some(([whole = 0, parts = 0]) => whole < parts * 3.5 + 20),
        JSON.stringify(tries),
      );
    });
  }
});

function cost(work: () => unknown): number {
  const from = process.threadCpuUsage();
  work();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}
