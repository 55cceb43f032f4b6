import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { startWireServer, type WireServer } from '../src/testing/wire-server/start-wire-server.ts';
import { BIN, createGround, type Ground } from './ground.ts';
import { medianOf, measureInTurn } from './median.ts';
import type { Row } from './table.ts';

/** Lines of the long answer, and the keys typed while another one streams. */
const LINES = 10_000;
const KEYS = 40;
const TOKENS_A_SECOND = 200;

const GOAL_PAINT = 5;
const GOAL_ECHO_MS = 16;
const GOAL_RESUME_MS = 300;

/** A terminal made by `script`, with a program in it. */
interface Terminal {
  /** Milliseconds until what it printed since the last call fits; an error after a time. */
  until(fits: (printed: string) => boolean): Promise<number>;
  type(text: string): void;
  end(): Promise<void>;
}

function openTerminal(words: readonly string[], { project, env }: Ground): Terminal {
  const line = [process.execPath, ...words].map((word) => `'${word}'`).join(' ');
  const child: ChildProcess = spawn('script', ['-qfc', line, '/dev/null'], {
    cwd: project,
    env: { ...env, TERM: 'xterm-256color' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let printed = '';
  let look = (): void => undefined;
  child.stdout?.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
    look();
  });
  return {
    async until(fits) {
      const begun = performance.now();
      await new Promise<void>((resolve, reject) => {
        const late = setTimeout(() => reject(new Error(`it never came: ${printed.slice(-300)}`)), 30_000);
        look = () => {
          if (!fits(printed)) return;
          clearTimeout(late);
          look = () => undefined;
          printed = '';
          resolve();
        };
        look();
      });
      return performance.now() - begun;
    },
    type: (text) => void child.stdin?.write(text),
    async end() {
      child.stdin?.write('\u0003');
      await wait(50);
      child.stdin?.write('\u0003\u0003');
      if (child.exitCode === null) await once(child, 'close');
    },
  };
}

const isPainted = (printed: string): boolean => printed.includes('of 128k');

/** The first paint against a bare Node that prints a word, keys while an answer streams, and a long session resumed. */
export async function measureChat(rounds: number): Promise<readonly Row[]> {
  const long = Array.from({ length: LINES }, (_, i) => `line ${i} of a long answer`).join('\n');
  await using server = await startWireServer(() => ({ say: long }));
  using ground = createGround();
  ground.writeConfig(toConfig(server));
  const paint = (words: readonly string[], fits: (printed: string) => boolean) => async (): Promise<number> => {
    const terminal = openTerminal(words, ground);
    const ms = await terminal.until(fits);
    await terminal.end();
    return ms;
  };
  const bare = paint(['-e', 'console.log("up"); setTimeout(() => 0, 100)'], (printed) => printed.includes('up'));
  const first = await measureInTurn({ bare, chat: paint([BIN, 'chat'], isPainted) }, rounds);
  await ground.time([BIN, 'prompt', 'say much']);
  const last = `line ${LINES - 1} of`;
  const resumed = await measureInTurn(
    {
      empty: paint([BIN, 'chat'], isPainted),
      long: paint([BIN, 'chat', '--continue'], (printed) => printed.includes(last) && isPainted(printed)),
    },
    Math.min(rounds, 7),
  );
  return [
    {
      what: 'first paint of `chat`',
      measured: `${first.chat.toFixed(0)} ms`,
      beside: `bare \`node\` that prints a word, ${first.bare.toFixed(0)} ms`,
      ratio: `${(first.chat / first.bare).toFixed(2)}x`,
      goal: `<= ${GOAL_PAINT}x`,
      met: first.chat / first.bare <= GOAL_PAINT,
    },
    await measureEcho(),
    {
      what: `a session of ${LINES} lines resumed, from the first paint on`,
      measured: `${(resumed.long - resumed.empty).toFixed(0)} ms`,
      beside: `an empty one, ${resumed.empty.toFixed(0)} ms`,
      ratio: '',
      goal: `< ${GOAL_RESUME_MS} ms`,
      met: resumed.long - resumed.empty < GOAL_RESUME_MS,
    },
  ];
}

/** From a key to its sign in the editor, while two hundred tokens a second stream above it. */
async function measureEcho(): Promise<Row> {
  const words = Array.from({ length: TOKENS_A_SECOND * 15 }, (_, i) => (i % 15 === 14 ? 'end\n' : 'word')).join('');
  await using server = await startWireServer(() => ({ say: words, pieceChars: 4, pauseMs: 1000 / TOKENS_A_SECOND }));
  using ground = createGround();
  ground.writeConfig(toConfig(server));
  const terminal = openTerminal([BIN, 'chat'], ground);
  await terminal.until(isPainted);
  terminal.type('go\r');
  await terminal.until((printed) => printed.includes('wordword'));
  const echoes: number[] = [];
  for (let key = 1; key <= KEYS; key++) {
    await wait(60);
    terminal.type('#');
    echoes.push(await terminal.until((printed) => printed.includes('#'.repeat(key))));
  }
  await terminal.end();
  const echo = medianOf(echoes);
  return {
    what: `a key until it stands in the editor, at ${TOKENS_A_SECOND} tokens a second`,
    measured: `${echo.toFixed(1)} ms`,
    beside: `the slowest of ${KEYS}, ${Math.max(...echoes).toFixed(0)} ms`,
    ratio: '',
    goal: `< ${GOAL_ECHO_MS} ms`,
    met: echo < GOAL_ECHO_MS,
  };
}

const toConfig = ({ baseUrl }: WireServer): string => `
model: local:bench
providers: {local: {base_url: "${baseUrl}", api_key: none, protocol: openai}}
chat: {notify: "off"}
`;
