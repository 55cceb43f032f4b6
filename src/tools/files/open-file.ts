import type { Stats } from 'node:fs';
import { constants } from 'node:fs';
import { type FileHandle, open, readdir, stat } from 'node:fs/promises';
import { baseName, folderOf } from '../../base/path.ts';
import { type Result, fail, ok } from '../../base/result.ts';
import { nearest } from '../../base/text.ts';
import { codeOf } from './disk-fault.ts';

export interface OpenFile {
  readonly handle: FileHandle;
  readonly stats: Stats;
}

/**
 * Opens a regular file for reading; the caller closes it. Folders, pipes, sockets and devices are refused before they
 * are opened (a pipe would wait for a writer, a device may act on being opened).
 */
export async function openFile(absolute: string, shown: string): Promise<Result<OpenFile, string>> {
  try {
    const fault = sayKind(await stat(absolute), shown);
    if (fault !== null) return fail(fault);
    const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY;
    const handle = await open(absolute, flags);
    const stats = await handle.stat();
    if (stats.isFile()) return ok({ handle, stats });
    await handle.close();
    return fail(`${shown} changed while it was opened`);
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return fail(await sayMissing(absolute, shown));
  }
}

function sayKind(stats: Stats, shown: string): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return `${shown} is a folder; use glob to list what is in it`;
  if (stats.isFIFO()) return `${shown} is a named pipe; reading it would wait for a writer`;
  if (stats.isSocket()) return `${shown} is a socket`;
  return `${shown} is a device`;
}

/** That a file is missing, and which name beside it may be meant. */
export async function sayMissing(absolute: string, shown: string): Promise<string> {
  const name = baseName(absolute);
  try {
    const names = await readdir(folderOf(absolute));
    if (names.includes(name)) return `${shown} is a link whose target does not exist`;
    const near = names.find((other) => other.toLowerCase() === name.toLowerCase()) ?? nearest(name, names);
    return near === null ? `${shown} does not exist` : `${shown} does not exist; beside it there is ${near}`;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return `${shown} does not exist, nor does its folder`;
  }
}
