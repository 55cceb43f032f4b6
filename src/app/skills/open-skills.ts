import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import type { AppConfig } from '../load-config.ts';
import type { SkillDoor } from './door.ts';
import { openShelf, type ShelfReader } from './open-shelf.ts';

/** The skills that can be seen from a folder, and the one way to write them. */
export interface Skills {
  readonly shelf: ShelfReader;
  /** Loaded when it is asked for. */
  openDoor(): Promise<SkillDoor>;
}

/** What was changed by hand becomes a version as soon as a look finds it. */
export function openSkills(
  config: AppConfig,
  getStore: () => Promise<Pick<Store, 'skills' | 'exclusively'>>,
  clock: Clock,
): Skills {
  const shelf = openShelf(config, getStore, async (seen) => (await openDoor()).notice(seen));
  const openDoor = async (): Promise<SkillDoor> => {
    const { openDoor: open } = await import('./door.ts');
    return open(config, await getStore(), shelf, clock);
  };
  return { shelf, openDoor };
}
