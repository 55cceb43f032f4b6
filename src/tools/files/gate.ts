import type { Stats } from 'node:fs';
import { constants, existsSync } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath } from 'node:fs/promises';
import { baseName, folderOf, isWithin } from '../../base/path.ts';
import { type Result, fail, ok } from '../../base/result.ts';
import type { Place } from '../../ports/tool.ts';
import { codeOf } from './disk-fault.ts';
import { showPath, toAbsolute } from './place.ts';

/** A place to write, checked. Every call on it goes through the folder that was checked, not through its name again. */
export interface Target {
  readonly name: string;
  /** The path after symlinks. */
  readonly real: string;
  readonly shown: string;
  /** What is there now; null when nothing is. Never a link. */
  readonly existing: Stats | null;
  /** Path of a name in the folder, for calls of the file system. */
  at(name: string): string;
  /** False when the folder was moved, replaced or removed since. */
  isInPlace(): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * `walk`: no time between check and use, by /proc/self/fd (Linux). `compare`: real paths are compared before and after;
 * a swap between the last look and the call remains possible.
 */
export type GateWay = 'walk' | 'compare';

export interface GateOptions {
  /** Missing folders inside the workspace are made. */
  readonly makeFolders: boolean;
  readonly way?: GateWay;
}

const defaultWay: GateWay = process.platform === 'linux' && existsSync('/proc/self/fd') ? 'walk' : 'compare';

/** Open only to look through, which needs no right to list. Linux; not among Node's constants. */
const O_PATH = 0o10000000;

/**
 * The one way by which tools reach a place they write. Refuses, with `strict`, what lies outside the workspace after
 * symlinks; always a dangling link and what is no regular file. Missing folders are made inside the workspace only, when wished.
 * The caller closes the target.
 */
export async function openTarget(
  path: string,
  place: Place,
  { makeFolders, way = defaultWay }: GateOptions,
): Promise<Result<Target, string>> {
  const absolute = toAbsolute(path, place);
  const shown = showPath(absolute, place);
  const workspace = await realpath(place.workspace);
  const real = await settle(absolute);
  if (real === null) return fail(`${shown} leads through a link whose target does not exist; name the target itself`);
  if (place.strict && !isWithin(real, workspace)) return fail(sayOutside(shown, real, place));
  if (real === workspace || real === '/') return fail(`${shown} is a folder`);
  const isInside = isWithin(real, workspace);
  const mayMake = makeFolders && isInside;
  if (!mayMake && (await statOf(folderOf(real))) === null) return fail(`the folder of ${shown} does not exist`);
  const root = isInside ? workspace : '/';
  const folder = await (way === 'walk' ? walkTo : compareTo)(root, folderOf(real), mayMake);
  try {
    const existing = await statOf(folder.at(baseName(real)));
    const fault = existing === null ? null : sayKind(existing, shown);
    if (fault === null) return ok({ ...folder, name: baseName(real), real, shown, existing });
    await folder.close();
    return fail(fault);
  } catch (error) {
    await folder.close();
    throw error;
  }
}

function sayOutside(shown: string, real: string, place: Place): string {
  const behind = real === shown ? '' : ` (${real})`;
  return `refused by the layer workspace: ${shown}${behind} is outside ${place.workspace}, and tools.workspace_strict keeps tools that write inside it`;
}

/** Real path of what exists, plus the rest; null when a link on the way leads nowhere. */
async function settle(absolute: string): Promise<string | null> {
  let rest = '';
  for (let at = absolute; ; at = folderOf(at)) {
    try {
      const real = await realpath(at);
      return rest === '' ? real : `${real === '/' ? '' : real}${rest}`;
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') throw error;
    }
    if ((await statOf(at)) !== null) return null;
    rest = `/${baseName(at)}${rest}`;
  }
}

async function statOf(path: string): Promise<Stats | null> {
  try {
    return await lstat(path);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  }
}

function sayKind(stats: Stats, shown: string): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return `${shown} is a folder`;
  if (stats.isSymbolicLink()) return `${shown} became a link while it was being checked`;
  return `${shown} is a device, a pipe or a socket, and these are not written by tools`;
}

type Folder = Pick<Target, 'at' | 'isInPlace' | 'close'>;

async function isStill(folder: string, real: string): Promise<boolean> {
  try {
    return (await realpath(folder)) === real;
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
}

const pathOf = (handle: FileHandle): string => `/proc/self/fd/${handle.fd}`;

/** Opens one folder after the other from `root`, each in the one before; a link in between fails with ENOTDIR or ELOOP. */
async function walkTo(root: string, folder: string, mayMake: boolean): Promise<Folder> {
  const flags = O_PATH | constants.O_DIRECTORY | constants.O_NOFOLLOW;
  let current = await open(root, flags);
  try {
    for (const part of folder.slice(root.length).split('/').filter(Boolean)) {
      const path = `${pathOf(current)}/${part}`;
      if (mayMake && (await statOf(path)) === null) await makeFolder(path);
      const next = await open(path, flags);
      await current.close();
      current = next;
    }
  } catch (error) {
    await current.close();
    throw error;
  }
  return {
    at: (name) => `${pathOf(current)}/${name}`,
    isInPlace: () => isStill(pathOf(current), folder),
    close: () => current.close(),
  };
}

async function compareTo(_root: string, folder: string, mayMake: boolean): Promise<Folder> {
  if (mayMake) await mkdir(folder, { recursive: true });
  const isInPlace = (): Promise<boolean> => isStill(folder, folder);
  return { at: (name) => `${folder}/${name}`, isInPlace, close: () => Promise.resolve() };
}

/** Somebody else may have made it in between; opening it then says whether it is a folder. */
async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}
