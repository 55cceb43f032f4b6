import { type Dirent, existsSync, readFileSync, statSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { folderOf, isWithin } from '../../base/path.ts';
import { codeOf } from '../files/disk-fault.ts';
import { type IgnoreFile, parseIgnoreFile } from './ignore-file.ts';

export interface WalkOptions {
  readonly signal: AbortSignal;
  /** Folders and files that are passed over. */
  readonly skip: (absolute: string) => boolean;
}

const MAX_IGNORE_BYTES = 1024 * 1024;

/** A .gitignore and the folder it stands in. */
interface Ignoring {
  readonly folder: string;
  readonly says: IgnoreFile;
}

/**
 * The regular files below a folder, each as its path relative to it, in the order of their names. Passes over what
 * .gitignore files say (those of the folders above too, up to the repository's top), `.git`, links, and folders that
 * cannot be read. Throws when `root` itself cannot be.
 */
export async function* walkFiles(root: string, options: WalkOptions): AsyncGenerator<string> {
  yield* walkFolder({ folder: root, prefix: '', above: ignoringAbove(root), entries: await list(root) }, options);
}

interface Step {
  readonly folder: string;
  readonly prefix: string;
  readonly above: readonly Ignoring[];
  readonly entries: readonly Dirent[];
}

async function* walkFolder(start: Step, options: WalkOptions): AsyncGenerator<string> {
  // A stack of our own, nearest last: folders may lie deeper than calls can nest.
  const stack = [openStep(start)];
  for (let step = stack.at(-1); step !== undefined; step = stack.at(-1)) {
    options.signal.throwIfAborted();
    const entry = step.entries.next();
    if (entry.done === true) {
      stack.pop();
      continue;
    }
    const absolute = join(step.folder, entry.value.name);
    const relative = `${step.prefix}${entry.value.name}`;
    const isFolder = entry.value.isDirectory();
    if (entry.value.name === '.git' || isIgnored(step.ignoring, absolute, isFolder) || options.skip(absolute)) continue;
    if (entry.value.isFile()) yield relative;
    if (!isFolder) continue;
    const entries = await listIfAllowed(absolute);
    stack.push(openStep({ folder: absolute, prefix: `${relative}/`, above: step.ignoring, entries }));
  }
}

const openStep = ({ folder, prefix, above, entries }: Step) => ({
  folder,
  prefix,
  ignoring: ignoringIn(folder, above),
  entries: entries.values(),
});

const join = (folder: string, name: string): string => (folder === '/' ? `/${name}` : `${folder}/${name}`);

async function list(folder: string): Promise<readonly Dirent[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function listIfAllowed(folder: string): Promise<readonly Dirent[]> {
  try {
    return await list(folder);
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return [];
  }
}

/** Nearest last. A repository of its own starts anew. */
function ignoringIn(folder: string, above: readonly Ignoring[]): readonly Ignoring[] {
  const kept = existsSync(join(folder, '.git')) ? [] : above;
  const text = readIgnoreFile(join(folder, '.gitignore'));
  return text === null ? kept : [...kept, { folder, says: parseIgnoreFile(text) }];
}

function ignoringAbove(root: string): readonly Ignoring[] {
  const folders: string[] = [];
  for (let at = root; at !== '/' && !existsSync(join(at, '.git'));) {
    at = folderOf(at);
    folders.push(at);
  }
  return folders.toReversed().reduce<readonly Ignoring[]>((above, folder) => ignoringIn(folder, above), []);
}

function readIgnoreFile(path: string): string | null {
  try {
    const stats = statSync(path);
    return stats.isFile() && stats.size <= MAX_IGNORE_BYTES ? readFileSync(path, 'utf8') : null;
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
}

/** The nearest file that says something decides. */
function isIgnored(ignoring: readonly Ignoring[], absolute: string, isFolder: boolean): boolean {
  for (const { folder, says } of ignoring.toReversed()) {
    if (!isWithin(absolute, folder)) continue;
    const answer = says(absolute.slice(folder === '/' ? 1 : folder.length + 1), isFolder);
    if (answer !== null) return answer === 'ignored';
  }
  return false;
}
