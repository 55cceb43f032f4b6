import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { digestOf, digestText } from '../../base/digest.ts';
import { isWithin } from '../../base/path.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { findDependencies, type PluginCode } from './find-plugins.ts';

const MAX_FILES = 5_000;
const MAX_BYTES = 67_108_864;

/** The code of a plugin with everything it may load: nothing else of the disk is. */
export interface BoundCode {
  /** SHA-256 over the sorted paths and digests of all files. */
  readonly digest: string;
  /** The plugin's folder, and those of what it depends on outside of it. */
  readonly folders: readonly string[];
  /** SHA-256 by absolute path. */
  readonly files: ReadonlyMap<string, string>;
}

/**
 * Reads every byte that could be loaded. A link or a device below is a sentence that says so: what is there could change
 * without a change here. `.git` and the links in `node_modules/.bin` are passed over, and never loaded.
 */
export function digestPlugin({ folder, top }: Pick<PluginCode, 'folder' | 'top'>): Result<BoundCode, string> {
  const folders = collectFolders(folder, top);
  const found: Found = { files: new Map(), bytes: 0 };
  for (const one of folders) {
    const fault = collect(one, found);
    if (fault !== null) return fail(fault);
  }
  const listed = folders.map((one, at) => [
    at === 0 ? '' : one,
    [...found.files]
      .filter(([file]) => isWithin(file, one))
      .map(([file, digest]) => [relative(one, file), digest] as const)
      .toSorted(([a], [b]) => (a < b ? -1 : 1)),
  ]);
  return ok({ digest: digestOf(listed), folders, files: found.files });
}

/** The folder itself first; a dependency that lies inside of another folder comes with it. */
function collectFolders(folder: string, top: string): readonly string[] {
  const seen = new Set([folder]);
  for (const one of seen) for (const dependency of findDependencies(one, top)) seen.add(dependency);
  const all = [...seen];
  const outside = all.filter((one) => !all.some((other) => other !== one && isWithin(one, other)));
  return [folder, ...outside.filter((one) => one !== folder).toSorted()];
}

interface Found {
  readonly files: Map<string, string>;
  bytes: number;
}

/** Adds every file below; gives back what stands in the way. */
function collect(path: string, found: Found): string | null {
  try {
    const stat = lstatSync(path);
    if (stat.isDirectory()) return collectAll(path, found);
    if (!stat.isFile()) return `${path} is a link or no regular file, so what is there could change unseen`;
    found.bytes += stat.size;
    if (found.files.size >= MAX_FILES || found.bytes > MAX_BYTES)
      return `it has more than ${MAX_FILES} files or ${MAX_BYTES / 1_048_576} MiB`;
    found.files.set(path, digestText(readFileSync(path)));
    return null;
  } catch (error) {
    return `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`;
  }
}

function collectAll(folder: string, found: Found): string | null {
  const isPassed = (name: string): boolean => name === '.git' || (name === '.bin' && folder.endsWith('/node_modules'));
  for (const name of readdirSync(folder).toSorted()) {
    const fault = isPassed(name) ? null : collect(join(folder, name), found);
    if (fault !== null) return fault;
  }
  return null;
}
