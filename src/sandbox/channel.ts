import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, existsSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * One pipe for stdout and stderr together. Node's own are two sockets, on which the order of what was written is lost
 * and `tee /dev/stderr` fails with ENXIO.
 */
export interface Channel {
  readonly source: Socket;
  /** Given to the child as stdout and stderr; closed here by `release` once the child has it. */
  readonly sink: number;
  release(): void;
  /** When the command is over: a pipe that everybody has let go of serves the next one. */
  giveBack(): void;
}

/** Read ends that stay open: through them both ends of the same pipe are opened for a command, without a name. */
const idle: number[] = [];
const MAX_IDLE = 4;

/** Null where no pipe can be made (no `mkfifo`, no room in the temporary folder): two sockets must do then. */
export async function openChannel(): Promise<Channel | null> {
  const base = idle.pop() ?? (await makePipe());
  if (base === null) return null;
  try {
    // The reader first and without blocking: a writer can only open a pipe that somebody reads.
    const from = openSync(`/proc/self/fd/${base}`, constants.O_RDONLY | constants.O_NONBLOCK);
    const sink = openSync(`/proc/self/fd/${base}`, constants.O_WRONLY);
    const source = new Socket({ fd: from, readable: true, writable: false });
    const giveBack = (): void => {
      // At its end nobody holds the other side, and nothing is left in it.
      if (source.readableEnded && idle.length < MAX_IDLE) idle.push(base);
      else closeSync(base);
    };
    return { source, sink, release: () => closeSync(sink), giveBack };
  } catch (error) {
    closeSync(base);
    if (isErrno(error)) return null;
    throw error;
  }
}

/** A pipe by its read end: made with a name, which is gone when it is open. Null where that does not work. */
async function makePipe(): Promise<number | null> {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), 'bailiwick-pipe-'));
    const path = join(folder, 'output');
    if (!existsSync('/proc/self/fd') || !(await makeFifo(path))) return null;
    return openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    if (isErrno(error)) return null;
    throw error;
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

async function makeFifo(path: string): Promise<boolean> {
  const env = { PATH: '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin' };
  const child = spawn('mkfifo', ['-m', '600', path], { stdio: 'ignore', env });
  try {
    const [code] = await once(child, 'exit');
    return code === 0;
  } catch (error) {
    if (isErrno(error)) return false;
    throw error;
  }
}

/** An error of the operating system, with its code. */
export const isErrno = (error: unknown): error is NodeJS.ErrnoException =>
  error instanceof Error && 'code' in error && 'errno' in error;
