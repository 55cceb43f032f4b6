import { lstatSync, readdirSync, realpathSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { isWithin } from '../../base/path.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { MAX_COMMAND_BYTES, TOO_LARGE } from '../../skills/commands/parse-command.ts';

/** A Markdown file below a folder of commands, or what stands in the way of one. */
export interface FoundFile {
  /** Below the folder, such as `git/tidy.md`. */
  readonly path: string;
  /** Why it cannot be read; null where it can. */
  readonly fault: string | null;
}

/** As many as trust binds. */
const MAX_FILES = 500;
/** Deeper folders have no names (see `toCommandName`); this ends the walk. */
const MAX_DEPTH = 8;

/** Every `*.md` below a folder that may be missing, in the order of their paths. Hidden files are none. */
export function findCommandFiles(folder: string): readonly FoundFile[] {
  const root = look(() => realpathSync(folder));
  if (!root.ok) return root.error === 'ENOENT' ? [] : [{ path: '', fault: `it cannot be read: ${root.error}` }];
  const found: FoundFile[] = [];
  collect(root.value, '', found);
  if (found.length <= MAX_FILES) return found;
  return [...found.slice(0, MAX_FILES), { path: '', fault: `it holds more than ${MAX_FILES}; the rest is not read` }];
}

function collect(root: string, below: string, found: FoundFile[]): void {
  if (below.split('/').length > MAX_DEPTH) return void found.push({ path: below, fault: 'it lies too deep' });
  const names = look(() => readdirSync(join(root, below)));
  if (!names.ok) return void found.push({ path: below, fault: `it cannot be read: ${names.error}` });
  for (const name of names.value.toSorted()) {
    if (name.startsWith('.') || found.length > MAX_FILES) continue;
    const path = below === '' ? name : `${below}/${name}`;
    const stat = look(() => lstatSync(join(root, path)));
    if (stat.ok && stat.value.isDirectory()) collect(root, path, found);
    else if (name.endsWith('.md') || (stat.ok && leadsToFolder(stat.value, join(root, path)))) {
      found.push({ path, fault: stat.ok ? findFault(root, path, stat.value) : `it cannot be read: ${stat.error}` });
    }
  }
}

function leadsToFolder(stat: Stats, path: string): boolean {
  const end = stat.isSymbolicLink() ? look(() => statSync(path).isDirectory()) : null;
  return end?.ok === true && end.value;
}

/** A link may lead to another file of the folder: what is there is a person's own. */
function findFault(root: string, path: string, stat: Stats): string | null {
  const target = look(() => realpathSync(join(root, path)));
  if (!target.ok) return 'the link leads nowhere';
  if (!isWithin(target.value, root)) return 'the link leads out of the folder';
  const end = stat.isSymbolicLink() ? look(() => statSync(target.value)) : ok(stat);
  if (!end.ok || !end.value.isFile()) return 'it is no regular file';
  return end.value.size > MAX_COMMAND_BYTES ? TOO_LARGE : null;
}

/** A value, or the code of the system's refusal. */
function look<T>(read: () => T): Result<T, string> {
  try {
    return ok(read());
  } catch (error) {
    return fail(error instanceof Error && 'code' in error ? String(error.code) : String(error));
  }
}
