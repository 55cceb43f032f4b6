import { lstatSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { NewestVersion, SkillVersion, VersionAction } from '../../../ports/skill-store.ts';
import { toKey } from '../../../skills/names.ts';
import { restoreSecrets } from '../../../skills/edit/restore-secrets.ts';
import { MAIN_FILE, toTreeDigest, type FileChange } from '../../../skills/tree.ts';
import type { TreeFile } from '../../../vocab/proposal.ts';
import type { Shelf, SkillPlace } from '../../../vocab/skill.ts';
import { keepsWorkshop } from '../../workshop/read-settings.ts';
import { mendPlace, workshopPlace, type DoorParts } from './parts.ts';
import { readSkillTree, type SkillSpot } from './read-tree.ts';
import { Refusal } from './result.ts';

/** Whoever changes files with an editor. */
const OWNER = 'owner';

/** A skill of one folder: what it is called by, and where it stands there; null: it does not any more. */
export interface Located {
  readonly name: string;
  readonly place: SkillPlace;
  readonly spot: SkillSpot | null;
}

/** One that the shelf has; `stamp` null: it has to be read to know whether it changed. */
interface OnShelf extends Located {
  readonly spot: SkillSpot;
  readonly stamp: string | null;
}

export async function noticeEdits(shelf: Shelf, parts: DoorParts): Promise<void> {
  const { versions } = parts.store.skills;
  const places = [
    shelf.writePlace,
    // Also when a process died while its only skill had no name.
    ...listWorkshop(shelf, parts),
    ...shelf.skills.map(({ place }) => place),
    ...shelf.broken.map(({ place }) => place),
  ];
  for (const { path, kind } of new Map(places.map((place) => [place.path, place])).values()) {
    if (kind === 'own') await mendPlace(path, parts);
    const newest = await versions.listNewest(path);
    if (newest.length === 0) continue;
    const known = new Map(listOnShelf(shelf, path).map((one) => [toKey(one.name), one]));
    for (const version of newest) await noticeOne(version, known.get(toKey(version.name)) ?? null, parts);
  }
}

const listWorkshop = ({ withheld }: Shelf, parts: DoorParts): readonly Pick<SkillPlace, 'path' | 'kind'>[] => {
  const path = workshopPlace(parts);
  return !keepsWorkshop(parts.config) || withheld.includes(path) ? [] : [{ path, kind: 'own' }];
};

/** Every skill of a folder, also those that are broken or hidden by a nearer one. */
function listOnShelf({ skills, broken }: Shelf, path: string): readonly OnShelf[] {
  const place = skills.find((skill) => skill.place.path === path)?.place ?? { path, kind: 'own', isProject: false };
  const hidden = skills.flatMap(({ name, shadows }) =>
    shadows
      .filter((file) => file.startsWith(`${path}/`))
      .map((file) => ({ name, place, spot: toSpot(file), stamp: null })),
  );
  const torn = broken.flatMap(({ name, place, file }) =>
    place.path === path ? [{ name, place, spot: toSpot(file), stamp: null }] : [],
  );
  const own = skills.flatMap(({ name, place, file, folder, stamp }) =>
    place.path === path ? [{ name, place, spot: { file, folder }, stamp }] : [],
  );
  return [...hidden, ...torn, ...own];
}

export const toSpot = (file: string): SkillSpot => ({
  file,
  folder: /\/skill\.md$/i.test(file) ? dirname(file) : null,
});

async function noticeOne(newest: NewestVersion, found: OnShelf | null, parts: DoorParts): Promise<void> {
  const { place, name } = newest;
  if (found === null) return noticeRemoval(place, name, parts);
  if (found.stamp !== null && found.stamp === newest.stamp) return;
  const files = readMasked(found.spot, parts);
  if (files === null) return; // a link, or it vanished meanwhile: the next look tells
  const tree = toTreeDigest(files);
  const action: VersionAction = newest.tree === null ? 'found' : 'edit';
  const version = tree === newest.tree ? newest : await addSeen({ place, name, action }, { newest, files }, parts);
  if (version !== null && found.stamp !== null) await parts.store.skills.versions.see(version, found.stamp);
}

/** Records that a skill is gone, when it is: a process may have written it just now. */
export async function noticeRemoval(place: string, name: string, parts: DoorParts): Promise<void> {
  const newest = (await parts.store.skills.versions.list(place, name)).at(-1) ?? null;
  if (newest === null || newest.tree === null || isOnDisk(place, name)) return;
  await addSeen({ place, name, action: 'remove' }, { newest, files: null }, parts);
}

/** Where nobody may look it may be there. */
function isOnDisk(place: string, name: string): boolean {
  try {
    const paths = [join(place, name, MAIN_FILE), join(place, `${name}.md`)];
    return paths.some((path) => lstatSync(path, { throwIfNoEntry: false }) !== undefined);
  } catch {
    return true;
  }
}

interface Seen {
  readonly newest: SkillVersion | null;
  readonly files: readonly TreeFile[] | null;
}

/** Null when another process was faster: then that one saw it. */
export const addSeen = (
  what: { readonly place: string; readonly name: string; readonly action: VersionAction },
  { newest, files }: Seen,
  { store, clock }: DoorParts,
): Promise<SkillVersion | null> =>
  store.skills.versions.add(
    {
      ...what,
      tree: files === null ? null : toTreeDigest(files),
      by: OWNER,
      at: clock.now(),
      proposal: null,
      note: null,
    },
    files,
    { after: newest?.number ?? 0 },
  );

/** The name of a known secret that a skill's files on disk hold; null: none. */
export function findSecret(spot: SkillSpot, { redact }: DoorParts): string | null {
  const held = readSkillTree(spot)?.find(({ text }) => redact.text(text) !== text);
  return held === undefined ? null : (redact.findMark(redact.text(held.text)) ?? 'a secret');
}

/**
 * The changes as they are written: versions and proposals hold no known secret, and a file on disk that does keeps it.
 * Throws a Refusal where a change would lose one.
 */
export function keepSecrets(
  changes: readonly FileChange[],
  spot: SkillSpot,
  { redact }: DoorParts,
): readonly FileChange[] {
  const live = new Map(readSkillTree(spot)?.map(({ path, text }) => [path, text]));
  const mask = (text: string): string => redact.text(text);
  return changes.map((change) => {
    const before = live.get(change.path) ?? '';
    const text = change.text === null ? null : restoreSecrets(change.text, before, mask);
    if (change.text === null ? mask(before) !== before : text === null) {
      const name = redact.findMark(mask(before)) ?? 'a secret';
      const file = spot.folder === null ? spot.file : join(spot.folder, change.path);
      throw new Refusal(
        'not-writable',
        `${file} holds the value of ${name}, which no version keeps, and this would lose it; take it out of the file first`,
      );
    }
    return { ...change, text };
  });
}

export const readMasked = (spot: SkillSpot, { redact }: DoorParts): readonly TreeFile[] | null =>
  readSkillTree(spot)?.map(({ path, text }) => ({ path, text: redact.text(text) })) ?? null;
