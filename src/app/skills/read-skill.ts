import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { dirname } from 'node:path';
import { isWithin } from '../../base/path.ts';
import { fail, type Result } from '../../base/result.ts';
import { isCallable, MAX_DESCRIPTION, toName } from '../../skills/names.ts';
import { decodeSkill, MAX_SKILL_BYTES, parseSkill } from '../../skills/parse-skill.ts';
import { listDangers } from '../../skills/to-shelf.ts';
import type { ScanFinding } from '../../vocab/sanitize.ts';
import type { BrokenSkill, FoundSkill, SkillFault, SkillPlace, SkillText } from '../../vocab/skill.ts';
import { scanPath, scanText } from '../guard/scan-skills.ts';
import type { SpottedSkill } from './walk-place.ts';

/** Reads and scans one skill. Null: it vanished meanwhile. Whatever is wrong with it is told and not thrown. */
export function readSkill(spotted: SpottedSkill, place: SkillPlace): FoundSkill | BrokenSkill | null {
  const { base, file, folder, stamp, watched } = spotted;
  const read = readText(spotted, place);
  if (read === null) return null;
  const text = read.ok ? parseSkill(read.value) : read;
  const broken = (line: number | null, reason: string): BrokenSkill => ({ name: base, place, file, line, reason });
  if (!text.ok) return broken(text.error.line, text.error.message);
  const name = text.value.name ?? nameOf(base);
  if (name === null) return broken(1, `neither its name nor "${base}" is one it can be called by`);
  const found = { name, place, file, folder, stamp, watched, allowedTools: text.value.allowedTools };
  return {
    ...found,
    description: cutWell(text.value.description),
    notes: [...text.value.notes, ...sayDifference(name, base)],
    findings: place.kind === 'builtin' ? [] : scanPath(folder ?? file).findings,
  };
}

/** Never in the middle of a character. */
const cutWell = (text: string): string =>
  text
    .slice(0, MAX_DESCRIPTION)
    .replace(/[\ud800-\udbff]$/, '')
    .toWellFormed();

const nameOf = (base: string): string | null => {
  const name = base.normalize('NFKC');
  return isCallable(name) ? name : toName(base);
};

const sayDifference = (name: string, base: string): FoundSkill['notes'] =>
  name === base
    ? []
    : [{ code: 'name-differs', line: null, message: `it is called ${name}, and its folder or file ${base}` }];

/** The skill as it is now, read anew: what is loaded is what is on the disk. Null: it is gone. */
export function readSkillText(skill: FoundSkill): Result<SkillText, SkillFault> | null {
  const read = readText({ ...skill, base: skill.name }, skill.place);
  return read === null || !read.ok ? read : parseSkill(read.value);
}

/**
 * What the scanner calls critical in a text that is given to the model now: it may have changed since the look at the
 * whole skill, or be one file more than are looked at.
 */
export const findDangers = (skill: Pick<FoundSkill, 'place' | 'waived'>, text: string): readonly ScanFinding[] =>
  skill.place.kind === 'builtin' ? [] : listDangers(skill, scanText(text).findings);

/** Null: the file is gone. */
function readText({ file, folder }: SpottedSkill, place: SkillPlace): Result<string, SkillFault> | null {
  try {
    const real = realpathSync(file);
    const root = folder ?? (place.isProject ? dirname(file) : null);
    if (root !== null && !isWithin(real, realpathSync(root)))
      return fail({ line: null, message: 'it is a link that leads out of its folder' });
    const bytes = readBytes(real);
    return bytes === null ? fail({ line: null, message: 'it is no regular file' }) : decodeSkill(bytes);
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : String(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    return fail({ line: null, message: `it cannot be read (${code})` });
  }
}

/** A byte more than a skill may have is enough to see that it is too large. */
function readBytes(path: string): Uint8Array | null {
  const flags = constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY | constants.O_NOFOLLOW;
  const handle = openSync(path, flags);
  try {
    const { size } = fstatSync(handle);
    if (!fstatSync(handle).isFile()) return null;
    const bytes = Buffer.alloc(Math.min(size, MAX_SKILL_BYTES + 1));
    let at = 0;
    while (at < bytes.length) {
      const count = readSync(handle, bytes, at, bytes.length - at, at);
      if (count === 0) break;
      at += count;
    }
    return bytes.subarray(0, at);
  } finally {
    closeSync(handle);
  }
}
