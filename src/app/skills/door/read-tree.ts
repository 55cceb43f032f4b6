import { lstatSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN_FILE, sortFiles } from '../../../skills/tree.ts';
import type { TreeFile } from '../../../vocab/proposal.ts';
import { listBundle } from '../walk-place.ts';

/** Where a skill stands: `folder` is null for one that is a single file. */
export interface SkillSpot {
  readonly file: string;
  readonly folder: string | null;
}

const MAX_FILES = 500;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The texts of a skill, as a version keeps them: no links, nothing that is no text, nothing past the bounds. Null when it
 * is not there as a file of its own, vanishes while it is read, or may not be read.
 */
export function readSkillTree({ file, folder }: SkillSpot): readonly TreeFile[] | null {
  try {
    if (!lstatSync(file).isFile()) return null;
    if (folder !== null) return readFolder(folder);
    const text = toText(readFileSync(file));
    return text === null ? [] : [{ path: MAIN_FILE, text }];
  } catch (error) {
    if (error instanceof Error && 'syscall' in error) return null;
    throw error;
  }
}

function readFolder(folder: string): readonly TreeFile[] {
  const files: TreeFile[] = [];
  let left = MAX_BYTES;
  for (const [path, stats] of listBundle(folder)) {
    const size = stats.size;
    if (!stats.isFile() || files.length >= MAX_FILES || size > Math.min(left, MAX_FILE_BYTES)) continue;
    const text = toText(readFileSync(join(folder, path)));
    if (text === null) continue;
    left -= size;
    files.push({ path, text });
  }
  return sortFiles(files);
}

/** Null for bytes that would not come back as they were. */
function toText(bytes: Uint8Array): string | null {
  if (bytes.includes(0)) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}
