import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireReply } from '../../src/testing/wire-server/script.ts';
import { needs } from '../outside.ts';
import { matchScreen, untilStill } from '../terminal/match-screen.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { answer, createChatGround, say } from '../terminal/start-chat.ts';

const RICH: WireReply = {
  reasoning: 'A table is best.',
  say: [
    '# Result',
    '',
    'It **works** — see `greet.js`, ~~not~~ *that* one. [A link](https://example.org/a/long/way).',
    '',
    '| name | what it does | since |',
    '|---|---|--:|',
    '| greet | says hello to whoever is named | 1 |',
    '| wave | says goodbye | 22 |',
    '',
    '1. one',
    '   - nested, and long enough that it has to go on in the next line of a narrow terminal',
    '2. two',
    '',
    '> quoted',
    '',
    '```js',
    'if (a) {',
    "  greet('Ada');",
    '}',
    '```',
    '',
    '漢字 and 😀 and é and שלום.',
  ].join('\n'),
};

const COLOR = /\u001b\[(?:\d+;)*(?:3[0-9]|4[0-9]|9[0-7]|10[0-7]|38|48)(?:;\d+)*m/;

describe('the chat in terminals of all kinds', needs('tmux'), () => {
  for (const columns of [100, 46, 24]) {
    it(`shows an answer in ${columns} columns`, async () => {
      await using ground = await createChatGround([RICH]);
      using chat = ground.chat({ columns, rows: 60 });
      await chat.until('default');
      say(chat, 'show me');
      await chat.until('שלום');
      await matchScreen(chat, `terminal-answer-${columns}`);
    });
  }

  it('draws anew when it is resized', async () => {
    await using ground = await createChatGround([RICH]);
    using chat = ground.chat({ columns: 100, rows: 60 });
    await chat.until('default');
    say(chat, 'show me');
    await chat.until('שלום');
    chat.resize(46, 60);
    await matchScreen(chat, 'terminal-answer-46');
    chat.resize(24, 60);
    await matchScreen(chat, 'terminal-answer-24');
    chat.resize(100, 60);
    await matchScreen(chat, 'terminal-answer-100');
  });

  for (const columns of [20, 11]) {
    it(`does everything in ${columns} columns, with wide and combined signs`, async () => {
      const wide = '漢字😀e\u0301'.repeat(6);
      await using ground = await createChatGround([
        { calls: [{ tool: 'shell', input: { command: `touch ${wide} && rm -rf ${wide}` } }] },
        { calls: [{ tool: 'question', input: { question: `${wide}?`, options: [wide, 'blue'] } }] },
        { ...RICH, reasoning: wide },
      ]);
      ground.write(`${wide}/a`, '');
      using chat = ground.chat({ columns, rows: 50 });
      await chat.until(/default/);
      say(chat, `go ${wide}`);
      await chat.until('Esc later');
      await answer(chat, 'w');
      await untilStill(chat);
      await answer(chat, 'd');
      await chat.until(/Enter\s+sends/);
      chat.type(wide);
      chat.press('Left', 'Left', 'Home', 'Right', 'End', 'Enter');
      await chat.until(/1-2/);
      chat.type(wide);
      chat.press('Left', 'Home', 'Right', 'C-u');
      await answer(chat, '1');
      chat.press('Enter');
      await chat.until('שלום');
      for (const command of ['/help', '/status', '/config', '/why', '/rules', '/approvals', '/nope', '/export a/b/c']) {
        say(chat, command);
        await untilStill(chat);
      }
      say(chat, '/sessions');
      await chat.until('Sessions');
      chat.press('Down', 'Escape');
      await chat.until((screen) => !screen.includes('Sessions'));
      chat.press('C-o');
      say(chat, `! echo ${wide}`);
      await chat.until(/done/);
      chat.type(`see ./漢`);
      chat.press('Tab');
      await untilStill(chat);
      chat.press('C-c');
      chat.type('/m');
      await untilStill(chat);
      chat.press('BSpace', 'BSpace', 'BTab', 'BTab');
      await chat.until(/^yolo|Shift/m);
      chat.press('C-d');
      await chat.until(/\[exit\s*0\s*\]/);
    });
  }

  it('has colors, and none with NO_COLOR', async () => {
    await using ground = await createChatGround(() => RICH);
    for (const [env, has] of [
      [{}, true],
      [{ NO_COLOR: '1' }, false],
    ] as const) {
      using chat = ground.chat({ env, rows: 60 });
      await chat.until('default');
      say(chat, 'show me');
      await chat.until('שלום');
      assert.equal(COLOR.test(chat.bytes()), has, JSON.stringify(env));
    }
  });

  it('writes nothing but ASCII where the locale is C', async () => {
    await using ground = await createChatGround([
      RICH,
      { calls: [{ tool: 'shell', input: { command: 'touch caf\u00e9' } }] },
    ]);
    using chat = ground.chat({ env: { LANG: 'C' }, rows: 60 });
    await chat.until('default');
    say(chat, 'show me');
    await chat.until(/\?\? and .*\n\n-+\n/);
    await matchScreen(chat, 'terminal-ascii');
    say(chat, 'touch it');
    await chat.until('Approval needed for shell');
    await matchScreen(chat, 'terminal-ascii-question');
    assert.doesNotMatch(chat.bytes(), /[^\u0000-\u007f]/);
  });

  it('lets nothing that the model or a tool printed steer the terminal', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u001b[H\u202egpj.exe\u0007\u009b31m\u200b';
    await using ground = await createChatGround([
      {
        reasoning: `think ${evil}`,
        say: `say ${evil} \u001b]8;;https://evil.example\u0007link\u001b]8;;\u0007`,
        calls: [
          { tool: 'shell', input: { command: 'cat evil.txt' } },
          { tool: 'read', input: { path: `evil${evil}` } },
          { tool: 'shell', input: { command: `touch ${evil}` } },
        ],
      },
      { say: 'Done.' },
    ]);
    ground.write('evil.txt', `text ${evil}\rover\n`);
    using chat = ground.chat();
    await chat.until('default');
    say(chat, 'go');
    await chat.until('Approval needed for shell');
    await matchScreen(chat, 'terminal-steered');
    await answer(chat, 'd');
    chat.press('Enter');
    await chat.until('Done.');
    chat.press('C-o');
    await matchScreen(chat, 'terminal-steered-wide');
    assert.ok(!chat.bytes().includes('\u001b]0;owned'));
    assert.ok(!chat.bytes().includes('evil.example\u0007'));
    assert.ok(!/[\u202e\u009b]/.test(chat.bytes()));
  });

  it('lets nothing that comes into the editor steer the terminal: names, pastes, old messages, a command to edit', async () => {
    const evil = '\u001b]0;owned\u0007\u001b[2J\u001b[H\u202egpj\u009b31m\u200b';
    const steers = /\u001b\]0;owned|\u001b\[2J\u001b\[H\\u|[\u202e\u009b]/;
    await using ground = await createChatGround([
      { say: 'one' },
      { calls: [{ tool: 'shell', input: { command: `touch a${evil}` } }] },
      { calls: [{ tool: 'question', input: { question: `${evil}?`, options: [evil] } }] },
      { say: 'Done.' },
    ]);
    for (const name of [`x${evil}.txt`, `xx${evil}/b`, 'xxx']) ground.write(name, 'a');
    using chat = ground.chat({ rows: 40 });
    await chat.until('of 128k');
    chat.type('./x');
    chat.press('Tab');
    await chat.until(/^\.\/xxx$/m);
    chat.press('C-c');
    chat.paste(`pasted ${evil}\nin two lines`);
    await chat.until(/^pasted \\u\{1b\}\]0;owned.*\nin two lines$/m);
    chat.press('Enter');
    await chat.until('one');
    chat.press('Up');
    await chat.until(/two lines[^]*^in two lines$/m);
    chat.press('C-c');
    say(chat, '/undo');
    await chat.until(/taken back[^]*^in two lines$/m);
    chat.press('C-c');
    say(chat, 'go');
    await chat.until('Approval needed for shell');
    await answer(chat, 'e');
    await chat.until(/^touch a\\u\{1b\}\]0;owned.*\\u\{200b\}$/m);
    chat.press('Enter');
    await chat.until('w why');
    await answer(chat, 'd');
    await chat.until('Enter sends');
    chat.paste(`because ${evil}`);
    await chat.until(/> because \\u\{1b\}/);
    chat.press('Enter');
    await chat.until('Your answer (1-1');
    await answer(chat, '1');
    chat.press('Enter');
    await chat.until('Done.');
    assert.doesNotMatch(chat.bytes(), steers);
  });

  for (const [name, start] of [
    ['--plain', { words: ['--plain'] }],
    ['TERM=dumb', { env: { TERM: 'dumb' } }],
  ] as const) {
    it(`with ${name} prints lines and draws nothing`, async () => {
      await using ground = await createChatGround([
        {
          say: 'I look.',
          calls: [
            { tool: 'read', input: { path: 'a.txt' } },
            { tool: 'shell', input: { command: 'touch made' } },
          ],
        },
        { say: 'It is **made**.' },
        { say: 'Bye.' },
      ]);
      ground.write('a.txt', 'hello\n');
      using chat = ground.chat({ rows: 60, ...start });
      await chat.until('default>');
      say(chat, 'make it');
      await chat.until('Answer (once');
      say(chat, 'once');
      await chat.until('It is **made**.');
      await chat.until(/default> $|default>$/);
      say(chat, '! echo mine');
      await chat.until(/mine\n[^]*default>\s*$/);
      say(chat, '/mode plan');
      await chat.until('plan>');
      say(chat, '/nope');
      await chat.until('There is no command /nope');
      await chat.until((screen) => screen.endsWith('plan>'));
      say(chat, 'and?');
      await chat.until('Bye.');
      // What is typed before the prompt stands there is echoed where the cursor is.
      await chat.until((screen) => screen.endsWith('plan>'));
      say(chat, '/sessions');
      await chat.until('Which number?');
      await matchScreen(chat, 'terminal-plain');
      say(chat, '');
      await chat.until((screen) => screen.endsWith('plan>'));
      say(chat, '/exit');
      await chat.until('[exit 0]');
      assert.equal(ground.read('made'), '');
      assert.doesNotMatch(chat.bytes().split('default>')[1] ?? '', /\u001b/);
    });
  }

  it('in plain lines stops a turn by Ctrl-C, and leaves by two of them, by Ctrl-D or by SIGTERM', async () => {
    await using ground = await createChatGround(() => ({ say: 'word '.repeat(400), pieceChars: 5, pauseMs: 20 }));
    const ends: readonly (readonly [string, (chat: Terminal) => void])[] = [
      ['Ctrl-C', (chat) => chat.press('C-c')],
      ['Ctrl-D', (chat) => chat.press('C-d')],
      ['SIGTERM', (chat) => void process.kill(chat.pid(), 'SIGTERM')],
    ];
    for (const [name, end] of ends) {
      using chat = ground.chat({ rows: 30, words: ['--plain'] });
      await chat.until('default>');
      say(chat, 'talk');
      await chat.until('word word');
      chat.press('C-c');
      await chat.until(/The turn was stopped[^]*default>/);
      chat.press('C-c');
      await chat.until(/Ctrl\+C again leaves\.\ndefault>/);
      end(chat);
      await chat.until(/\[exit \d+\]/);
      assert.match(chat.screen(), /To go on with this session: bailiwick chat --session ses_\w+\n\[exit 0\]/, name);
    }
  });

  it('rings, notifies and runs the command of the person when it asks', async () => {
    const program = '/bin/sh, -c, "printf %s \\"$1\\" > told", sh';
    await using ground = await createChatGround(
      () => ({ calls: [{ tool: 'shell', input: { command: 'touch made' } }] }),
      `chat: {notify: both, notify_command: [${program}]}\n`,
    );
    using chat = ground.chat();
    await chat.until('default');
    say(chat, 'go');
    await chat.until('Approval needed for shell');
    await chat.until(() => ground.read('told') !== null && ground.read('told') !== '');
    assert.equal(ground.read('told'), 'Bailiwick asks: shell  touch made');
    assert.ok(chat.bytes().includes('\u0007\u001b]9;Bailiwick asks: shell  touch made\u0007'));
  });

  it('says nothing to the terminal when it shall not', async () => {
    await using ground = await createChatGround(
      () => ({ calls: [{ tool: 'shell', input: { command: 'touch made' } }] }),
      'chat: {notify: "off"}\n',
    );
    using chat = ground.chat();
    await chat.until('default');
    say(chat, 'go');
    await chat.until('Approval needed for shell');
    assert.ok(!chat.bytes().includes('\u001b]9;'));
    assert.doesNotMatch(chat.bytes().replace(/\u001b\][^\u0007\u001b]*\u0007/g, ''), /\u0007/);
  });
});
