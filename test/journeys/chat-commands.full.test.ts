import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { SLASH_COMMANDS } from '../../src/cli/chat/slash.ts';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { answer, createChatGround, say } from '../terminal/start-chat.ts';

const tried = new Set<string>();

describe('the commands of the chat', needs('tmux'), () => {
  const run = (chat: Parameters<typeof say>[0], line: string): void => {
    tried.add(/^\/(\w+)/.exec(line)?.[1] ?? '');
    say(chat, line);
  };

  it('/help, /status, /mode, /model and /config before a session', async () => {
    await using ground = await createChatGround([]);
    using chat = ground.chat({ rows: 60 });
    await chat.until('of 128k');
    run(chat, '/help');
    await chat.until('Keys');
    await matchScreen(chat, 'commands-help');
    run(chat, '/status');
    await chat.until('nothing ran yet');
    await matchScreen(chat, 'commands-status');
    run(chat, '/mode plan');
    await chat.until('From the next message on the mode is plan.');
    run(chat, '/mode');
    await chat.until('The mode is plan.');
    run(chat, '/mode fast');
    await chat.until('There is no mode fast');
    run(chat, '/model');
    await chat.until('The model is local:test-model.');
    run(chat, '/model other');
    await chat.until('A model is written <provider>:<name>, not other.');
    run(chat, '/model local:larger');
    await chat.until(/^plan · local:larger · /m);
    run(chat, '/config providers.local');
    await chat.until('config.yml:2');
    run(chat, '/config sandbox.mod');
    await chat.until('Did you mean sandbox.mode?');
    await matchScreen(chat, 'commands-settings');
  });

  it('those that need a session say so before there is one', async () => {
    await using ground = await createChatGround([]);
    using chat = ground.chat();
    await chat.until('of 128k');
    const lines = [
      ['/branch', 'There is no session yet.'],
      ['/undo', 'There is no session yet.'],
      ['/retry', 'There is no session yet.'],
      ['/compact', 'There is nothing to shorten yet.'],
      ['/continue', 'There is no session yet.'],
      ['/export', 'There is no session yet.'],
      ['/approvals', 'No question waits for an answer.'],
      ['/rules', 'Your answers wrote no rule yet.'],
      ['/why', 'No call was judged yet.'],
      ['/skills none', 'No skill is active.'],
      ['/resume', 'There is no session of this workspace yet.'],
      ['/commands', 'commands/NAME.md would be'],
      ['/nothing', 'There is no command /nothing.'],
      ['/moed', 'Did you mean /mode?'],
      ['/new now', '/new takes nothing behind it.'],
    ] as const;
    for (const [line, says] of lines) {
      run(chat, line);
      await chat.until(says);
    }
    await matchScreen(chat, 'commands-nothing-yet');
    assert.equal(ground.server.requests.length, 0);
  });

  it('/undo, /retry, /branch, /new, /resume and /export', async () => {
    await using ground = await createChatGround([
      { say: 'One.' },
      { say: 'Two.' },
      { say: 'Two again.' },
      { say: 'Three.' },
    ]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'first');
    await chat.until('One.');
    say(chat, 'second');
    await chat.until('Two.');
    run(chat, '/retry');
    await chat.until('Two again.');
    await matchScreen(chat, 'commands-retry');
    run(chat, '/undo');
    await chat.until(/^second$/m);
    await matchScreen(chat, 'commands-undo');
    chat.press('C-c');
    run(chat, '/branch');
    await chat.until('This is a copy now');
    say(chat, 'third');
    await chat.until('Three.');
    assert.match(ground.asked(), /first[^]*One\.[^]*third/);
    assert.doesNotMatch(ground.asked(), /"second"/);
    run(chat, '/export talk.md');
    await chat.until('wrote /');
    run(chat, '/export talk.md');
    await chat.until('there is a file of that name');
    assert.match(ground.read('talk.md') ?? '', /third[^]*Three\./);
    run(chat, '/new');
    await chat.until((screen) => !screen.includes('Three.'));
    run(chat, '/resume');
    await chat.until('Three.');
    await matchScreen(chat, 'commands-resumed');
  });

  it('/rules, /why and /compact', async () => {
    await using ground = await createChatGround([
      { calls: [{ tool: 'shell', input: { command: 'touch made' } }], usage: { input: 9000, output: 10 } },
      { say: 'Made.', usage: { input: 9100, output: 10 } },
      { say: 'The summary.' },
    ]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'make it');
    await chat.until('Approval needed for shell');
    await answer(chat, 'p');
    await chat.until('Made.');
    run(chat, '/rules');
    await chat.until('allow  shell touch *');
    run(chat, '/rules take back');
    await chat.until('It is /rules, or /rules revoke PATTERN.');
    run(chat, '/rules revoke shell touch *');
    await chat.until('is taken back.');
    await matchScreen(chat, 'commands-rules');
    run(chat, '/why');
    await chat.until('steps, the first that answers decides');
    run(chat, '/compact');
    await chat.until(/history shortened|nothing to shorten|short/i);
    await matchScreen(chat, 'commands-compact');
  });

  it('/approvals answers a question of another session', async () => {
    await using ground = await createChatGround([
      { calls: [{ tool: 'shell', input: { command: 'touch elsewhere' } }] },
      { say: 'Done there.' },
    ]);
    using other = ground.chat({ rows: 20 });
    await other.until('of 128k');
    say(other, 'touch it');
    await other.until('Approval needed for shell');
    using chat = ground.chat();
    await chat.until('of 128k');
    run(chat, '/approvals');
    await chat.until('Questions that wait');
    await matchScreen(chat, 'commands-approvals');
    chat.press('Enter');
    await chat.until('Approval needed for shell');
    await answer(chat, 'o');
    await chat.until('is granted; its session goes on');
    await other.until('Done there.');
    assert.equal(ground.read('elsewhere'), '');
  });

  it('/sessions and /exit', async () => {
    await using ground = await createChatGround([]);
    using chat = ground.chat();
    await chat.until('of 128k');
    run(chat, '/sessions');
    await chat.until('There is no session of this workspace yet.');
    run(chat, '/exit');
    await chat.until('[exit 0]');
  });

  it('were all tried here', () => {
    assert.deepEqual(
      SLASH_COMMANDS.map(({ name }) => name).filter((name) => !tried.has(name)),
      [],
    );
  });
});
