import type { Clock } from '../../ports/clock.ts';
import { openShelf } from '../skills/open-shelf.ts';
import type { OpenLearning } from './learning.ts';

/** The skills on disk, and the one door to them. */
export const openSkillLearning =
  (clock: Clock): OpenLearning =>
  async (config, store) => {
    const shelf = openShelf(config, async () => store);
    const { openDoor } = await import('../skills/door.ts');
    return { shelf, door: openDoor(config, store, shelf, clock) };
  };
