import { readdirSync, readFileSync, statSync } from 'node:fs';
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
const MAX_BYTES = 16 * 1024 * 1024;

/**
 * A file, or every file of a folder; links are not followed. Where not all can be read, that is a finding too. Throws
 * a Fault when there is nothing at the path.
 */
export function scanPath(path: string): Scanned {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) throw new Fault('not-found', `There is no ${path}.`, { hint: 'name a file or a folder' });
  if (stat.isFile()) return toScanned(scanSkill([readOne(path, 'SKILL.md')]));
  if (!stat.isDirectory()) throw new Fault('usage', `${path} is neither a file nor a folder.`);
  const files: SkillFile[] = [];
  const missed = collect(path, path, files);
  const partly = missed.map((file): ScanFinding => ({
    rule: 'not-read-whole',
    severity: 'warn',
    file,
    line: 0,
    excerpt: file,
  }));
  return toScanned([...scanSkill(files), ...partly]);
}

function collect(root: string, folder: string, files: SkillFile[]): readonly string[] {
  const missed: string[] = [];
  const entries = readdirSync(folder, { withFileTypes: true }).toSorted((a, b) => (a.name < b.name ? -1 : 1));
  for (const entry of entries) {
    const path = join(folder, entry.name);
    const shown = relative(root, path);
    if (SKIPPED.has(entry.name)) continue;
    try {
      if (entry.isDirectory()) missed.push(...collect(root, path, files));
      else if (!entry.isFile() || files.length >= MAX_FILES || statSync(path).size > MAX_BYTES) missed.push(shown);
      else files.push(readOne(path, shown));
    } catch (error) {
      if (!(error instanceof Error && 'syscall' in error)) throw error;
      missed.push(shown); // it may not be read, or it vanished
    }
  }
  return missed;
}

/** Bytes that are no text are read as if they were: words in them are found all the same. */
const readOne = (path: string, shown: string): SkillFile => ({ path: shown, text: readFileSync(path, 'utf8') });
