import { readdirSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { isBroken } from '../../skills/to-shelf.ts';
import { validateSkill, type Verdict } from '../../skills/validate.ts';
import type { SkillPlace } from '../../vocab/skill.ts';
import { listFiles } from './read-bundle.ts';
import { readSkill, readSkillText } from './read-skill.ts';
import { findMain } from './walk-place.ts';

/** A folder with a `SKILL.md`, or one file. Throws a Fault where there is no skill at the path. */
export function validatePath(given: string): readonly Verdict[] {
  const path = resolve(given);
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) throw new Fault('not-found', `There is no ${path}.`, { hint: 'name the folder of a skill' });
  const isMain = /^skill\.md$/i.test(basename(path));
  const folder = stats.isDirectory() ? path : isMain ? dirname(path) : null;
  const main = stats.isDirectory() ? findMain(readdirSync(path, { withFileTypes: true })) : null;
  if (main === undefined) throw new Fault('not-found', `${path} holds no SKILL.md.`, { hint: 'every skill has one' });
  const file = main === null ? path : join(path, main.name);
  const place: SkillPlace = { path: dirname(folder ?? file), kind: 'own', isProject: false };
  const base = basename(folder ?? file).replace(/\.md$/, '');
  const skill = readSkill({ base, file, folder, stamp: '', watched: [] }, place);
  if (skill === null) throw new Fault('not-found', `There is no ${file} any more.`);
  if (isBroken(skill)) return [{ kind: 'error', file: basename(file), line: skill.line, message: skill.reason }];
  const text = readSkillText(skill);
  if (text?.ok !== true) throw new Fault('not-found', `${file} changed while it was read.`, { hint: 'try again' });
  const misnamed: Verdict = {
    ...{ kind: 'error', file: basename(file), line: null },
    message: 'the standard wants the file called SKILL.md; other programs may not find it',
  };
  const verdicts = validateSkill({
    text: text.value,
    written: text.value.name,
    folder: folder === null ? null : base,
    files: listFiles(skill),
    findings: skill.findings,
  });
  return folder === null || basename(file) === 'SKILL.md' ? verdicts : [misnamed, ...verdicts];
}
