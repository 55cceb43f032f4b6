import { closeSync, fsyncSync, mkdirSync, openSync, realpathSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { Fault } from '../../base/fault.ts';

/**
 * Writes a file of the agent's home (0600, in a folder of 0700), whole or not at all: a new file beside it takes its
 * place, so that a reader sees the old one or the new one. Where a link stands, what it leads to is written. Throws a
 * Fault `store-failed` that names the file.
 */
export function writeWhole(file: string, text: string): void {
  const target = followLink(file);
  const draft = `${target}.${process.pid}.draft`;
  try {
    mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
    const handle = openSync(draft, 'w', 0o600);
    try {
      writeSync(handle, text);
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
    renameSync(draft, target);
  } catch (error) {
    rmSync(draft, { force: true });
    const why = error instanceof Error ? error.message : String(error);
    throw new Fault('store-failed', `${file} could not be written (${why}).`, { cause: error });
  }
}

function followLink(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    return file; // nothing there yet
  }
}
