import { realpath, stat } from 'node:fs/promises';
import { baseName, folderOf } from '../../base/path.ts';
import { type Result, fail, ok } from '../../base/result.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { Place } from '../../ports/tool.ts';
import { codeOf } from '../files/disk-fault.ts';
import { sayMissing } from '../files/open-file.ts';
import { showPath, toAbsolute } from '../files/place.ts';

/** Where a search starts. */
export interface Root {
  /** The folder, after symlinks. */
  readonly folder: string;
  /** Set when the search is about one file: its name in that folder. */
  readonly file: string | null;
  /** How a path relative to the folder is written for the model. */
  show(relative: string): string;
}

export async function openRoot(path: string | undefined, place: Place): Promise<Result<Root, string>> {
  const absolute = toAbsolute(path ?? '.', place);
  const shown = showPath(absolute, place);
  try {
    const real = await realpath(absolute);
    const stats = await stat(real);
    if (stats.isDirectory()) return ok(createRoot(real, absolute, place));
    if (!stats.isFile()) return fail(`${shown} is neither a file nor a folder`);
    return ok({ folder: folderOf(real), file: baseName(real), show: () => shown });
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
    return fail(await sayMissing(absolute, shown));
  }
}

const createRoot = (folder: string, given: string, place: Place): Root => ({
  folder,
  file: null,
  show: (relative) => showOnOneLine(showPath(given === '/' ? `/${relative}` : `${given}/${relative}`, place)),
});
