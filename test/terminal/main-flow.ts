import { setTimeout as wait } from 'node:timers/promises';
import type { WireReply } from '../../src/testing/wire-server/script.ts';
import { answer, createChatGround, type ChatGround } from './start-chat.ts';
import type { Terminal } from './open-terminal.ts';

/** The flow that the guide shows, the recording plays and a journey compares. */

export const GREET = "export const greet = (name) => 'Hello, world';\n\nconsole.log(greet('Ada'));\n";

const REPLIES: readonly WireReply[] = [
  {
    reasoning: 'The greeter gets a name. First I look at what it does with it.',
    say: 'I look at the code first.',
    calls: [
      { tool: 'read', input: { path: 'greet.js' } },
      { tool: 'shell', input: { command: 'grep -rn greet . | head -20' } },
    ],
    usage: { input: 3120, output: 96 },
  },
  {
    say: 'The name is ignored. I correct that, and run it.',
    calls: [
      {
        tool: 'edit',
        input: { path: 'greet.js', old_string: "'Hello, world'", new_string: '`Hello, ${name}`' },
      },
      { tool: 'shell', input: { command: 'node greet.js > out.txt && cat out.txt' } },
    ],
    usage: { input: 3480, output: 131 },
  },
  {
    say: [
      '## Done',
      '',
      'The greeter **greets by name** now.',
      '',
      '| call | before | now |',
      '|---|---|---|',
      "| `greet('Ada')` | Hello, world | Hello, Ada |",
      "| `greet('Bo')` | Hello, world | Hello, Bo |",
      '',
      '```js',
      'export const greet = (name) => `Hello, ${name}`;',
      '```',
      '',
    ].join('\n'),
    usage: { input: 3811, output: 140 },
  },
  {
    say: 'I clean up.',
    calls: [{ tool: 'shell', input: { command: 'rm -rf node_modules out.txt' } }],
    usage: { input: 4020, output: 40 },
  },
  { say: 'Understood: `node_modules` stays, I remove nothing.', usage: { input: 4130, output: 24 } },
];

export const createMainFlow = (): Promise<ChatGround> =>
  createChatGround(
    REPLIES.map((reply) => ({ ...reply, pauseMs: 5, pieceChars: 8 })),
    'prices: {"local:test-model": {input: 3, output: 15}}\n',
  );

/** Between two keys, so that the recording shows somebody who types. */
const TYPING_MS = 40;

export const MAIN_SIZE = { columns: 92, rows: 32 } as const;

/** Plays the flow in the terminal; `seen` is called where a screen is worth a look. */
export async function playMainFlow(
  { write }: Pick<ChatGround, 'write'>,
  terminal: Terminal,
  seen: (name: string) => Promise<void>,
): Promise<void> {
  write('greet.js', GREET);
  const say = async (text: string): Promise<void> => {
    for (const part of text.match(/.{1,3}/gs) ?? []) {
      terminal.type(part);
      await wait(TYPING_MS);
    }
    terminal.press('Enter');
  };
  await terminal.until('of 128k');
  await say('Make the greeter greet by name');
  await terminal.until('Approval needed for edit');
  await seen('question');
  await answer(terminal, 'o');
  await terminal.until('node greet.js > out.txt && cat out.txt  ask');
  await terminal.until('Approval needed for shell');
  await seen('command');
  await answer(terminal, 's');
  await terminal.until(/Hello, Bo[^]*\/help/);
  await seen('answer');
  await say('! node greet.js');
  await terminal.until(/Hello, Ada\n +done, /);
  await say('Clean up behind you');
  await terminal.until('Approval needed for shell');
  await answer(terminal, 'd');
  await say('node_modules stays');
  await terminal.until(/remove nothing[^]*\/help/);
  await seen('denied');
  await say('/why');
  await terminal.until('steps, the first that answers decides');
  await seen('why');
  terminal.press('BTab');
  await terminal.until('mode plan');
  terminal.press('C-d');
  await terminal.until('[exit 0]');
}
