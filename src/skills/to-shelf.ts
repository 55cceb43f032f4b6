import type { ScanFinding } from '../vocab/sanitize.ts';
import type { BrokenSkill, FoundSkill, Shelf, Skill, SkillState } from '../vocab/skill.ts';
import { toKey } from './names.ts';

export const isBroken = (skill: FoundSkill | BrokenSkill): skill is BrokenSkill => 'reason' in skill;

/** What was found, the nearest folder first; within a folder in the order in which it was found. */
export interface Finds {
  readonly found: readonly FoundSkill[];
  readonly broken: readonly BrokenSkill[];
  /** Names of skills that a person switched off. */
  readonly disabled: readonly string[];
}

/**
 * One skill a name: of those that can be used the nearest, within one folder a folder before a file. What cannot be used
 * hides nothing. The same skill in the same state is the same object again, out of `before`.
 */
export function toShelf(
  { found, broken, disabled }: Finds,
  before: readonly Skill[],
): Pick<Shelf, 'skills' | 'broken'> {
  const off = new Set(disabled.map(toKey));
  const byKey = new Map<string, FoundSkill[]>();
  for (const skill of found) byKey.set(toKey(skill.name), [...(byKey.get(toKey(skill.name)) ?? []), skill]);
  const known = new Map(before.map((skill) => [skill.file, skill]));
  const skills = [...byKey].flatMap(([key, all]) => {
    const usable = all.filter((skill) => !isDangerous(skill));
    const chosen = (usable.length > 0 ? usable : all).reduce((best, next) => (isRicher(next, best) ? next : best));
    const state: SkillState = isDangerous(chosen) ? 'quarantined' : off.has(key) ? 'disabled' : 'enabled';
    const shadows = all.filter((skill) => skill !== chosen).map(({ file }) => file);
    return [keep(known.get(chosen.file), { ...chosen, state, shadows })];
  });
  return { skills: skills.toSorted((a, b) => (a.name < b.name ? -1 : 1)), broken };
}

/** The findings that keep a skill out of use. */
export const listDangers = (
  { waived = [] }: Pick<FoundSkill, 'waived'>,
  findings: readonly ScanFinding[],
): readonly ScanFinding[] =>
  findings.filter(
    ({ severity, rule, excerpt }) =>
      severity === 'critical' && !waived.some((one) => one.rule === rule && one.excerpt === excerpt),
  );

const isDangerous = (skill: FoundSkill): boolean => listDangers(skill, skill.findings).length > 0;

/** Of two in one folder, the one that may have files of its own. */
const isRicher = (next: FoundSkill, best: FoundSkill): boolean =>
  next.place.path === best.place.path && next.folder !== null && best.folder === null;

const keep = (before: Skill | undefined, now: Skill): Skill =>
  before?.stamp === now.stamp &&
  before.state === now.state &&
  before.name === now.name &&
  before.place.path === now.place.path &&
  before.shadows.join('\0') === now.shadows.join('\0')
    ? before
    : now;
