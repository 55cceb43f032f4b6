import { mkdirSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { Fault } from '../../base/fault.ts';
import type { RunLock, RunLocks } from '../../ports/store.ts';

const SQLITE_BUSY = 5;

/** One file a run in this folder; the lock is a write transaction held on it, which the kernel frees with the process. */
export const createRunLocks = (folder: string): RunLocks => ({
  async take(run) {
    const path = `${folder}/${run}.db`;
    let connection: DatabaseSync | null = null;
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      connection = new DatabaseSync(path, { timeout: 0 });
      connection.exec('BEGIN IMMEDIATE');
      return toLock(connection, path);
    } catch (error) {
      connection?.close();
      if (isBusy(error)) return null;
      const said = error instanceof Error ? error.message : String(error);
      throw new Fault('store-failed', `the lock ${path} could not be taken (${said})`, { cause: error });
    }
  },
});

const toLock = (connection: DatabaseSync, path: string): RunLock => ({
  async release(isOver) {
    // Removed while it is still held: whoever waits for it finds a run that has ended.
    if (isOver) rmSync(path, { force: true });
    if (connection.isOpen) connection.close();
  },
});

const isBusy = (error: unknown): boolean =>
  error instanceof Error &&
  'errcode' in error &&
  typeof error.errcode === 'number' &&
  (error.errcode & 0xff) === SQLITE_BUSY;
