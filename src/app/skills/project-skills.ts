import type { AppConfig } from '../load-config.ts';
import { findPlaces } from './places.ts';
import { walkPlace } from './walk-place.ts';

/** The files of the skills that a project brings, whoever trusts it; none while skills are off. Nothing of them is read. */
export async function listProjectSkills(config: AppConfig): Promise<readonly string[]> {
  if (!config.skills.enabled) return [];
  const { projects } = await findPlaces(config);
  return projects.flatMap((place) => walkPlace(place).skills.map(({ file }) => file));
}
