import { readdirSync, readFileSync, statSync, type Dirent } from 'node:fs';
import { join, relative } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { scanSkill, toStatus, type SkillFile } from '../../guard/scan/scan-skill.ts';
import type { ScanFinding, ScanStatus } from '../../vocab/sanitize.ts';

export interface Scanned {
  readonly status: ScanStatus;
  readonly findings: readonly ScanFinding[];
}

const toScanned = (findings: readonly ScanFinding[]): Scanned => ({ status: toStatus(findings), findings });

/** A text as the one file of a skill. */
export const scanText = (text: string): Scanned => toScanned(scanSkill([{ path: 'SKILL.md', text }]));

const SKIPPED: ReadonlySet<string> = new Set(['.git', '.hg', '.svn', 'node_modules', '__pycache__', '.DS_Store']);
const MAX_FILES = 2000;
/** Of all files together: what is behind would only take the time of whoever looks. */
const MAX_BYTES = 16 * 1024 * 1024;
/** So many that are not read are named one by one. */
const MAX_NAMED = 20;

/**
 * A file, or every file of a folder; links are not followed. Where not all can be read, that is a finding too. Throws
 * a Fault when there is nothing at the path.
 */
export function scanPath(path: string): Scanned {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined)
    throw new Fault('not-found', `There is no ${path}.`, {
      hint: 'name a file or a folder; bailiwick skills show NAME tells where a skill lies',
    });
  if (stat.isFile()) return toScanned(scanSkill([readOne(path, 'SKILL.md')]));
  if (!stat.isDirectory()) throw new Fault('usage', `${path} is neither a file nor a folder.`);
  const found: Collected = { files: [], missed: [], bytes: 0 };
  collect(path, path, found);
  return toScanned([...scanSkill(found.files), ...toPartly(found.missed)]);
}

const toPartly = (missed: readonly string[]): readonly ScanFinding[] => {
  const rest = missed.length - MAX_NAMED;
  return missed.slice(0, MAX_NAMED).map((file, at) => ({
    ...{ rule: 'not-read-whole', severity: 'warn', file, line: 1 },
    excerpt: rest > 0 && at === MAX_NAMED - 1 ? `${file} and ${rest} more files` : file,
  }));
};

interface Collected {
  readonly files: SkillFile[];
  readonly missed: string[];
  bytes: number;
}

/** Files come before folders, so that no folder takes the place of what stands beside it. */
function collect(root: string, folder: string, found: Collected): void {
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => rank(a) - rank(b) || byName(a, b));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const shown = relative(root, path);
    if (SKIPPED.has(entry.name)) continue;
    try {
      if (entry.isDirectory()) collect(root, path, found);
      else if (!entry.isFile() || !hasRoom(path, found)) found.missed.push(shown);
      else found.files.push(readOne(path, shown));
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      found.missed.push(shown); // it may not be read, or it vanished
    }
  }
}

/** `SKILL.md` is read whatever else there is. */
const rank = (entry: Dirent): number => (/^skill\.md$/i.test(entry.name) ? 0 : entry.isDirectory() ? 2 : 1);

const byName = (a: Dirent, b: Dirent): number => (a.name < b.name ? -1 : 1);

function hasRoom(path: string, found: Collected): boolean {
  const { size } = statSync(path);
  if (found.files.length >= MAX_FILES || found.bytes + size > MAX_BYTES) return false;
  found.bytes += size;
  return true;
}

/** Bytes that are no text are read as if they were: words in them are found all the same. */
const readOne = (path: string, shown: string): SkillFile => ({ path: shown, text: readFileSync(path, 'utf8') });
