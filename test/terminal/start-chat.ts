import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_BIN } from '../built.ts';
import { UNTAUGHT } from '../journeys/start-prompt.ts';
import { startWireServer, type WireScript, type WireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { openTerminal, type Terminal } from './open-terminal.ts';

/** A home, a project, a provider that plays a script, and chats in terminals. */
export interface ChatGround extends AsyncDisposable {
  readonly home: string;
  readonly project: string;
  readonly server: WireServer;
  write(path: string, text: string): void;
  read(path: string): string | null;
  chat(options?: ChatStart): Terminal;
  /** What the last request to the model held, as text. */
  asked(): string;
  /** The command lines of every process that still works in the home or the project. */
  working(): readonly string[];
}

export interface ChatStart {
  readonly words?: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly columns?: number;
  readonly rows?: number;
}

/** As long everywhere, so that a line that names it breaks at the same place. */
const ROOT = '/tmp/bailiwick-chat-';

export async function createChatGround(script: WireScript, config = ''): Promise<ChatGround> {
  const root = mkdtempSync(ROOT);
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const server = await startWireServer(script);
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
  };
  mkdirSync(project);
  write(join(home, '.bailiwick', 'config.yml'), `${toConfig(server)}${config}`);
  const terminals: Terminal[] = [];
  return {
    home,
    project,
    server,
    write: (path, text) => write(join(project, path), text),
    read: (path) => (existsSync(join(project, path)) ? readFileSync(join(project, path), 'utf8') : null),
    chat({ words = [], env = {}, ...size } = {}) {
      const own = {
        PATH: process.env['PATH'] ?? '',
        HOME: home,
        LANG: 'C.UTF-8',
        TERM: 'xterm-256color',
        TZ: 'UTC',
        ...UNTAUGHT,
      };
      const command = [process.execPath, BUILT_BIN, 'chat', ...words];
      const terminal = openTerminal({ command, cwd: project, env: { ...own, ...env }, ...size });
      terminals.push(terminal);
      return terminal;
    },
    asked: () => JSON.stringify(server.requests.at(-1)?.body ?? null),
    working: () => listWorking(root),
    async [Symbol.asyncDispose]() {
      for (const terminal of terminals) terminal[Symbol.dispose]();
      await server.close();
      rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

function listWorking(root: string): readonly string[] {
  return readdirSync('/proc').flatMap((pid) => {
    try {
      return /^\d+$/.test(pid) && readlinkSync(`/proc/${pid}/cwd`).startsWith(root)
        ? [readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim()]
        : [];
    } catch {
      return []; // it has ended, or is somebody else's
    }
  });
}

const toConfig = ({ baseUrl }: WireServer): string => `model: local:test-model
providers: {local: {base_url: "${baseUrl}", api_key: none, protocol: openai}}
sandbox: {mode: "off"}
`;

/** A person reads a question before they answer: what is typed at once does not count. */
const READING_MS = 600;

/** Answers an open question by a key. */
export async function answer(chat: Terminal, key: string): Promise<void> {
  await wait(READING_MS);
  chat.press(key);
}

/** Types a line and sends it. */
export function say(chat: Terminal, text: string): void {
  chat.type(text);
  chat.press('Enter');
}
