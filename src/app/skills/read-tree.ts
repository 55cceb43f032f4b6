import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { MAIN_FILE, sortFiles } from '../../skills/tree.ts';
import type { TreeFile } from '../../vocab/proposal.ts';

/** Where a skill stands: `folder` is null for one that is a single file. */
export interface SkillSpot {
  readonly file: string;
  readonly folder: string | null;
}

/** What is no part of a skill, though it stands in its folder. */
const SKIPPED: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.DS_Store']);
const MAX_FILES = 500;
const MAX_FILE_BYTES = 1024 * 1024;
const MAX_BYTES = 8 * 1024 * 1024;

/**
 * The texts of a skill, as a version keeps them: no links, nothing that is no text, nothing past the bounds. Null when it
 * is not there, or vanishes while it is read.
 */
export function readSkillTree({ file, folder }: SkillSpot): readonly TreeFile[] | null {
  try {
    if (folder === null) return statSync(file).isFile() ? [{ path: MAIN_FILE, text: readFileSync(file, 'utf8') }] : null;
    if (!statSync(file).isFile()) return null;
    const files: TreeFile[] = [];
    collect(folder, '', { files, bytes: 0 });
    return sortFiles(files);
  } catch (error) {
    if (isGone(error)) return null;
    throw error;
  }
}

const isGone = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOENT' || error.code === 'ENOTDIR');

interface Read {
  readonly files: TreeFile[];
  bytes: number;
}

function collect(root: string, within: string, read: Read): void {
  const entries = readdirSync(join(root, within), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = within === '' ? entry.name : `${within}/${entry.name}`;
    if (SKIPPED.has(entry.name)) continue;
    if (entry.isDirectory()) collect(root, path, read);
    else if (entry.isFile()) take(root, path, read);
  }
}

function take(root: string, path: string, read: Read): void {
  const { size } = statSync(join(root, path));
  if (read.files.length >= MAX_FILES || size > MAX_FILE_BYTES || read.bytes + size > MAX_BYTES) return;
  const text = toText(readFileSync(join(root, path)));
  if (text === null) return;
  read.bytes += size;
  read.files.push({ path, text });
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
