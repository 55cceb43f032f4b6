import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { createChatGround, say, type ChatGround } from '../terminal/start-chat.ts';

function writeCommands({ write, server }: ChatGround): void {
  const home = '../home/.bailiwick/commands';
  write(`${home}/review.md`, '---\ndescription: Look over a part\nargument-hint: PATH\n---\nLook at $1.\n\nSay *why*.');
  write(`${home}/git/tidy.md`, '---\nmodel: local:small-model\n---\nTidy $ARGUMENTS.');
  write(`${home}/help.md`, 'Mine.');
  write(`${home}/nul.md`, 'a\nb\0');
  write('.bailiwick/commands/deploy.md', 'Deploy it.');
  assert.equal(server.requests.length, 0);
}

describe('commands of the person in the chat', needs('tmux'), () => {
  it('are listed, completed, shown and sent as the message that they say', async () => {
    await using ground = await createChatGround([{ say: 'I looked.' }, { say: 'Tidied.' }, { say: 'And again.' }]);
    writeCommands(ground);
    using chat = ground.chat({ columns: 120 });
    await chat.until('of 128k');
    say(chat, '/commands');
    await chat.until('Not run:');
    await matchScreen(chat, 'custom-list');
    chat.type('/rev');
    await chat.until('Look over a part');
    await matchScreen(chat, 'custom-completion');
    chat.press('Escape');
    await chat.until((screen) => !screen.includes('PATH — Look over a part'));
    chat.press('C-c');
    say(chat, '/review --preview "my file" $HOME');
    await chat.until('Look at my file.');
    assert.equal(ground.server.requests.length, 0);
    say(chat, '/review "my file" $HOME');
    await chat.until('I looked.');
    assert.match(ground.asked(), /"Look at my file\.\\n\\nSay \*why\*\."/);
    await matchScreen(chat, 'custom-sent');
    say(chat, '/git:tidy $1 `id`');
    await chat.until('Tidied.');
    say(chat, 'once more');
    await chat.until('And again.');
    const models = ground.server.requests.map(({ body }) => (body as { readonly model: string }).model);
    assert.deepEqual(models, ['test-model', 'small-model', 'test-model']);
    assert.match(ground.asked(), /"Tidy \$1 `id`\."/);
  });

  it('say why they do not run', async () => {
    await using ground = await createChatGround([]);
    writeCommands(ground);
    using chat = ground.chat();
    await chat.until('of 128k');
    for (const [line, says] of [
      ['/deploy', 'is not trusted'],
      ['/nul', 'it holds a NUL byte'],
      ['/reviews', 'Did you mean /review?'],
    ] as const) {
      say(chat, line);
      await chat.until(says);
    }
    say(chat, '/help me');
    await chat.until('/help takes nothing behind it.');
    assert.equal(ground.server.requests.length, 0);
  });

  it('are shown as sent where the chat is plain', async () => {
    await using ground = await createChatGround([{ say: 'I looked.' }]);
    writeCommands(ground);
    using chat = ground.chat({ words: ['--plain'] });
    await chat.until('default>');
    say(chat, '/review --preview a');
    await chat.until('Look at a.');
    say(chat, '/review b');
    await chat.until('I looked.');
    await chat.until((screen) => screen.endsWith('default>'));
    await matchScreen(chat, 'custom-plain');
  });
});
