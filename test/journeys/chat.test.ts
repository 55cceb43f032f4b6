import assert from 'node:assert/strict';
import { it } from 'node:test';
import { needs } from '../outside.ts';
import { answer, createChatGround } from '../terminal/start-chat.ts';

it('a chat asks in place, runs what is allowed and leaves', needs('tmux'), async () => {
  await using ground = await createChatGround([
    { say: 'I make it.', calls: [{ tool: 'shell', input: { command: 'echo made > made.txt' } }] },
    { say: 'It is **made**.' },
  ]);
  using chat = ground.chat();
  await chat.until('0% of 128k');
  chat.type('make it');
  chat.press('Enter');
  await chat.until('Approval needed for shell');
  assert.equal(ground.read('made.txt'), null);
  await answer(chat, 'o');
  await chat.until('It is made.');
  assert.equal(ground.read('made.txt'), 'made\n');
  chat.press('C-d');
  await chat.until('[exit 0]');
});
