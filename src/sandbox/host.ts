import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { Fault } from '../base/fault.ts';
import type { CommandOutcome, CommandSpec, Sandbox } from '../ports/sandbox.ts';
import { type Channel, isErrno, openChannel } from './channel.ts';
import { createKeptOutput, type KeptOutput } from './kept-output.ts';
import { endGroup } from './process-group.ts';

/** A process that left the group (`setsid`) may hold the pipe open for ever; what it still writes is not waited for. */
const DRAIN_MS = 500;

/**
 * Runs commands on this machine as they are: own session and process group, no terminal, standard input /dev/null.
 * Nothing is confined. A process that makes a session of its own (`setsid`, a daemon) outlives the command.
 */
export const createHostSandbox = (): Sandbox => ({ name: 'host', run });

async function run(spec: CommandSpec): Promise<CommandOutcome> {
  const startedAt = performance.now();
  const kept = createKeptOutput(spec.maxBytes);
  const outcome = (ended: Ended, end: CommandOutcome['end']): CommandOutcome => ({
    ...ended,
    ...kept.read(),
    end,
    durationMs: Math.round(performance.now() - startedAt),
  });
  checkStart(spec);
  const channel = await openChannel();
  if (spec.signal.aborted) {
    closeChannel(channel);
    return outcome({ exitCode: null, signal: null }, 'aborted');
  }
  const child = start(spec, channel);
  const sources =
    channel === null ? [child.stdout, child.stderr].filter((stream) => stream !== null) : [channel.source];
  const drained = Promise.all(sources.map((source) => drain(source, kept, spec)));
  try {
    const { ended, end } = await follow(child, spec);
    await Promise.race([drained, wait(DRAIN_MS, undefined, { ref: false })]);
    return outcome(ended, end);
  } finally {
    for (const source of sources) source.destroy();
  }
}

interface Ended {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

function checkStart(spec: CommandSpec): void {
  const folder = statSync(spec.cwd, { throwIfNoEntry: false });
  if (folder === undefined || !folder.isDirectory()) {
    throw new Fault('not-found', `the working folder ${spec.cwd} does not exist any more`, {
      hint: 'make the folder again, or start in another one',
    });
  }
  const [program] = spec.argv;
  if (!isStartable(program, spec)) {
    throw new Fault('not-found', `the program ${program} was not found`, { hint: `install ${program} or mend PATH` });
  }
}

function isStartable(program: string, spec: CommandSpec): boolean {
  if (program.includes('/')) return isExecutable(resolve(spec.cwd, program));
  const folders = (spec.env['PATH'] ?? '').split(delimiter);
  return folders.some((folder) => isAbsolute(folder) && isExecutable(join(folder, program)));
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}

function start(spec: CommandSpec, channel: Channel | null): ChildProcess {
  const [program, ...args] = spec.argv;
  const out = channel?.sink ?? 'pipe';
  try {
    return spawn(program, args, { cwd: spec.cwd, env: { ...spec.env }, detached: true, stdio: ['ignore', out, out] });
  } catch (error) {
    channel?.source.destroy();
    throw toFault(program, error);
  } finally {
    channel?.release();
  }
}

function closeChannel(channel: Channel | null): void {
  channel?.release();
  channel?.source.destroy();
}

/** Waits for the end of the command and of its whole group, and brings it about on timeout or abort. */
async function follow(child: ChildProcess, spec: CommandSpec): Promise<{ ended: Ended; end: CommandOutcome['end'] }> {
  const exit = exitOf(child, spec.argv[0]);
  const group = child.pid;
  if (group === undefined) return { ended: await exit, end: 'exit' };
  const course: { end: CommandOutcome['end']; ending: Promise<void> | null } = { end: 'exit', ending: null };
  const stuck = Promise.withResolvers<Ended>();
  const stop = (why: 'timeout' | 'aborted'): void => {
    if (course.ending !== null) return;
    course.end = why;
    course.ending = endGroup(group);
    // Even SIGKILL does not end a process that hangs in the kernel; the caller goes on without it.
    const giveUp = course.ending.then(() => wait(DRAIN_MS, undefined, { ref: false }));
    giveUp.then(() => stuck.resolve({ exitCode: null, signal: 'SIGKILL' }), stuck.reject);
  };
  const onAbort = (): void => stop('aborted');
  const timer = setTimeout(() => stop('timeout'), spec.timeoutMs);
  spec.signal.addEventListener('abort', onAbort, { once: true });
  try {
    const ended = await Promise.race([exit, stuck.promise]);
    course.ending ??= endGroup(group);
    await course.ending;
    return { ended, end: course.end };
  } finally {
    clearTimeout(timer);
    spec.signal.removeEventListener('abort', onAbort);
  }
}

function exitOf(child: ChildProcess, program: string): Promise<Ended> {
  const { promise, resolve: settle, reject } = Promise.withResolvers<Ended>();
  child.once('exit', (exitCode, signal) => settle({ exitCode, signal }));
  child.once('error', (error) => reject(toFault(program, error)));
  return promise;
}

function drain(source: Readable, kept: KeptOutput, spec: CommandSpec): Promise<void> {
  const { promise, resolve: settle } = Promise.withResolvers<void>();
  source.on('data', (chunk: Uint8Array) => {
    kept.add(chunk);
    spec.onOutput?.(chunk);
  });
  // A broken pipe is the end of the output; the command's own end says what happened.
  source.once('error', () => settle());
  source.once('close', () => settle());
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
