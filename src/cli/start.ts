import { Fault } from '../base/fault.ts';
import type { CommandContext } from './command.ts';
import { renderGroup, renderOverview } from './help.ts';
import { COMMANDS } from './main-table.ts';
import { createOut, type Out, type Sink } from './out.ts';
import { asksForJson, renderFault, toErrorObject, toFault } from './render-fault.ts';
import { findCommand, findGroup, runCommand } from './run-command.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Runs the command that the words name; gives back the exit code. Nothing is thrown. */
export async function start(words: readonly string[], host: NodeJS.Process, env: Env): Promise<number> {
  const out = createOut({ stdout: toSink(1, () => host.stdout), stderr: toSink(2, () => host.stderr) }, env);
  const listening: Listening[] = [];
  const listen = (event: Listening[0], heard: Listening[1]): void => {
    listening.push([event, heard]);
    host.once(event, heard);
  };
  let isSaid = false;
  const fail = (fault: Fault): number => {
    isSaid = true;
    sayFault(fault, words, out);
    return fault.exit;
  };
  listen('exit', () => {
    if (isSaid) return;
    host.exitCode = fail(
      new Fault('internal', TOO_EARLY, { hint: 'a plugin may be to blame: bailiwick plugins list' }),
    );
  });
  try {
    return await run(words, { host, env, out, listen, fail });
  } catch (error) {
    return fail(toFault(error));
  } finally {
    // What comes now is for the system: a signal ends what a plugin keeps alive.
    for (const [event, heard] of listening) host.removeListener(event, heard);
    // What a plugin left open keeps nobody waiting: everything that counts is over.
    setTimeout(() => host.exit(), LINGER_MS).unref();
  }
}

const LINGER_MS = 1_000;

type Listening = readonly [event: 'exit' | 'uncaughtException' | NodeJS.Signals, heard: (...given: unknown[]) => void];

const TOO_EARLY = 'The program ended before its command did: it was told to end, or waited for what never comes.';

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
  /** Until the command is over. */
  readonly listen: (...listening: Listening) => void;
  /** Says it, and gives back the exit code. */
  readonly fail: (fault: Fault) => number;
}

async function run(words: readonly string[], parts: Host): Promise<number> {
  const { env, out } = parts;
  const [first] = words;
  const named = first === 'help' || isHelp(first) ? words.slice(1) : [];
  if (named.length > 0) return run([...named, '--help'], parts);
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
    out.write(renderGroup(before, group));
    return 0;
  }
  const found = findCommand(words, COMMANDS);
  if (env['BAILIWICK_INSIDE'] !== undefined) {
    const { refuseInside } = await import('../app/inside.ts');
    refuseInside(words, env);
  }
  return runCommand(found, async () => createContext(parts), out);
}

function createContext({ host, env, listen, fail }: Host): CommandContext {
  listen('uncaughtException', (error) => void endStray(error, host, fail));
  const controller = new AbortController();
  // The first Ctrl-C or SIGTERM asks for an end that is stored; the second one gets the system's own answer.
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) listen(name, () => controller.abort());
  return {
    cwd: findCwd(host),
    env,
    get stdin() {
      return host.stdin;
    },
    program: [host.execPath, ...host.execArgv, ...host.argv.slice(1, 2)],
    signal: controller.signal,
  };
}

/**
 * What is thrown beside every call, as by a timer that a plugin began, ends the program at once, for nobody knows what it
 * left half done; it is said as any other failure, and by whose code it was.
 */
async function endStray(error: unknown, host: NodeJS.Process, fail: Host['fail']): Promise<void> {
  const { nameStray } = await import('../app/plugins/load-code.ts');
  host.exit(fail(toFault(nameStray(error))));
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
