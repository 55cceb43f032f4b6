import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
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
}

/** Null where no named pipe can be made (no `mkfifo`, no room in the temporary folder): two sockets must do then. */
export async function openChannel(): Promise<Channel | null> {
  let folder: string | null = null;
  try {
    folder = mkdtempSync(join(tmpdir(), 'bailiwick-pipe-'));
    const path = join(folder, 'output');
    if (!(await makeFifo(path))) return null;
    // The reader first and without blocking: a writer can only open a pipe that somebody reads.
    const from = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
    const sink = openSync(path, constants.O_WRONLY);
    const source = new Socket({ fd: from, readable: true, writable: false });
    return { source, sink, release: () => closeSync(sink) };
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
