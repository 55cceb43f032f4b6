import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { answer, createChatGround, say } from '../terminal/start-chat.ts';

const EDIT = { tool: 'edit', input: { path: 'a.txt', old_string: 'one', new_string: 'two' } };

describe('sessions in the chat', needs('tmux'), () => {
  it('are gone on with: the same things stand there as before, and the model knows them', async () => {
    await using ground = await createChatGround([
      {
        reasoning: 'Look, then change it.',
        say: 'I **change** it.',
        calls: [
          { tool: 'read', input: { path: 'a.txt' } },
          { tool: 'shell', input: { command: 'cat a.txt gone.txt' } },
          EDIT,
        ],
      },
      { say: 'It is two now.' },
      { say: 'I know.' },
    ]);
    ground.write('a.txt', 'one\n');
    const live = ground.chat();
    await live.until('of 128k');
    say(live, 'change it');
    await live.until('Approval needed for edit');
    await answer(live, 'o');
    await live.until('It is two now.');
    await matchScreen(live, 'sessions-live');
    live.press('C-d');
    const left = await live.until('[exit 0]');
    const [, id = ''] = /chat --session (ses_\w+)/.exec(left) ?? [];
    for (const words of [['--continue'], ['--session', id]]) {
      using again = ground.chat({ words });
      await matchScreen(again, 'sessions-resumed');
      again.press('C-d');
      await again.until('[exit 0]');
    }
    using last = ground.chat({ words: ['-c'] });
    await last.until('It is two now.');
    say(last, 'you know?');
    await last.until('I know.');
    assert.match(ground.asked(), /change it[^]*It is two now\.[^]*you know\?/);
  });

  it('begin in the mode and with the model that are named', async () => {
    await using ground = await createChatGround([
      { calls: [{ tool: 'shell', input: { command: 'touch made' } }] },
      { say: 'I only look.' },
    ]);
    using chat = ground.chat({ words: ['--mode', 'plan', '--model', 'local:other'] });
    await chat.until(/^plan · local:other · /m);
    say(chat, 'make it');
    await chat.until('I only look.');
    assert.equal(ground.read('made'), null);
    assert.match(ground.asked(), /"model":"other"/);
  });

  it('are picked from a list', async () => {
    await using ground = await createChatGround([{ say: 'Hello.' }, { say: 'Goodbye.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, '/sessions');
    await chat.until('There is no session of this workspace yet.');
    say(chat, 'the first one');
    await chat.until('Hello.');
    say(chat, '/new');
    await chat.until((screen) => !screen.includes('Hello.'));
    say(chat, 'the second one');
    await chat.until('Goodbye.');
    say(chat, '/sessions');
    await chat.until('Sessions of this workspace');
    await matchScreen(chat, 'sessions-list');
    chat.press('Down', 'Enter');
    await chat.until('Hello.');
    assert.doesNotMatch(chat.screen(), /Goodbye/);
    say(chat, '/sessions');
    await chat.until('Sessions of this workspace');
    chat.press('Escape');
    await chat.until((screen) => !screen.includes('Sessions of this workspace'));
  });

  it('that are open twice say so in the second chat', async () => {
    await using ground = await createChatGround([{ say: 'Hello.' }, { say: 'Hello again.' }]);
    using first = ground.chat({ rows: 20 });
    await first.until('of 128k');
    say(first, 'hi');
    await first.until('Hello.');
    using second = ground.chat({ words: ['--continue'], rows: 20 });
    await second.until('open elsewhere too');
    await matchScreen(second, 'sessions-twice');
    first.press('C-d');
    await first.until('[exit 0]');
    // Alone now: with its next turn the session is its own.
    say(second, 'hi too');
    await second.until((screen) => screen.includes('Hello again.') && !screen.includes('open elsewhere too'));
    using other = ground.chat({ words: ['--continue'], rows: 20 });
    await other.until('open elsewhere too');
    other.press('C-d');
    await other.until('[exit 0]');
    second.press('C-d');
    await second.until('[exit 0]');
    using third = ground.chat({ words: ['--continue'], rows: 20 });
    await third.until('Hello.');
    assert.doesNotMatch(third.screen(), /open elsewhere/);
  });

  it('that a turn drives elsewhere are not driven twice', async () => {
    await using ground = await createChatGround([
      { say: 'Hello.' },
      { say: 'word '.repeat(300), pieceChars: 5, pauseMs: 20 },
      { say: 'Now.' },
    ]);
    using first = ground.chat({ rows: 20 });
    await first.until('of 128k');
    say(first, 'hi');
    await first.until('Hello.');
    using second = ground.chat({ words: ['--continue'], rows: 20 });
    await second.until('open elsewhere too');
    say(first, 'talk');
    await first.until('word word');
    say(second, 'me too');
    await second.until(/^me too$/m);
    await matchScreen(second, 'sessions-driven-elsewhere');
  });

  it('survive a kill in the middle: what was stored is there, and the next message works', async () => {
    await using ground = await createChatGround([
      { say: 'I begin.', calls: [{ tool: 'shell', input: { command: 'echo begun; sleep 1000' } }] },
      { say: 'I go on.' },
      { say: 'And on.' },
    ]);
    using chat = ground.chat({ rows: 24 });
    await chat.until('of 128k');
    say(chat, 'begin');
    await chat.until('Approval needed for shell');
    await answer(chat, 'o');
    await chat.until(/^ +begun$/m);
    process.kill(chat.pid(), 'SIGKILL');
    await chat.until('[exit 137]');
    using again = ground.chat({ words: ['--continue'], rows: 24 });
    await again.until('I begin.');
    await matchScreen(again, 'sessions-killed');
    say(again, 'go on');
    await again.until(/I go on\.[^]*\/help/);
    await matchScreen(again, 'sessions-killed-next');
    assert.match(ground.asked(), /outcome unknown|unknown/);
  });

  it('that do not exist are said so, and the chat begins a new one', async () => {
    await using ground = await createChatGround([{ say: 'Hello.' }]);
    using chat = ground.chat({ words: ['--session', 'ses_nothere'], rows: 16 });
    await chat.until('of 128k');
    await matchScreen(chat, 'sessions-not-there');
    say(chat, 'hi');
    await chat.until('Hello.');
  });
});
