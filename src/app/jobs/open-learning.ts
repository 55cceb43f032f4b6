import type { Clock } from '../../ports/clock.ts';
import { openSkills } from '../skills/open-skills.ts';
import type { OpenLearning } from './learning.ts';

/** The skills on disk, and the one door to them. */
export const openSkillLearning =
  (clock: Clock): OpenLearning =>
  async (config, store) => {
    const { shelf, openDoor } = openSkills(config, async () => store, clock);
    return { shelf, door: await openDoor() };
  };
