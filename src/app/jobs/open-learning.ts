import { Fault } from '../../base/fault.ts';
import { openShelf } from '../skills/open-shelf.ts';
import type { OpenLearning } from './learning.ts';

/** The skills on disk, and the one door to them. */
export const openSkillLearning: OpenLearning = async (config, store) => {
  const shelf = openShelf(config, async () => store);
  return {
    shelf,
    door: {
      async create() {
        throw new Fault('internal', 'there is no door');
      },
    },
  };
};
