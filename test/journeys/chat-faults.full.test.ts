import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { WireFault } from '../../src/testing/wire-server/script.ts';
import { needs } from '../outside.ts';
import { matchScreen } from '../terminal/match-screen.ts';
import { createChatGround, say } from '../terminal/start-chat.ts';

const FAULTS: readonly (readonly [string, WireFault])[] = [
  ['reset', { kind: 'reset' }],
  ['garbage', { kind: 'garbage' }],
  ['half', { kind: 'half' }],
  ['status', { kind: 'status', status: 400, message: 'that is too much \u001b[31mred' }],
  ['key', { kind: 'status', status: 401, message: 'invalid key' }],
];

describe('a provider that fails in the middle', needs('tmux'), () => {
  for (const [name, fault] of FAULTS) {
    it(`${name}: it is said, and the next message works`, async () => {
      const bad = { say: 'Half of an answer that never comes to its end.', pieceChars: 6, fault };
      await using ground = await createChatGround(({ bytes }) => (bytes.includes('"again"') ? { say: 'Now.' } : bad));
      using chat = ground.chat({ rows: 24 });
      await chat.until('of 128k');
      say(chat, 'go');
      await chat.until('Esc stops');
      await chat.until('/help');
      await matchScreen(chat, `fault-${name}`);
      say(chat, 'again');
      await chat.until('Now.');
      assert.match(ground.asked(), /again/);
    });
  }

  it('one that hangs is left by Esc', async () => {
    const script = [
      { say: 'Half of an answer that never comes.', pieceChars: 6, fault: { kind: 'hang' } as const },
      { say: 'Now.' },
    ];
    await using ground = await createChatGround(script);
    using chat = ground.chat({ rows: 24 });
    await chat.until('of 128k');
    say(chat, 'go');
    await chat.until('Half of an');
    chat.press('Escape');
    await chat.until('/help');
    await matchScreen(chat, 'fault-hang');
    say(chat, 'again');
    await chat.until('Now.');
  });

  it('one that is busy is asked again, and that is said', async () => {
    const script = [
      { fault: { kind: 'status', status: 429, message: 'slow down' } as const, headers: { 'retry-after': '1' } },
      { say: 'Now.' },
    ];
    await using ground = await createChatGround(script);
    using chat = ground.chat({ rows: 24 });
    await chat.until('of 128k');
    say(chat, 'go');
    await chat.until('Now.');
    await matchScreen(chat, 'fault-busy');
  });
});
