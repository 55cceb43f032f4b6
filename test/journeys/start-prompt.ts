import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { BUILT_BIN } from '../built.ts';
import type { TurnResult } from '../../src/app/create-app.ts';

export interface Ended {
  readonly exit: number | null;
  readonly out: string;
  readonly err: string;
}

/** A throw-away home, a project and the means to run the command line in them. */
export interface Ground extends Disposable {
  readonly home: string;
  readonly project: string;
  write(path: string, text: string): void;
  /** Runs `bailiwick` with these words in the project. `stopAt`: SIGINT is sent when this text has come to stdout or stderr. */
  run(words: readonly string[], options?: RunOptions): Promise<Ended>;
  /** `prompt --json` with the object it printed. */
  prompt(words: readonly string[], options?: RunOptions): Promise<Ended & { readonly result: TurnResult }>;
}

export interface RunOptions {
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string | Uint8Array;
  readonly stopAt?: string;
  /** A script that starts the command with what it is given. */
  readonly through?: string;
  /** When this text has come, every process that was started is killed. */
  readonly killAt?: string;
  /** In a terminal: what is typed, each when the text before it has come once more. */
  readonly keys?: readonly (readonly [string, string])[];
}

/** No turn of these journeys is learned from, which would go on beside the next command; `''` is the usual threshold. */
export const UNTAUGHT = { BAILIWICK_DISTILL_TOOL_THRESHOLD: '999999' } as const;

export function createGround(config = ''): Ground {
  const root = mkdtempSync(join(tmpdir(), 'bailiwick-journey-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  mkdirSync(project, { recursive: true });
  if (config !== '') write(join(home, '.bailiwick', 'config.yml'), config);
  const run = (words: readonly string[], options: RunOptions = {}): Promise<Ended> =>
    start({ home, project }, words, options);
  return {
    home,
    project,
    write: (path, text) => write(join(project, path), text),
    run,
    async prompt(words, options) {
      const ended = await run(['prompt', '--json', ...words], options);
      const [line = ''] = ended.out.split('\n');
      if (!line.startsWith('{')) throw new Error(`no JSON came (exit ${ended.exit}): ${ended.out}${ended.err}`);
      return { ...ended, result: JSON.parse(line) as TurnResult };
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

async function start(
  { home, project }: { readonly home: string; readonly project: string },
  words: readonly string[],
  options: RunOptions,
): Promise<Ended> {
  const { env = {}, input = '', stopAt, killAt, keys } = options;
  const [program = '', ...args] = toCommand(words, options);
  const child = spawn(program, args, {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', ...UNTAUGHT, ...env },
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const page = { out: '', err: '' };
  const left = [...(keys ?? [])];
  let [stopped, killed, read] = [false, false, 0];
  const stopInTime = (): void => {
    const isTime = stopAt !== undefined && !stopped && (page.out.includes(stopAt) || page.err.includes(stopAt));
    if (isTime) stopped = child.kill('SIGINT');
  };
  child.stdout.on('data', (chunk: Buffer) => {
    page.out += chunk.toString();
    stopInTime();
    if (killAt !== undefined && !killed && page.out.includes(killAt)) {
      killed = true;
      killTree(child.pid ?? 0);
    }
    const [next] = left;
    const at = next === undefined ? -1 : page.out.indexOf(next[0], read);
    if (next === undefined || at < 0) return;
    left.shift();
    read = at + next[0].length;
    child.stdin.write(next[1]);
  });
  child.stderr.on('data', (chunk: Buffer) => {
    page.err += chunk.toString();
    stopInTime();
  });
  child.stdin.on('error', () => undefined); // a command that does not read closes its end
  if (keys === undefined) child.stdin.end(input);
  await once(child, 'close');
  return { exit: child.exitCode, ...page };
}

/** Kills what the process started, and that one's children, but leaves itself: `script` ends when they are gone. */
function killTree(pid: number): void {
  for (const child of readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)) {
    killTree(Number(child));
    try {
      process.kill(Number(child), 'SIGKILL');
    } catch (error) {
      // It has ended by itself meanwhile.
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
    }
  }
}

function toCommand(words: readonly string[], { through, keys }: RunOptions): readonly string[] {
  const command = [process.execPath, BUILT_BIN, ...words];
  if (keys === undefined) return [...(through === undefined ? [] : [through]), ...command];
  const line = command.map((word) => `'${word.replaceAll("'", "'\\''")}'`).join(' ');
  // A terminal made by a program without one has no size.
  return ['script', '-qec', `stty cols 100 rows 40; ${line}`, '/dev/null'];
}
