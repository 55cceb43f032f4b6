import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { answer, createChatGround, say, type ChatGround } from '../terminal/start-chat.ts';

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'plugins', 'notes');

const CALL = { calls: [{ tool: 'notes__add', input: { text: 'buy milk' } }] };

async function setUp(): Promise<ChatGround> {
  const ground = await createChatGround([CALL, { say: 'Noted.' }], 'plugins: {entries: {notes: {enabled: true}}}\n');
  cpSync(EXAMPLE, join(ground.home, '.bailiwick', 'plugins', 'notes'), { recursive: true });
  return ground;
}

async function allow(ground: ChatGround): Promise<void> {
  const { openPluginDesk } = await import('../../src/app/plugins/plugin-desk.ts');
  const desk = await openPluginDesk({ cwd: ground.project, home: ground.home, env: { HOME: ground.home } });
  await desk.allow(await desk.look('notes'), 'local:1');
}

describe('a chat with a plugin', needs('tmux'), () => {
  it('lists its command, asks at its tool, tells of its job, and shows what the command gives back', async () => {
    await using ground = await setUp();
    await allow(ground);
    using chat = ground.chat({ rows: 50 });
    await chat.until('of 128k');
    say(chat, '/help');
    await chat.until(/Commands of plugins\n *\/notes +Show the notes of this project/);
    say(chat, '/notes');
    await chat.until('There are no notes yet.');
    say(chat, 'note that I need milk');
    await chat.until(/notes__add/);
    await answer(chat, 'o');
    await chat.until('Noted.');
    await chat.until(/notes\/log: done: Wrote down: Noted\./);
    say(chat, '/notes');
    await chat.until('- buy milk');
  });

  it('does not begin while nobody has allowed it', async () => {
    await using ground = await setUp();
    using chat = ground.chat({ words: ['--plain'] });
    await chat.until(/The plugin notes stops the start: nobody has allowed the code/);
  });
});
