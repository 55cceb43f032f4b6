import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { needs } from '../outside.ts';
import type { Terminal } from '../terminal/open-terminal.ts';
import { createChatGround, say, type ChatGround } from '../terminal/start-chat.ts';

const HUNDRED_MEGABYTES = {
  'one line': "head -c 100000000 /dev/zero | tr '\\0' 'x'",
  'many lines': 'yes some line of text | head -c 100000000',
} as const;

const MAX_MEMORY_KB = 500_000;

const memoryOf = (pid: number): number =>
  Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);

/** Clock ticks that the process has worked. */
const workOf = (pid: number): number => {
  const [, rest = ''] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ');
  const fields = rest.split(' ');
  return Number(fields[11]) + Number(fields[12]);
};

describe('rough handling of the chat', needs('tmux'), () => {
  for (const [name, command] of Object.entries(HUNDRED_MEGABYTES)) {
    it(`a hundred megabytes in ${name} are shown by their end, and keys go on`, async () => {
      await using ground = await createChatGround([
        { calls: [{ tool: 'shell', input: { command } }] },
        { say: 'Enough.' },
      ]);
      using chat = ground.chat({ words: ['--mode', 'yolo'] });
      await chat.until('of 128k');
      say(chat, `! ${command}`);
      await chat.until(/done, \d+ ms/);
      say(chat, 'you too');
      await chat.until('Enough.');
      assert.ok(memoryOf(chat.pid()) < MAX_MEMORY_KB, `${memoryOf(chat.pid())} KB`);
      chat.type('still here');
      await chat.until(/^still here$/m);
    });
  }

  it('an answer of ten thousand lines, and one nested without an end', async () => {
    const long = Array.from({ length: 10_000 }, (_, i) => `line ${i} of *many*`).join('\n');
    const nested = `${'> '.repeat(80)}deep\n\n${'  - '.repeat(40)}deeper\n\n\`\`\`\`md\n\`\`\`js\nx\n\`\`\`\n\`\`\`\`\n\nend of it`;
    await using ground = await createChatGround([
      { say: long, pieceChars: 4_000 },
      { say: nested, pieceChars: 7 },
    ]);
    using chat = ground.chat();
    await chat.until('of 128k');
    say(chat, 'much');
    await chat.until('line 9999 of many');
    say(chat, 'deep');
    await chat.until('end of it');
    chat.type('abcdefghijklmnopqrstuvwxyz'.repeat(20));
    await chat.until(/xyzabc[^]*z$/m);
  });

  it('wide signs, emoji and right-to-left text in terminals down to one column', async () => {
    const text = `${'漢字'.repeat(60)}\n\n${'👨‍👩‍👧‍👦'.repeat(20)} ${'שלום '.repeat(30)}${'a\u0301'.repeat(90)}\n\n| 漢 | 字 |\n|---|---|\n| 😀😀😀 | שלום |`;
    await using ground = await createChatGround([{ say: text }, { say: 'Fine.' }]);
    using chat = ground.chat({ rows: 30 });
    await chat.until('of 128k');
    say(chat, 'wide');
    await chat.until('/help');
    for (const columns of [40, 10, 3, 2, 1, 100]) {
      chat.resize(columns, 30);
      await wait(200);
    }
    say(chat, 'and?');
    await chat.until('Fine.');
  });

  it('keys that mean nothing do nothing', async () => {
    await using ground = await createChatGround([{ say: 'Fine.' }]);
    using chat = ground.chat();
    await chat.until('of 128k');
    const keys =
      'F1 F5 F12 C-\\ C-l C-s C-q C-v M-x PageUp PageDown Home End DC IC C-Left M-Left C-t C-g C-r C-x'.split(' ');
    chat.press(...keys);
    await chat.until('/help');
    say(chat, 'well?');
    await chat.until('Fine.');
  });

  const BUSY = "head -c 100000000 /dev/zero | tr '\\0' 'x'; sleep 1000";
  const STATES: Readonly<Record<string, (chat: Terminal) => Promise<unknown>>> = {
    'at rest': async () => undefined,
    'streaming': async (chat) => {
      say(chat, 'hang');
      await chat.until('half of it');
    },
    'running an own command': async (chat) => {
      say(chat, `! ${BUSY}`);
      await chat.until('xxxx');
    },
    'running a tool': async (chat) => {
      say(chat, '/mode yolo');
      await chat.until(/^yolo/m);
      say(chat, 'run');
      await chat.until('xxxx');
    },
    'asking': async (chat) => {
      say(chat, 'run');
      await chat.until('Approval needed');
    },
  };
  const script: Parameters<typeof createChatGround>[0] = ({ bytes }) =>
    bytes.includes('"hang"')
      ? { say: 'half of it, and more', pieceChars: 4, pauseMs: 100, fault: { kind: 'hang' } }
      : { calls: [{ tool: 'shell', input: { command: BUSY } }] };

  for (const [state, reach] of Object.entries(STATES)) {
    for (const [how, end] of [
      ['a closed terminal', (chat: Terminal) => chat.close()],
      ['SIGHUP', (chat: Terminal) => void process.kill(chat.pid(), 'SIGHUP')],
    ] as const) {
      it(`${how} ends it while ${state}, and nothing is left`, async () => {
        await using ground = await createChatGround(script);
        const chat = ground.chat({ rows: 24 });
        await chat.until('of 128k');
        await reach(chat);
        const pid = chat.pid();
        end(chat);
        await untilGone(pid, ground);
      });
    }
  }

  it('at rest does not work', async () => {
    await using ground = await createChatGround([]);
    using chat = ground.chat();
    await chat.until('of 128k');
    await wait(1_000);
    const before = workOf(chat.pid());
    await wait(2_000);
    assert.ok(workOf(chat.pid()) - before < 20, 'less than a tenth of the time');
  });
});

async function untilGone(pid: number, { working }: ChatGround): Promise<void> {
  const late = performance.now() + 10_000;
  const left = (): readonly string[] => working().filter((line) => !line.startsWith('bash -c until'));
  while (existsSync(`/proc/${pid}`) || left().length > 0) {
    assert.ok(performance.now() < late, `left: ${left().join(', ')}`);
    await wait(50);
  }
}
