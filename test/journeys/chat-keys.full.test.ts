import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { createChatGround, say } from '../terminal/start-chat.ts';

const SLOW = { say: 'word '.repeat(400), pieceChars: 5, pauseMs: 20 };

describe('the keys of the chat', needs('tmux'), () => {
  it('Esc stops the turn, and what was typed ahead goes back to the editor', async () => {
    await using ground = await createChatGround([SLOW, { say: 'Heard.' }]);
    using chat = ground.chat({ rows: 20 });
    await chat.until('of 128k');
    say(chat, 'talk');
    await chat.until('word word');
    say(chat, 'first thing');
    say(chat, 'second thing');
    chat.type('third');
    await chat.until('2 queued');
    chat.press('Escape');
    await chat.until((screen) => /third\n\nfirst thing\n\nsecond thing/.test(screen) && screen.includes('/help'));
    assert.equal(ground.server.requests.length, 1);
    chat.press('C-u');
    await chat.until((screen) => !screen.includes('second thing'));
    chat.press('Enter');
    await chat.until('Heard.');
    assert.match(ground.asked(), /third/);
  });

  it('what is typed while a turn runs is sent when it has ended, one after the other', async () => {
    await using ground = await createChatGround([
      { say: 'One. '.repeat(40), pieceChars: 5, pauseMs: 20 },
      { say: 'Two.' },
      { say: 'Three.' },
    ]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'a');
    await chat.until('One.');
    say(chat, 'b');
    say(chat, 'c');
    await chat.until('Three.');
    await matchScreen(chat, 'keys-queued');
  });

  it('a command while an answer streams stands below it, and cuts it nowhere', async () => {
    const words = Array.from({ length: 60 }, (_, i) => `word${i}`).join(' ');
    await using ground = await createChatGround([{ say: words, pieceChars: 3, pauseMs: 15 }]);
    using chat = ground.chat({ rows: 20 });
    await chat.until('of 128k');
    say(chat, 'talk');
    await chat.until('word1');
    say(chat, '/mode plan');
    await chat.until('the mode is plan.');
    const screen = await chat.until(/word59[^]*\/help/);
    assert.match(screen, /^word0 word1 word2 [^]*word58 word59\n\nFrom the next message on the mode is plan\.$/m);
    assert.equal(screen.split('word1 ').length, 2, screen);
  });

  it('Ctrl-C empties the editor, stops a turn, and leaves when it comes twice', async () => {
    await using ground = await createChatGround([SLOW]);
    using chat = ground.chat({ rows: 20 });
    await chat.until('of 128k');
    chat.type('never sent');
    await chat.until('never sent');
    chat.press('C-c');
    await chat.until((screen) => !screen.includes('never sent'));
    say(chat, 'talk');
    await chat.until('word word');
    chat.press('C-c');
    await chat.until('Ctrl+C again leaves');
    await chat.until((screen) => !screen.includes('Ctrl+C again leaves'));
    await chat.until('/help');
    chat.press('C-c');
    await chat.until('Ctrl+C again leaves');
    chat.press('C-c');
    await chat.until('[exit 0]');
    assert.match(chat.screen(), /To go on with this session: bailiwick chat --session ses_/);
  });

  it('Ctrl-D leaves from an empty editor only', async () => {
    await using ground = await createChatGround([]);
    using chat = ground.chat();
    await chat.until('of 128k');
    chat.type('ab');
    chat.press('Home', 'C-d');
    await chat.until((screen) => /^b$/m.test(screen));
    chat.press('C-d', 'C-d');
    await chat.until('[exit 0]');
    assert.doesNotMatch(chat.screen(), /To go on with this session/);
  });

  it('Shift+Tab goes through the modes, and yolo needs a second press', async () => {
    await using ground = await createChatGround([
      { calls: [{ tool: 'shell', input: { command: 'touch made' } }] },
      { say: 'Done.' },
    ]);
    using chat = ground.chat({ rows: 20 });
    await chat.until(/^default · /m);
    chat.press('BTab');
    await chat.until(/^plan · .*mode plan: it only reads/m);
    chat.press('BTab');
    await chat.until(/^plan · .*Shift\+Tab again for yolo, which asks nothing/m);
    await chat.until(/^plan · .*\/help/m);
    chat.press('BTab');
    await chat.until(/^plan · .*Shift\+Tab again for yolo/m);
    chat.press('BTab');
    await chat.until(/^yolo · .*mode yolo: nothing is asked/m);
    say(chat, 'touch it');
    await chat.until('Done.');
    assert.equal(ground.read('made'), '');
    chat.press('BTab');
    await chat.until(/^default · .*mode default/m);
  });

  it('Ctrl-O shows thoughts and whole outputs, Alt+Enter is a new line, Up brings an earlier message', async () => {
    await using ground = await createChatGround([
      {
        reasoning: 'Count first.\nThen tell.',
        say: 'I count.',
        calls: [{ tool: 'shell', input: { command: 'cat numbers.txt' } }],
      },
      { say: 'Twelve.' },
    ]);
    ground.write('numbers.txt', Array.from({ length: 12 }, (_, i) => `${i + 1}\n`).join(''));
    using chat = ground.chat();
    await chat.until('of 128k');
    chat.type('count');
    chat.press('M-Enter');
    say(chat, 'to twelve');
    await chat.until('Twelve.');
    await matchScreen(chat, 'keys-collapsed');
    chat.press('C-o');
    await matchScreen(chat, 'keys-wide');
    chat.press('C-o');
    await matchScreen(chat, 'keys-collapsed');
    chat.press('Up');
    await chat.until(/^count\nto twelve$/m);
  });

  it('Tab completes a path, and a slash shows the commands', async () => {
    await using ground = await createChatGround([]);
    ground.write('some-long-name.txt', '');
    using chat = ground.chat();
    await chat.until('of 128k');
    chat.type('look at ./some-l');
    chat.press('Tab');
    await chat.until('./some-long-name.txt');
    chat.press('C-c');
    chat.type('/mo');
    await chat.until('Show or switch the mode');
    await matchScreen(chat, 'keys-completion');
    chat.press('Escape');
    await chat.until((screen) => !screen.includes('Show or switch the mode'));
  });

  it('an own command runs unjudged, and the model reads its output with the next message', async () => {
    await using ground = await createChatGround([{ say: 'I see.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, '! printf "one\\ntwo\\n" > own.txt; cat own.txt; exit 3');
    await chat.until('exit code 3');
    say(chat, 'what was that?');
    await chat.until('I see.');
    await matchScreen(chat, 'keys-own-command');
    assert.match(ground.asked(), /I ran this myself: printf[^]*It failed: exit code 3[^]*one\\ntwo[^]*what was that/);
  });

  it('an own command is stopped by Esc, with all that it started', async () => {
    await using ground = await createChatGround([]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, '! echo begun; sleep 1234 & sleep 1235');
    await chat.until(/begun\n/);
    chat.press('Escape');
    await chat.until('ended by SIG');
    await matchScreen(chat, 'keys-own-stopped');
    assert.deepEqual(
      ground.working().filter((line) => line.includes('sleep')),
      [],
    );
  });

  it('a paste of five megabytes is kept in a file, and the model is told where', async () => {
    await using ground = await createChatGround([{ say: 'I read it.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    chat.paste('0123456789abcde\n'.repeat(327_680));
    await chat.until(/\[paste #1/);
    chat.press('Enter');
    await chat.until('I read it.');
    const [, path = ''] = /all of it is in ([^\]]+)\]/.exec(ground.asked()) ?? [];
    assert.ok(ground.asked().length < 100_000, 'the request holds the beginning alone');
    const folder = join(ground.home, '.bailiwick', 'results', 'pasted');
    const [file = ''] = readdirSync(folder);
    assert.match(path, new RegExp(`${file}$`));
    assert.equal(readFileSync(join(folder, file), 'utf8').length, 5_242_879);
    assert.equal(statSync(join(folder, file)).mode & 0o777, 0o600);
    await matchScreen(chat, 'keys-paste');
  });
});
