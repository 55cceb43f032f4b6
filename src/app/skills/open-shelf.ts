import type { NewestVersion, SkillStore } from '../../ports/skill-store.ts';
import { toKey } from '../../skills/names.ts';
import { isBroken, toShelf } from '../../skills/to-shelf.ts';
import type { BrokenSkill, FoundSkill, Shelf, SkillPlace } from '../../vocab/skill.ts';
import type { AppConfig } from '../load-config.ts';
import { findWaivers } from './find-waivers.ts';
import { findPlaces } from './places.ts';
import { walkPlace, type KnownFolders, type SpottedSkill } from './walk-place.ts';

/** The skills that can be seen from a workspace. */
export interface ShelfReader {
  /**
   * A look at the disk: one stat of each file; only what changed since the last look, also of another process, is read
   * and scanned. Skills that stayed as they were are the same objects.
   */
  look(): Promise<Shelf>;
}

type Kept = Pick<SkillStore, 'states' | 'snapshots' | 'uses' | 'versions' | 'proposals'>;

/** So many skills are read before others get their turn: a first look at thousands takes seconds. */
const AT_ONCE = 20;

/** `changed` is told of each look that found something else than the one before, of whatever process. */
export function openShelf(
  config: AppConfig,
  getStore: () => Promise<{ readonly skills: Kept }>,
  changed: (shelf: Shelf) => Promise<void> = async () => undefined,
): ShelfReader {
  const known = new Map<string, ReadonlyMap<string, FoundSkill>>();
  let before: Shelf | null = null;
  let seen = '';
  return {
    async look() {
      const { skills: store } = await getStore();
      const places = await findPlaces(config);
      const looks = [];
      for (const place of places.read) looks.push(await lookAt(place, store, known));
      const found = await withWaivers(
        looks.flatMap((one) => one.found),
        store,
      );
      const broken = looks.flatMap((one) => one.broken);
      const disabled = await store.states.listDisabled();
      const lifted = found.flatMap(({ file, waived }) => (waived === undefined ? [] : [file]));
      const now = [...places.read.map(({ path }) => path), '', ...disabled, '', ...lifted].join('\n');
      const isSame = before !== null && now === seen && looks.every(({ isChanged }) => !isChanged);
      const shelf =
        isSame && before !== null ? { ...before, broken } : toShelf({ found, broken, disabled }, before?.skills ?? []);
      seen = now;
      if (looks.some((one) => one.isChanged)) await countNew(looks, store.uses);
      before = { ...shelf, withheld: places.withheld, writePlace: places.write };
      if (looks.some((one) => one.isChanged)) await changed(before);
      return before;
    },
  };
}

/** What a person accepted in spite of a finding is in use, as long as it is exactly that text. */
async function withWaivers(
  found: readonly FoundSkill[],
  store: Pick<Kept, 'versions' | 'proposals'>,
): Promise<readonly FoundSkill[]> {
  const all: FoundSkill[] = [];
  for (const skill of found) {
    const isCritical = skill.findings.some(({ severity }) => severity === 'critical');
    const newest = isCritical
      ? (await store.versions.listNewest(skill.place.path)).find(({ name }) => name === skill.name)
      : undefined;
    const { path: place } = skill.place;
    const waived = newest === undefined ? [] : await findWaivers({ place, name: skill.name, tree: newest.tree }, store);
    const isExact = newest !== undefined && waived.length > 0 && (await isStill(skill, newest));
    all.push(isExact ? { ...skill, waived } : skill);
  }
  return all;
}

/** Whether the disk holds this version; one that was never seen there is compared by its files. */
async function isStill(skill: FoundSkill, { stamp, tree }: NewestVersion): Promise<boolean> {
  if (stamp !== null) return stamp === skill.stamp;
  const [{ readSkillTree }, { toTreeDigest }] = await Promise.all([
    import('./door/read-tree.ts'),
    import('../../skills/tree.ts'),
  ]);
  const files = readSkillTree(skill);
  return files !== null && toTreeDigest(files) === tree;
}

/** The first look at a folder only finds what was there before anybody counted; what we wrote is counted where it is. */
async function countNew(looks: readonly Look[], uses: Kept['uses']): Promise<void> {
  const known = new Set(looks.flatMap(({ before }) => before ?? []).map(toKey));
  const names = looks.flatMap(({ before, found }) =>
    before === null ? [] : found.flatMap(({ name }) => (known.has(toKey(name)) ? [] : [name])),
  );
  if (names.length > 0) await uses.addCreated(names, Date.now());
}

interface Look {
  readonly isChanged: boolean;
  /** Names that were there at the look before, also of another process; null: nobody looked before. */
  readonly before: readonly string[] | null;
  readonly found: readonly FoundSkill[];
  readonly broken: readonly BrokenSkill[];
}

async function lookAt(
  place: SkillPlace,
  { snapshots }: Kept,
  known: Map<string, ReadonlyMap<string, FoundSkill>>,
): Promise<Look> {
  const kept = known.get(place.path) ?? (await readKept(place, snapshots));
  const { skills, unreadable } = walkPlace(place, toFolders(kept));
  const found: FoundSkill[] = [];
  const broken: BrokenSkill[] = unreadable.map(({ base, file, reason }) => ({
    ...{ name: base, place, file, reason },
    line: null,
  }));
  let [fresh, changed] = [0, 0];
  for (const spotted of skills) {
    const same = findSame(spotted, kept);
    if (same === null && ++fresh % AT_ONCE === 0) await nextTurn();
    // The reader and the scanner are loaded only where there is something to read.
    const read = same ?? (await import('./read-skill.ts')).readSkill(spotted, place);
    if (read === null) continue;
    if (isBroken(read)) broken.push(read);
    else found.push(read);
    if (same === null && !isBroken(read)) changed++;
  }
  const isChanged = changed > 0 || found.length !== kept.size;
  const isFirst = place.kind === 'builtin' || (kept.size === 0 && !known.has(place.path));
  const before = isFirst ? null : [...kept.values()].map(({ name }) => name);
  if (isChanged) await snapshots.write(place.path, found);
  known.set(place.path, new Map(found.map((skill) => [skill.file, skill])));
  return { isChanged, before, found, broken };
}

const readKept = async (place: SkillPlace, snapshots: Kept['snapshots']): Promise<ReadonlyMap<string, FoundSkill>> => {
  const skills = await snapshots.read(place.path);
  return new Map(skills.map((skill) => [skill.file, { ...skill, place }]));
};

const toFolders = (kept: ReadonlyMap<string, FoundSkill>): KnownFolders =>
  new Map([...kept.values()].flatMap((skill) => (skill.folder === null ? [] : [[skill.folder, skill] as const])));

const findSame = ({ file, stamp }: SpottedSkill, kept: ReadonlyMap<string, FoundSkill>): FoundSkill | null => {
  const skill = kept.get(file);
  return skill?.stamp === stamp ? skill : null;
};

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));
