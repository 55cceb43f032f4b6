import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { createId } from '../base/ids.ts';
import { Fault } from '../base/fault.ts';
import { type Channel, openChannel } from './channel.ts';
import { endFamily, type Family, listProcesses, MARK_NAME } from './family.ts';
import { getKeeper } from './keeper.ts';

/** A process that was not found may hold the pipe open for ever; what it still writes is not waited for. */
const DRAIN_MS = 500;

/** What is really started. */
export interface Launch {
  readonly argv: readonly [string, ...string[]];
  /** The program that messages speak of. */
  readonly program: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly stdin: 'closed' | 'pipe';
  /** See {@link Family.holdsNamespace}. */
  readonly holdsNamespace: boolean;
  /** Null: no limit. */
  readonly timeoutMs: number | null;
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Uint8Array) => void;
}

export interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly end: 'exit' | 'timeout' | 'aborted';
}

export interface RunningCommand {
  readonly stdin: Writable | null;
  /** Resolves when the command and what it started are gone and their output has come. */
  readonly done: Promise<Ended>;
  /** Ends it before its time. */
  stop(): void;
}

const NOT_STARTED: Ended = { exitCode: null, signal: null, end: 'aborted' };

/** Begins every mark of this process. */
const TOKEN = createId('own');
let started = 0;

/** Starts a command in a session and a process group of its own. Throws a Fault when the system refuses. */
export async function startCommand(launch: Launch): Promise<RunningCommand> {
  const channel = await openChannel();
  if (launch.signal.aborted) {
    channel?.release();
    channel?.source.destroy();
    channel?.giveBack();
    return { stdin: null, done: Promise.resolve(NOT_STARTED), stop: () => undefined };
  }
  const keeper = getKeeper(TOKEN);
  const mark = `${TOKEN}.${++started}`;
  const before = listProcesses();
  const child = spawnChild(launch, channel, mark);
  const leader = child.pid;
  const stopped = new AbortController();
  if (leader !== undefined) keeper.watch(leader);
  const family = leader === undefined ? null : { leader, mark, before, holdsNamespace: launch.holdsNamespace };
  const follow = async (): Promise<Ended> => {
    const sources = channel === null ? [child.stdout, child.stderr].filter(isStream) : [channel.source];
    const drained = Promise.all(sources.map((source) => drain(source, launch.onOutput)));
    try {
      const ended = await followChild(child, family, { ...launch, stopped: stopped.signal });
      await Promise.race([drained, wait(DRAIN_MS, undefined, { ref: false })]);
      return ended;
    } finally {
      for (const source of sources) source.destroy();
      channel?.giveBack();
      child.stdin?.destroy();
      if (leader !== undefined) keeper.forget(leader);
    }
  };
  return { stdin: child.stdin, done: follow(), stop: () => stopped.abort() };
}

const isStream = (stream: Readable | null): stream is Readable => stream !== null;

function spawnChild(launch: Launch, channel: Channel | null, mark: string): ChildProcess {
  const [program, ...args] = launch.argv;
  const out = channel?.sink ?? 'pipe';
  const input = launch.stdin === 'pipe' ? 'pipe' : 'ignore';
  const env = { ...launch.env, [MARK_NAME]: mark };
  try {
    return spawn(program, args, { cwd: launch.cwd, env, detached: true, stdio: [input, out, out] });
  } catch (error) {
    channel?.source.destroy();
    channel?.giveBack();
    throw toFault(launch.program, error);
  } finally {
    channel?.release();
  }
}

/** Waits for the end of the command and of its whole family, and brings it about on timeout or abort. */
async function followChild(
  child: ChildProcess,
  family: Family | null,
  launch: Launch & { readonly stopped: AbortSignal },
): Promise<Ended> {
  const exit = exitOf(child, launch.program);
  if (family === null) return { ...(await exit), end: 'exit' };
  const course: { end: Ended['end']; ending: Promise<void> | null } = { end: 'exit', ending: null };
  const stuck = Promise.withResolvers<Omit<Ended, 'end'>>();
  const stop = (why: 'timeout' | 'aborted'): void => {
    if (course.ending !== null) return;
    course.end = why;
    course.ending = endFamily(family);
    // Even SIGKILL does not end a process that hangs in the kernel; the caller goes on without it.
    const giveUp = course.ending.then(() => wait(DRAIN_MS, undefined, { ref: false }));
    giveUp.then(() => stuck.resolve({ exitCode: null, signal: 'SIGKILL' }), stuck.reject);
  };
  const onAbort = (): void => stop('aborted');
  const stoppers = [launch.signal, launch.stopped];
  const timer = launch.timeoutMs === null ? null : setTimeout(() => stop('timeout'), launch.timeoutMs);
  for (const signal of stoppers) signal.addEventListener('abort', onAbort, { once: true });
  try {
    const ended = await Promise.race([exit, stuck.promise]);
    course.ending ??= endFamily(family);
    await course.ending;
    return { ...ended, end: course.end };
  } finally {
    if (timer !== null) clearTimeout(timer);
    for (const signal of stoppers) signal.removeEventListener('abort', onAbort);
  }
}

function exitOf(child: ChildProcess, program: string): Promise<Omit<Ended, 'end'>> {
  const { promise, resolve, reject } = Promise.withResolvers<Omit<Ended, 'end'>>();
  child.once('exit', (exitCode, signal) => resolve({ exitCode, signal }));
  child.once('error', (error) => reject(toFault(program, error)));
  return promise;
}

function drain(source: Readable, onOutput: (chunk: Uint8Array) => void): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  source.on('data', onOutput);
  // A broken pipe is the end of the output; the command's own end says what happened.
  source.once('error', () => resolve());
  source.once('close', () => resolve());
  return promise;
}

function toFault(program: string, error: unknown): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : null;
  if (code === null) return error;
  const why = START_FAULTS[code] ?? `the system says ${code}`;
  return new Fault('usage', `${program} could not be started: ${why}`, { hint: 'change the command', cause: error });
}

const START_FAULTS: Readonly<Record<string, string>> = {
  E2BIG: 'the command is too long for the system',
  EACCES: 'it may not be executed',
  EAGAIN: 'there are too many processes',
  ENOENT: 'it, or the program named in its first line, does not exist',
  ERR_INVALID_ARG_VALUE: 'a word or a variable holds a NUL character',
};
