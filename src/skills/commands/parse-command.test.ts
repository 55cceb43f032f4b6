import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import fc from 'fast-check';
import type { CommandFault, CommandText } from '../../vocab/custom-command.ts';
import { MAX_COMMAND_BYTES, parseCommand } from './parse-command.ts';

const NONE: CommandText = { description: '', argumentHint: null, model: null, extra: {}, template: '', notes: [] };

const READ: readonly (readonly [name: string, text: string, read: Partial<CommandText>])[] = [
  ['text alone', 'Do it.\nNow.', { description: 'Do it.', template: 'Do it.\nNow.' }],
  ['a heading', '\n\n## Do it  \n\nNow.\n\n', { description: 'Do it', template: '## Do it  \n\nNow.' }],
  [
    'everything',
    '---\ndescription: Look\nargument-hint: "[path]"\nmodel: a:b\n---\n\nLook at $1.\n',
    { description: 'Look', argumentHint: '[path]', model: 'a:b', template: 'Look at $1.' },
  ],
  [
    'a hint that YAML takes for a list',
    '---\nargument-hint: [path, 2]\n---\nLook.',
    { description: 'Look.', argumentHint: '[path, 2]', template: 'Look.' },
  ],
  [
    'a hint that is no YAML',
    '---\nargument-hint: [a] [b]\n---\nLook.',
    {
      description: 'Look.',
      argumentHint: '[a] [b]',
      template: 'Look.',
      notes: ['the frontmatter is no YAML as it stands; values with a colon or a special sign need quotes'],
    },
  ],
  [
    'keys of others',
    '---\nallowed-tools: Bash(git:*)\nmodel: haiku\n__proto__: x\n---\nLook.',
    {
      description: 'Look.',
      template: 'Look.',
      extra: Object.fromEntries([
        ['allowed-tools', 'Bash(git:*)'],
        ['__proto__', 'x'],
      ]),
      notes: ['the model "haiku" is not asked: one is written <provider>:<name>'],
    },
  ],
  [
    'a byte order mark and other line ends',
    '\ufeff---\r\ndescription: a\r\n---\r\nb\r\nc',
    { description: 'a', template: 'b\nc' },
  ],
  ['a rule further down', 'a\n\n---\n\nb', { description: 'a', template: 'a\n\n---\n\nb' }],
];

const BROKEN: readonly (readonly [name: string, bytes: Uint8Array, fault: CommandFault])[] = [
  ['nothing', Buffer.from(''), { line: null, message: 'it has no text to send' }],
  ['no text', Buffer.from('---\ndescription: a\n---\n \n'), { line: null, message: 'it has no text to send' }],
  [
    'no end',
    Buffer.from('---\ndescription: a\nb'),
    { line: 1, message: 'the frontmatter has no end; write --- behind it' },
  ],
  ['a NUL', Buffer.from('a\nb\0'), { line: 2, message: 'it holds a NUL byte, so it is no text' }],
  ['Latin-1', Buffer.from([0x61, 0xe9, 0x62]), { line: null, message: 'it is not UTF-8' }],
  [
    'too much',
    Buffer.alloc(MAX_COMMAND_BYTES + 1, 'a'),
    { line: null, message: `it has more than ${MAX_COMMAND_BYTES} bytes` },
  ],
];

describe('a file of a command', () => {
  for (const [name, text, read] of READ) {
    it(`with ${name}`, () =>
      assert.deepEqual(parseCommand(Buffer.from(text)), { ok: true, value: { ...NONE, ...read } }));
  }

  for (const [name, bytes, error] of BROKEN) {
    it(`with ${name} is broken`, () => assert.deepEqual(parseCommand(bytes), { ok: false, error }));
  }

  it('may hold any bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        const read = parseCommand(bytes);
        assert.ok(read.ok ? read.value.template !== '' : read.error.message !== '');
      }),
    );
  });
});
