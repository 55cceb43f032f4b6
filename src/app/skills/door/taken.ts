import { join } from 'node:path';
import { toKey } from '../../../skills/names.ts';
import type { Shelf } from '../../../vocab/skill.ts';
import { toRefused, type Refused } from './result.ts';
import { findTwin } from './swap-tree.ts';

/** Says which skill has this name, whatever its state; null when it is free. */
export function findTaken(name: string, { skills, broken }: Shelf): string | null {
  const key = toKey(name);
  const skill = skills.find((one) => toKey(one.name) === key);
  if (skill !== undefined) return `there is a skill ${skill.name} already (${skill.state}, ${skill.file})`;
  const torn = broken.find((one) => toKey(one.name) === key);
  return torn === undefined ? null : `there is a skill ${torn.name} already, though it is broken (${torn.file})`;
}

/** Something that stands where the skill would be written, and is none that is read. */
export function findEntry(place: string, name: string): string | Refused | null {
  try {
    const twin = findTwin(place, name);
    return twin === null ? null : `${join(place, twin)} is there already`;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
    const refused = toRefused(error, place);
    if (refused === null) throw error;
    return refused;
  }
}
