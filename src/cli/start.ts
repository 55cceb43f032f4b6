import { Fault } from '../base/fault.ts';
import type { CommandContext } from './command.ts';
import { renderOverview } from './help.ts';
import { COMMANDS } from './main-table.ts';
import { createOut, type Out, type Sink } from './out.ts';
import { asksForJson, renderFault, toErrorObject, toFault } from './render-fault.ts';
import { findCommand, findGroup, runCommand } from './run-command.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Runs the command that the words name; gives back the exit code. Nothing is thrown. */
export async function start(words: readonly string[], host: NodeJS.Process, env: Env): Promise<number> {
  const out = createOut({ stdout: toSink(1, () => host.stdout), stderr: toSink(2, () => host.stderr) }, env);
  try {
    return await run(words, { host, env, out });
  } catch (error) {
    const fault = toFault(error);
    sayFault(fault, words, out);
    return fault.exit;
  }
}

/** Node makes a stream when it is first named, which takes a while: where nobody asks for a terminal, none is made. */
const toSink = (fd: number, open: () => { readonly isTTY?: boolean }): Sink => ({
  fd,
  get isTTY() {
    return open().isTTY === true;
  },
});

/** Where the output takes nothing, only the exit code can tell. */
function sayFault(fault: Fault, words: readonly string[], out: Out): void {
  try {
    out.log(renderFault(fault, (text) => out.paint('red', text)));
    if (asksForJson(words)) out.json(toErrorObject(fault));
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

const isHelp = (word: string | undefined): boolean => word === '--help' || word === '-h';

interface Host {
  readonly host: NodeJS.Process;
  readonly env: Env;
  readonly out: Out;
}

async function run(words: readonly string[], { host, env, out }: Host): Promise<number> {
  const [first] = words;
  const named = first === 'help' || isHelp(first) ? words.slice(1) : [];
  if (named.length > 0) return run([...named, '--help'], { host, env, out });
  if (first === undefined || first === 'help' || isHelp(first)) {
    const text = renderOverview(COMMANDS);
    if (first === undefined) out.log(text.trimEnd());
    else out.write(text);
    return first === undefined ? 2 : 0;
  }
  const before = words.slice(0, -1).join(' ');
  const isCommand = COMMANDS.some(({ name }) => name === before);
  const group = isHelp(words.at(-1)) && !isCommand ? findGroup(before, COMMANDS) : [];
  if (group.length > 0) {
    out.write(renderOverview(group));
    return 0;
  }
  const found = findCommand(words, COMMANDS);
  if (env['BAILIWICK_INSIDE'] !== undefined) {
    const { refuseInside } = await import('../app/inside.ts');
    refuseInside(words, env);
  }
  return runCommand(found, async () => createContext({ host, env, out }, words), out);
}

function createContext({ host, env, out }: Host, words: readonly string[]): CommandContext {
  listenForStray(host, (fault) => sayFault(fault, words, out));
  return {
    cwd: findCwd(host),
    env,
    get stdin() {
      return host.stdin;
    },
    program: [host.execPath, ...host.execArgv, ...host.argv.slice(1, 2)],
    signal: listenForStop(host),
  };
}

function findCwd(host: NodeJS.Process): string {
  try {
    return host.cwd();
  } catch (error) {
    throw new Fault('usage', 'The working directory does not exist any more.', {
      hint: 'change to a folder that exists',
      cause: error,
    });
  }
}

/** The first Ctrl-C or SIGTERM asks for an end that is stored; the second one gets the system's own answer. */
function listenForStop(host: NodeJS.Process): AbortSignal {
  const controller = new AbortController();
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) host.once(name, () => controller.abort());
  return controller.signal;
}

/**
 * What is thrown beside every call, as by a timer that a plugin began, ends the program at once, for nobody knows what it
 * left half done; it is said as any other failure, and by whose code it was.
 */
function listenForStray(host: NodeJS.Process, say: (fault: Fault) => void): void {
  host.once('uncaughtException', async (error) => {
    const { nameStray } = await import('../app/plugins/load-code.ts');
    const fault = toFault(nameStray(error));
    say(fault);
    host.exit(fault.exit);
  });
}
