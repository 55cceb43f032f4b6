import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../../base/fault.ts';
import { nearest } from '../../../base/text.ts';
import { findIntroduced, toStatus } from '../../../guard/scan/scan-skill.ts';
import type { Settling, SkillVersion } from '../../../ports/skill-store.ts';
import { advanceProposal, listOpen, toQuarantineReason } from '../../../skills/lifecycle.ts';
import { toKey } from '../../../skills/names.ts';
import { renderDiff } from '../../../skills/render-diff.ts';
import { findChanges, MAIN_FILE, toTreeDigest, type FileChange } from '../../../skills/tree.ts';
import type { TreeFile } from '../../../vocab/proposal.ts';
import type { Shelf } from '../../../vocab/skill.ts';
import { keepsWorkshop } from '../../workshop/read-settings.ts';
import { newestOf, workshopPlace, writeVersion, type DoorParts } from './parts.ts';
import { Refusal, refuse, type DoorResult } from './result.ts';
import { addSeen, keepSecrets, noticeEdits, readMasked, toSpot, type Located } from './notice.ts';
import { readSkillTree, type SkillSpot } from './read-tree.ts';
import { findWaivers } from '../find-waivers.ts';
import { listBundle } from '../walk-place.ts';
import { stageChange, stageNew, stageRemoval, type Staged } from './swap-tree.ts';

interface History extends Located {
  readonly versions: readonly SkillVersion[];
}

export async function readHistory(name: string, parts: DoorParts): Promise<History> {
  const shelf = await parts.shelf.look();
  await noticeEdits(shelf, parts);
  const located = locate(name, shelf);
  if (located.place.kind === 'builtin') {
    throw new Fault('not-found', `${located.name} comes with Bailiwick, and no versions are kept of it.`, {
      hint: 'copy it into a folder of your own to change it',
    });
  }
  const { versions } = parts.store.skills;
  const key = [located.place.path, located.name] as const;
  if (located.spot !== null && (await versions.list(...key)).length === 0) {
    const files = readMasked(located.spot, parts);
    const what = { place: located.place.path, name: located.name, action: 'found' } as const;
    if (files !== null) await addSeen(what, { newest: null, files }, parts);
  }
  const found = await versions.list(...key);
  if (found.length > 0) return { ...located, versions: found };
  const gone = !keepsWorkshop(parts.config) ? [] : await versions.list(workshopPlace(parts), located.name);
  if (located.spot === null && gone.length > 0)
    return { ...located, place: { path: workshopPlace(parts), kind: 'own', isProject: true }, versions: gone };
  const meant = nearest(
    name,
    shelf.skills.map((skill) => skill.name),
  );
  throw new Fault('not-found', `There is no skill ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint: 'bailiwick skills list shows them',
  });
}

/** The skill that is called by this name; else a broken one; else what was in the folder that is written to. */
function locate(name: string, { skills, broken, writePlace }: Shelf): Located {
  const key = toKey(name);
  const skill = skills.find((one) => toKey(one.name) === key);
  if (skill !== undefined) return { ...skill, spot: skill };
  const torn = broken.find((one) => toKey(one.name) === key);
  if (torn !== undefined) return { name: torn.name, place: torn.place, spot: toSpot(torn.file) };
  return { name: key, place: writePlace, spot: null };
}

interface Between {
  readonly from: number | null;
  readonly to: number | null;
}

export async function diffVersions(name: string, { from, to }: Between, parts: DoorParts): Promise<string> {
  const history = await readHistory(name, parts);
  const newest = numbered(history, to ?? newestOf(history.versions));
  const before = from === null ? findBefore(history, newest) : numbered(history, from);
  const old = before === null ? [] : await readFiles(before, parts);
  // A version of an edit that was seen while the secret was not known here may hold it.
  return parts.redact.text(renderDiff(old, await readFiles(newest, parts)));
}

/** The newest version in front of this one that has other files. */
const findBefore = ({ versions }: History, { number, tree }: SkillVersion): SkillVersion | null =>
  versions.findLast((one) => one.number < number && one.tree !== tree) ?? null;

function numbered({ name, versions }: History, number: number): SkillVersion {
  const version = versions.find((one) => one.number === number);
  if (version !== undefined) return version;
  throw new Fault('not-found', `${name} has no version ${number}; it has 1 to ${newestOf(versions)}.`, {
    hint: `bailiwick skills history ${name}`,
  });
}

/** Checked against their digest: what comes back is what was kept. */
async function readFiles({ name, number, tree }: SkillVersion, { store }: DoorParts): Promise<readonly TreeFile[]> {
  if (tree === null) return [];
  const files = await store.skills.versions.readTree(tree);
  if (files !== null && toTreeDigest(files) === tree) return files;
  throw new Fault('store-failed', `Version ${number} of ${name} is damaged in the store.`);
}

interface Reverting {
  readonly number: number | null;
  readonly by: string;
}

export async function revertSkill(name: string, { number, by }: Reverting, parts: DoorParts): Promise<DoorResult> {
  const history = await readHistory(name, parts);
  const newest = numbered(history, newestOf(history.versions));
  const target = number === null ? findBefore(history, newest) : numbered(history, number);
  if (target === null && !wasMade(newest))
    return refuse('no-version', `the skill ${history.name} was never otherwise than it is now`);
  if (target === null || target.tree === null) return takeAway(history, { newest, target, by }, parts);
  if (target.tree === newest.tree)
    return refuse('no-version', `the skill ${history.name} is as it was in version ${target.number}`);
  if (history.place.kind !== 'own')
    return refuse('not-writable', `${history.place.path} is shared by many agents, and only read`);
  return writeRevert(history, { newest, target, by }, parts);
}

/** Its first version was made by the door: in front of it there was nothing. */
const wasMade = ({ number, action }: SkillVersion): boolean =>
  number === 1 && (action === 'create' || action === 'apply');

/** Back to where there was no such skill: its folder goes, and every version of it stays. */
async function takeAway(
  { name, place, spot, versions }: History,
  { newest, target, by }: Omit<Ends, 'target'> & { readonly target: SkillVersion | null },
  parts: DoorParts,
): Promise<DoorResult> {
  if (spot === null) return refuse('no-version', `the skill ${name} is gone already`);
  if (place.kind !== 'own') return refuse('not-writable', `${place.path} is shared by many agents, and only read`);
  const left = listUnkept(spot);
  if (left.length > 0)
    return refuse('not-writable', `${left.join(', ')} of ${name} is in no version; remove its folder by hand`);
  const at = parts.clock.now();
  const note = target === null ? 'back to before it was made' : `back to version ${target.number}`;
  const version = await writeVersion(
    {
      version: { place: place.path, name, tree: null, action: 'revert', by, at, proposal: null, note },
      files: null,
      after: newest.number,
      settles: await listSettled(versions, target, { by, at }, parts),
      check: () => checkStill(name, spot, newest, parts),
      stage: () => stageRemovalOf(name, place.path, spot, parts),
    },
    parts,
  );
  return 'kind' in version ? version : { kind: 'written', name, file: spot.file, version, findings: [] };
}

function stageRemovalOf(name: string, place: string, spot: SkillSpot, parts: DoorParts): Staged {
  const gone = (readSkillTree(spot) ?? []).map(({ path }) => ({ path, text: null, isNew: false }));
  keepSecrets(gone, spot, parts);
  return stageRemoval(place, name, spot);
}

/** Where a version has the mark of a secret that the file on disk has not, the value would be overwritten by its name. */
function refuseMarks(changes: readonly FileChange[], spot: SkillSpot): readonly FileChange[] {
  const live = new Map(readSkillTree(spot)?.map(({ path, text }) => [path, text]));
  for (const { path, text } of changes) {
    const mark = text?.match(/\[secret [^\]\n]+\]/g)?.find((one) => live.get(path)?.includes(one) !== true);
    if (mark !== undefined)
      throw new Refusal(
        'not-writable',
        `that version of ${path} has ${mark} in place of a value that no version keeps; change the file by hand`,
      );
  }
  return changes;
}

/** Files that no version keeps, such as pictures. */
function listUnkept(spot: SkillSpot): readonly string[] {
  if (spot.folder === null) return [];
  const kept = new Set(readSkillTree(spot)?.map(({ path }) => path));
  return listBundle(spot.folder).flatMap(([path, stats]) => (stats.isDirectory() || kept.has(path) ? [] : [path]));
}

function checkStill(name: string, spot: SkillSpot | null, { tree }: SkillVersion, parts: DoorParts): void {
  const there = spot === null ? null : readMasked(spot, parts);
  if ((there === null ? null : toTreeDigest(there)) === tree) return;
  throw new Refusal('changed', `the skill ${name} was changed just now; look at it again`);
}

interface Ends {
  readonly newest: SkillVersion;
  readonly target: SkillVersion;
  readonly by: string;
}

async function writeRevert(history: History, { newest, target, by }: Ends, parts: DoorParts): Promise<DoorResult> {
  const { name, place, spot, versions } = history;
  const [now, files] = [await readFiles(newest, parts), await readFiles(target, parts)];
  const waivers = await findWaivers({ place: place.path, name, tree: target.tree }, parts.store.skills);
  const result = target.tree ?? '';
  const findings = listOpen({ findings: findIntroduced(now, files), waivers, result });
  if (toStatus(findings) === 'quarantine')
    return refuse(
      'critical',
      `version ${target.number} holds what the scanner calls critical (${toQuarantineReason(findings)})`,
    );
  const at = parts.clock.now();
  const note = `back to version ${target.number}`;
  // Without its main file it is gone for everybody, and the rest of it may be there still.
  const stands = spot ?? findRest(place.path, name);
  const version = await writeVersion(
    {
      version: { place: place.path, name, tree: target.tree, action: 'revert', by, at, proposal: null, note },
      files,
      after: newest.number,
      settles: await listSettled(versions, target, { by, at }, parts),
      check: () => checkStill(name, spot, newest, parts),
      stage: () =>
        stands === null
          ? stageNew(place.path, name, files)
          : stageChange(place.path, stands, refuseMarks(keepSecrets(findChanges(now, files), stands, parts), stands)),
    },
    parts,
  );
  if ('kind' in version) return version;
  return { kind: 'written', name, file: spot?.file ?? join(place.path, name, MAIN_FILE), version, findings };
}

function findRest(place: string, name: string): SkillSpot | null {
  const folder = join(place, name);
  const isFolder = lstatSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? { file: join(folder, MAIN_FILE), folder } : null;
}

/** The proposals that a revert takes back, and those whose text it brings back. */
async function listSettled(
  versions: readonly SkillVersion[],
  target: SkillVersion | null,
  { by, at }: { readonly by: string; readonly at: number },
  { store }: DoorParts,
): Promise<readonly Settling[]> {
  const kept = listProposalsIn(versions, target);
  const settles: Settling[] = [];
  for (const id of new Set(versions.flatMap(({ proposal }) => proposal ?? []))) {
    const before = await store.skills.proposals.find(id);
    const act = kept.has(id) ? 'restore' : 'revert';
    const after = before === null ? null : advanceProposal(before, act, { by, at, note: null });
    if (before !== null && after?.ok === true) settles.push({ before, after: after.value });
  }
  return settles;
}

/** The proposals that a version came of, with the versions in front of it; one that brings files back is as those were. */
function listProposalsIn(versions: readonly SkillVersion[], version: SkillVersion | null): ReadonlySet<string> {
  if (version === null || version.tree === null) return new Set();
  const earlier = versions.filter(({ number }) => number < version.number);
  if (version.action !== 'apply' && earlier.some(({ tree }) => tree === version.tree))
    return listProposalsIn(versions, earlier.findLast(({ tree }) => tree === version.tree) ?? null);
  const before = listProposalsIn(versions, earlier.at(-1) ?? null);
  return version.proposal === null ? before : new Set([...before, version.proposal]);
}
