import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { digestText } from '../../base/digest.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { readText } from '../config/read-text.ts';
import { hostDisk } from '../host-disk.ts';

/** What of a project's `.bailiwick/` steers the agent once it is trusted. */
const FOLDERS = ['plugins', 'commands'] as const;

const MAX_FILES = 500;
const MAX_BYTES = 4_194_304;

/** The state of a project folder. */
export interface ProjectState {
  /** SHA-256 by path below the folder, such as `.bailiwick/config.yml`. */
  readonly digests: Readonly<Record<string, string>>;
  /** The very text of `config.yml` that the digest is of; null where there is none. */
  readonly config: string | null;
}

/**
 * Looks at everything that trust binds. A link, a device or a file too large below `plugins` or `commands` is a fault:
 * what is there could change without a change here.
 */
export function digestProject(folder: string): Result<ProjectState, PolicyFault> {
  const config = readText(join(folder, '.bailiwick', 'config.yml'));
  if (!config.ok) return config;
  const files: string[] = [];
  for (const name of FOLDERS) {
    const fault = collect(join(folder, '.bailiwick', name), files);
    if (fault !== null) return fail(fault);
  }
  const digests: Record<string, string> = {};
  if (config.value !== null) digests['.bailiwick/config.yml'] = digestText(config.value);
  for (const file of files.toSorted()) {
    const bytes = hostDisk.readBytes(file, MAX_BYTES);
    if (bytes === null) return fail(toFault(file, `The file cannot be read, or is larger than ${MAX_BYTES} bytes.`));
    digests[file.slice(folder.length + 1)] = digestText(bytes);
  }
  return ok({ digests, config: config.value });
}

/** Adds every file below a path that may be missing; gives back what stands in the way. */
function collect(path: string, files: string[]): PolicyFault | null {
  const found = look(path);
  if (found === null) return null;
  if (found === 'file') {
    const count = files.push(path);
    return count <= MAX_FILES ? null : toFault(path, `There are more than ${MAX_FILES} files.`);
  }
  if (typeof found === 'string') return toFault(path, found);
  for (const name of found.toSorted()) {
    const fault = collect(join(path, name), files);
    if (fault !== null) return fault;
  }
  return null;
}

/** `file`, the names in a folder, null for nothing, or the sentence that says why it is none of these. */
function look(path: string): readonly string[] | string | null {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false });
    if (stat === undefined) return null;
    if (stat.isFile()) return 'file';
    return stat.isDirectory() ? readdirSync(path) : 'This is no regular file.';
  } catch (error) {
    return `This cannot be looked at: ${error instanceof Error ? error.message : String(error)}.`;
  }
}

const toFault = (file: string, message: string): PolicyFault => ({
  file,
  line: null,
  message,
  hint: 'a project can be trusted when its plugins and commands are plain files',
});

/** The first file that is not as it was; null when all are. */
export function findChange(before: ProjectState['digests'], now: ProjectState['digests']): string | null {
  const names = [...new Set([...Object.keys(before), ...Object.keys(now)])].toSorted();
  return names.find((name) => before[name] !== now[name]) ?? null;
}
