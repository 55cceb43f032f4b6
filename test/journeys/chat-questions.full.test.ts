import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { WireReply } from '../../src/testing/wire-server/script.ts';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { answer, createChatGround, say } from '../terminal/start-chat.ts';

const shell = (...commands: readonly string[]): WireReply => ({
  calls: commands.map((command) => ({ tool: 'shell', input: { command } })),
});

describe('a question in the chat', needs('tmux'), () => {
  it('shows the exact bytes, hidden ones too, the part that asks, the rule with its line, and every width', async () => {
    await using ground = await createChatGround(
      [shell('ls && make\tall \u202e# ok\nrm -rf ./build\u200b'), { say: 'Done.' }],
      'permissions: {"shell make *": ask}\n',
    );
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'build it');
    await chat.until('Approval needed for shell');
    await matchScreen(chat, 'question-bytes');
    await answer(chat, 'd');
    await chat.until('What shall the model be told?');
    await matchScreen(chat, 'question-note');
    say(chat, 'not today');
    await chat.until('Done.');
    assert.match(ground.asked(), /The user was asked about this call and refused it[^"]*not today/);
  });

  it('says why, and takes only the answers it offers', async () => {
    await using ground = await createChatGround([shell('python3 -c "print(1)"'), { say: 'Done.' }]);
    using chat = ground.chat({ rows: 48 });
    await chat.until('of 128k');
    say(chat, 'run it');
    await chat.until('Approval needed for shell');
    await answer(chat, 'p');
    await chat.until('always_prefix is not offered for this call.');
    chat.press('w');
    await chat.until('steps, the first that answers decides');
    await matchScreen(chat, 'question-why');
    chat.press('d');
    await chat.until('What shall the model be told?');
    chat.press('Escape');
    await chat.until('o once');
    chat.press('d', 'Enter');
    await chat.until('refused by you');
  });

  it('judges the command that the person writes instead, and lets exactly that one run', async () => {
    await using ground = await createChatGround([
      shell('touch wrong'),
      shell('touch right'),
      shell('touch right'),
      { say: 'Done.' },
    ]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'touch it');
    await chat.until('Approval needed for shell');
    await answer(chat, 'e');
    await chat.until('Write the command as it should be');
    await matchScreen(chat, 'question-edit');
    chat.press('C-u');
    say(chat, 'rm -rf /');
    await chat.until('deny (hardline)');
    await chat.until('o once');
    await answer(chat, 'e');
    await chat.until((screen) => screen.split('Write the command as it should be').length === 3);
    chat.press('C-u');
    say(chat, 'touch right');
    await chat.until('This is the command as you wrote it: allowed once.');
    await chat.until(/Approval needed for shell[^]*touch right/);
    await matchScreen(chat, 'question-edited');
    assert.deepEqual([ground.read('wrong'), ground.read('right')], [null, '']);
    assert.match(ground.asked(), /Not this command; run exactly this one instead: touch right/);
  });

  it('answered for the session does not come again', async () => {
    await using ground = await createChatGround([shell('touch a'), shell('touch a'), { say: 'Done.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'touch it twice');
    await chat.until('Approval needed for shell');
    await answer(chat, 's');
    await chat.until(/allow \(grant\)[^]*allow \(grant\)[^]*Done\./);
  });

  it('is not answered by what was being typed when it came', async () => {
    let ask = (): void => undefined;
    const after = new Promise<void>((resolve) => (ask = resolve));
    await using ground = await createChatGround([{ ...shell('touch a'), after }, { say: 'Done.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'go');
    await chat.until('Esc stops');
    ask();
    // Somebody who types on and on: the question comes somewhere in between.
    for (let keys = 0; keys < 60; keys++) {
      chat.type('os');
      chat.press('BSpace', 'BSpace');
      await wait(20);
    }
    await chat.until('touch a');
    assert.equal(ground.read('a'), null);
    assert.equal(ground.server.requests.length, 1);
  });

  it('leaves the editor to who is writing, and Esc goes to it and back', async () => {
    let ask = (): void => undefined;
    const after = new Promise<void>((resolve) => (ask = resolve));
    await using ground = await createChatGround([{ ...shell('touch a'), after }, { say: 'Done.' }, { say: 'And on.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'go');
    await chat.until('Esc stops');
    chat.type('one more thing');
    ask();
    await chat.until('Esc comes back to this question');
    await matchScreen(chat, 'question-beside-editor');
    chat.press('Enter');
    await chat.until('1 queued');
    chat.press('Escape');
    await answer(chat, 'o');
    await chat.until('And on.');
    assert.equal(ground.read('a'), '');
    assert.match(ground.asked(), /one more thing/);
  });

  it('of the model is answered by number or in words', async () => {
    const question = { question: 'Which color?\nBoth are there.', options: ['red', 'blue'] };
    await using ground = await createChatGround([
      { calls: [{ tool: 'question', input: question }] },
      { calls: [{ tool: 'question', input: { question: 'How large?' } }] },
      { say: 'Done.' },
    ]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'paint it');
    await chat.until('The model asks');
    await wait(600);
    chat.type('2');
    await matchScreen(chat, 'question-of-model');
    chat.press('Enter');
    await chat.until('How large?');
    await wait(600);
    say(chat, 'very large');
    await chat.until('Done.');
    await matchScreen(chat, 'question-of-model-answered');
    assert.match(ground.asked(), /blue[^]*very large/);
  });

  it('that another one covers comes back when that is answered', async () => {
    await using ground = await createChatGround(({ bytes }) => {
      const text = bytes.toString();
      if (text.lastIndexOf('"role":"tool"') > text.lastIndexOf('"role":"user"')) return { say: 'Done.' };
      return shell(text.includes('"there"') ? 'touch there' : 'touch here');
    });
    using other = ground.chat();
    await other.until('of 128k');
    say(other, 'there');
    await other.until('Approval needed for shell');
    using chat = ground.chat({ rows: 60 });
    await chat.until('of 128k');
    say(chat, 'here');
    await chat.until('Approval needed for shell');
    await wait(600);
    chat.press('Escape');
    await chat.until('Esc comes back to this question');
    say(chat, '/approvals');
    await chat.until('Questions that wait');
    chat.press('Enter');
    await chat.until('command: touch there');
    await answer(chat, 'w');
    await chat.until('steps, the first that answers decides');
    await matchScreen(chat, 'question-covers-another');
    chat.press('o');
    await chat.until(/is granted[^]*command: touch here/);
    await other.until('Done.');
    chat.press('Escape');
    await answer(chat, 'o');
    await chat.until('Done.');
    assert.deepEqual([ground.read('here'), ground.read('there')], ['', '']);
  });

  it('answered otherwise while its command is being edited leaves no command in the editor', async () => {
    await using ground = await createChatGround([shell('touch made'), { say: 'Done.' }, { say: 'Hello.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'touch it');
    await chat.until('Approval needed for shell');
    await answer(chat, 'e');
    await chat.until(/^touch made$/m);
    chat.press('Escape');
    await chat.until('o once');
    await answer(chat, 'o');
    await chat.until('Done.');
    assert.doesNotMatch(chat.screen(), /^touch made$/m);
    say(chat, 'hi');
    await chat.until('Hello.');
  });

  it('stays as it is while the terminal is resized, down to 46 and 24 columns', async () => {
    await using ground = await createChatGround([
      shell('npm run build -- --mode production && rm -rf ./node_modules/.cache'),
      { say: 'Done.' },
    ]);
    using chat = ground.chat({ rows: 50 });
    await chat.until('of 128k');
    say(chat, 'build it for production');
    await chat.until('Approval needed for shell');
    await matchScreen(chat, 'question-100-columns');
    chat.resize(46, 50);
    await matchScreen(chat, 'question-46-columns');
    chat.resize(24, 60);
    await matchScreen(chat, 'question-24-columns');
    chat.resize(100, 50);
    await matchScreen(chat, 'question-100-columns');
    await answer(chat, 'd');
    chat.press('Enter');
    await chat.until('Done.');
  });
});
