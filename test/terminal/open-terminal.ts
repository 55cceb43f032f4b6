import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';

/** A real terminal, played by tmux, with one program in it. */
export interface Terminal extends Disposable {
  /** Types the text, sign for sign. */
  type(text: string): void;
  /** Presses keys by the names of tmux: `Enter`, `Escape`, `C-c`, `BTab`. */
  press(...keys: readonly string[]): void;
  /** Pastes as a terminal does, in brackets where the program wants them. */
  paste(text: string): void;
  resize(columns: number, rows: number): void;
  /** What stands on the screen, without blanks at the ends of lines and empty lines at the end. */
  screen(): string;
  /** The screen with what has scrolled off above it. */
  whole(): string;
  /** The screen with its colors, as escape sequences. */
  colored(): string;
  /** Every byte that the program wrote so far. */
  bytes(): string;
  /** The screen, once this stands on it; an error after half a minute. */
  until(what: string | RegExp | ((screen: string) => boolean)): Promise<string>;
  /** The process in the terminal. */
  pid(): number;
  /** The folder that the program was started in. */
  readonly cwd: string;
  /** Closes the terminal under the program. */
  close(): void;
}

export interface TerminalOptions {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

const MAX_WAIT_MS = 30_000;
const LOOK_MS = 30;

export function openTerminal({ command, cwd, env, columns = 100, rows = 40 }: TerminalOptions): Terminal {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-tmux-'));
  const tmux = (...words: readonly string[]): string =>
    execFileSync('tmux', ['-u', '-f', '/dev/null', '-S', join(folder, 'socket'), ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: folder, LANG: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'ignore'],
      maxBuffer: 64 * 1024 * 1024,
    });
  const log = join(folder, 'bytes');
  const words = ['env', '-i', ...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...command];
  // The program waits for the line that lets it go, so that its first byte is seen too.
  const go = join(folder, 'go');
  const script = [
    `until [ -e ${quote(go)} ]; do sleep 0.01; done; cd ${quote(cwd)}`,
    words.map(quote).join(' '),
    "printf '[exit %s]' $?; cd /; exec sleep 1000",
  ].join('\n');
  const size = ['-x', String(columns), '-y', String(rows)];
  tmux('new-session', '-d', '-s', 'it', ...size, ';', 'set-option', '-g', 'status', 'off', ';', ...OPTIONS, 'true');
  tmux('respawn-pane', '-k', '-t', 'it', script);
  tmux('pipe-pane', '-t', 'it', '-O', `cat >> ${quote(log)}`);
  writeFileSync(go, '');
  const shell = tmux('display-message', '-p', '-t', 'it', '#{pane_pid}').trim();
  const capture = (...more: readonly string[]): string => tidy(tmux('capture-pane', '-p', '-t', 'it', ...more));
  const close = (): void => {
    try {
      tmux('kill-server');
    } catch {
      // it ended with its last program
    }
  };
  return {
    pid: () => Number(readFileSync(`/proc/${shell}/task/${shell}/children`, 'utf8').trim()),
    cwd,
    type: (text) => void tmux('send-keys', '-t', 'it', '-l', '--', text),
    press: (...keys) => void tmux('send-keys', '-t', 'it', ...keys),
    paste(text) {
      const file = join(folder, 'paste');
      writeFileSync(file, text);
      tmux('load-buffer', file, ';', 'paste-buffer', '-p', '-r', '-t', 'it');
    },
    resize: (width, height) => void tmux('resize-window', '-t', 'it', '-x', String(width), '-y', String(height)),
    screen: () => capture(),
    whole: () => capture('-S', '-'),
    colored: () => capture('-e'),
    bytes: () => (existsSync(log) ? readFileSync(log, 'utf8') : ''),
    async until(what) {
      const fits =
        typeof what === 'function'
          ? what
          : (screen: string) => (typeof what === 'string' ? screen.includes(what) : what.test(screen));
      const late = performance.now() + MAX_WAIT_MS;
      for (;;) {
        const screen = capture();
        if (fits(screen)) return screen;
        if (performance.now() > late) throw new Error(`never came: ${String(what)}\n${screen}`);
        await wait(LOOK_MS);
      }
    },
    close,
    [Symbol.dispose]() {
      close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const OPTIONS = [
  ...['set-option', '-g', 'default-terminal', 'xterm-256color', ';'],
  ...['set-option', '-g', 'remain-on-exit', 'on', ';'],
  ...['set-option', '-g', 'window-size', 'manual', ';'],
  ...['set-option', '-g', 'escape-time', '0', ';'],
  ...['set-option', '-g', 'history-limit', '20000', ';', 'run-shell'],
];

const quote = (word: string): string => `'${word.replaceAll("'", "'\\''")}'`;

const tidy = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .trimEnd();
