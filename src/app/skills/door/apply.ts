import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../../../base/fault.ts';
import { toStatus } from '../../../guard/scan/scan-skill.ts';
import { advanceProposal, listOpen, toQuarantineReason, toRevision, type Actor } from '../../../skills/lifecycle.ts';
import { mergeTrees } from '../../../skills/merge.ts';
import { findChanges, MAIN_FILE, toTreeDigest } from '../../../skills/tree.ts';
import type { Proposal, ProposalChange, TreeFile } from '../../../vocab/proposal.ts';
import type { Shelf } from '../../../vocab/skill.ts';
import { scanChange } from './keep.ts';
import { refuseWithheld } from './make.ts';
import { addSeen, keepSecrets, noticeEdits, noticeRemoval, readMasked } from './notice.ts';
import { newestOf, writeVersion, type DoorParts, tellOf } from './parts.ts';
import { advance, findProposal, overtaken } from './proposals.ts';
import type { SkillSpot } from './read-tree.ts';
import { Refusal, refuse, type DoorResult } from './result.ts';
import { putResult, reviseWith } from './revise.ts';
import { stageChange, stageNew } from './swap-tree.ts';
import { findSpot } from './target.ts';
import { findEntry, findTaken } from './taken.ts';

const MIN_REVISION = 12;

export async function applyProposal(
  id: string,
  { revision, by }: { readonly revision: string; readonly by: string },
  parts: DoorParts,
): Promise<DoorResult> {
  const before = await findProposal(id, parts);
  const actor = { by, at: parts.clock.now(), note: null };
  const applied = advanceProposal(before, 'apply', actor);
  if (before.status === 'quarantined') return refuse('not-pending', 'quarantined proposal cannot be applied');
  if (!applied.ok) return refuse('not-pending', applied.error);
  if (revision.length < MIN_REVISION || !before.revision.startsWith(revision)) {
    const now = before.revision.slice(0, MIN_REVISION);
    return refuse(
      'changed',
      `the proposal ${before.id} is at revision ${now} now, not at ${revision}; look at it again`,
    );
  }
  checkWhole(before);
  if (!existsSync(before.workspace))
    return refuse('not-writable', `${before.workspace} is gone; propose it again where the project is now`);
  // The rules may have learned something since it was kept.
  const scanned = { ...before, findings: scanChange(before) };
  if (toStatus(listOpen(scanned)) === 'quarantine') return quarantine(scanned, before, { actor, parts });
  return settle(before, applied.value, { actor, parts });
}

/** What is written is what was looked at, to the byte. */
function checkWhole(proposal: Proposal): void {
  if (toTreeDigest(proposal.files) === proposal.result && toRevision(proposal) === proposal.revision) return;
  throw new Fault('store-failed', `The proposal ${proposal.id} is not any more what it was when it was kept.`, {
    hint: 'reject it; it is kept as evidence',
  });
}

interface Acting {
  readonly actor: Actor;
  readonly parts: DoorParts;
}

async function quarantine(found: Proposal, before: Proposal, { actor, parts }: Acting): Promise<DoorResult> {
  const revised = { ...found, revision: toRevision(found) };
  const proposal = advance(revised, 'quarantine', { ...actor, note: toQuarantineReason(listOpen(found)) });
  if (!(await parts.store.skills.proposals.replace(before, proposal))) return overtaken(before);
  await tellOf('quarantined', proposal, proposal.quarantineReason ?? '', parts);
  return { kind: 'quarantined', proposal };
}

/** The skill as it is where the proposal would change it. */
interface Live {
  readonly spot: SkillSpot | null;
  /** Null: there is none. */
  readonly files: readonly TreeFile[] | null;
}

function findLive({ place, skill, copyOf }: Proposal, seen: Shelf, parts: DoorParts): Live {
  const spot = findSpot(place, skill, seen);
  if (spot !== null) return { spot, files: normal(spot, parts) };
  const origin = seen.skills.find(({ file }) => file === copyOf);
  return { spot: null, files: origin === undefined ? null : normal(origin, parts) };
}

function normal(spot: SkillSpot, parts: DoorParts): readonly TreeFile[] | null {
  const files = readMasked(spot, parts);
  return spot.folder === null ? (files?.map(({ text }) => ({ path: MAIN_FILE, text })) ?? null) : files;
}

async function settle(before: Proposal, after: Proposal, acting: Acting): Promise<DoorResult> {
  const { parts } = acting;
  const { skill, place, base, from, result, copyOf } = before;
  const seen = await parts.shelf.look();
  const withheld = refuseWithheld(place, seen, parts);
  if (withheld !== null) return withheld;
  await noticeEdits(seen, parts);
  const live = findLive(before, seen, parts);
  const tree = live.files === null ? null : toTreeDigest(live.files);
  // The very same is there already, as when a process died behind the swap: only the books are missing.
  if (live.spot !== null && tree === result) {
    if (base !== null) await keepFirst(before, from, parts);
    return write(before, after, { live, changes: 'none' }, acting);
  }
  if (base === null && copyOf === null) {
    const taken = findTaken(skill, seen);
    if (taken !== null) return live.spot === null ? conflict(before, taken, acting) : makeAnew(before, taken, acting);
    await noticeRemoval(place, skill, parts);
    return write(before, after, { live, changes: 'new' }, acting);
  }
  if (base === null && live.spot !== null)
    return conflict(before, `there is a skill ${skill} in ${place} by now`, acting);
  if (live.files === null) {
    const entry = findEntry(place, skill);
    if (entry === null) return conflict(before, `the skill ${skill} is gone`, acting);
    return typeof entry === 'string' ? refuse('not-writable', `${entry}, and cannot be read as a skill`) : entry;
  }
  if (tree !== toTreeDigest(from)) return merge(before, live.files, acting);
  if (base !== null) await keepFirst(before, live.files, parts);
  return write(before, after, { live, changes: base === null ? 'new' : 'edit' }, acting);
}

/** What nobody kept a version of is one before it is changed. */
async function keepFirst({ place, skill }: Proposal, files: readonly TreeFile[], parts: DoorParts): Promise<void> {
  if ((await parts.store.skills.versions.list(place, skill)).length > 0) return;
  await addSeen({ place, name: skill, action: 'found' }, { newest: null, files }, parts);
}

/** The skill was changed since: what comes of both is another revision, for a person to look at again. */
async function merge(before: Proposal, live: readonly TreeFile[], acting: Acting): Promise<DoorResult> {
  const { actor, parts } = acting;
  const merged = mergeTrees(before.from, live, before.files);
  if (merged.kind === 'conflict') {
    const paths = merged.files.map(({ path }) => path).join(', ');
    return makeAnew(before, `the skill ${before.skill} was changed in the same places (${paths})`, acting);
  }
  const note = BOTH;
  const base = before.base === null ? null : toTreeDigest(live);
  const notes = [...before.notes.filter((one) => one !== MERGED), MERGED];
  const next = { ...before, from: live, base, files: merged.files, notes };
  return lookAgain(await putResult(next, 'revise', { before, by: actor.by, note, parts }));
}

/** What says where it belongs, and not which lines it changes, is worked out on the skill as it is. */
const PLACED: readonly ProposalChange['kind'][] = ['append', 'replace'];

/** The change once more, on the skill as it is now; where that cannot be, it stands against it. */
async function makeAnew(before: Proposal, why: string, acting: Acting): Promise<DoorResult> {
  const { actor, parts } = acting;
  if (!PLACED.includes(before.change.kind)) return conflict(before, why, acting);
  const anew = await reviseWith(before.change, { before, by: actor.by, note: BOTH, parts });
  if (anew.kind === 'covered') return conflict(before, `all of it is in the skill ${before.skill} by now`, acting);
  return anew.kind === 'refused' && anew.proposal === undefined && anew.code !== 'changed'
    ? conflict(before, `${why}, and the change does not fit there any more`, acting)
    : lookAgain(anew);
}

const BOTH = 'the skill was changed meanwhile, and both changes are in it now';

/** A person looks at what came of it before it is applied. */
function lookAgain(put: DoorResult): DoorResult {
  if (put.kind !== 'pending') return put;
  const { id, revision } = put.proposal;
  return {
    ...refuse('changed', `${BOTH}: look at revision ${revision.slice(0, MIN_REVISION)} of ${id}`),
    proposal: id,
  };
}

const MERGED = 'It was merged with what others changed in the skill meanwhile.';

interface Writing {
  readonly live: Live;
  readonly changes: 'none' | 'new' | 'edit';
}

async function write(
  before: Proposal,
  after: Proposal,
  { live, changes }: Writing,
  acting: Acting,
): Promise<DoorResult> {
  const { parts, actor } = acting;
  const { id, skill: name, place, files, from, result, findings } = before;
  const spot = live.spot ?? { file: join(place, name, MAIN_FILE), folder: join(place, name) };
  const check = (): void => {
    const now = changes === 'edit' ? normal(spot, parts) : null;
    if (changes === 'edit' && (now === null || toTreeDigest(now) !== toTreeDigest(from)))
      throw new Refusal('changed', `the skill ${name} was changed just now; look at it again`);
  };
  const { by, at } = actor;
  const version = await writeVersion(
    {
      version: { place, name, tree: result, action: 'apply', by, at, proposal: id, note: null },
      files,
      after: newestOf(await parts.store.skills.versions.list(place, name)),
      settles: [{ before, after }],
      root: before.workspace,
      check,
      stage: () =>
        changes === 'new'
          ? stageNew(place, name, files)
          : stageChange(place, spot, changes === 'none' ? [] : keepSecrets(findChanges(from, files), spot, parts)),
    },
    parts,
  );
  if ('kind' in version) {
    if (version.code === 'exists') return conflict(before, version.message, acting);
    return version.code === 'changed' ? overtaken(before) : version;
  }
  await tellOf('applied', after, `version ${version.number}`, parts);
  return { kind: 'written', name, file: spot.file, version, findings };
}

async function conflict(before: Proposal, why: string, { actor, parts }: Acting): Promise<DoorResult> {
  const after = advance(before, 'conflict', { ...actor, note: why });
  if (!(await parts.store.skills.proposals.replace(before, after))) return overtaken(before);
  await tellOf('conflicted', after, why, parts);
  return { ...refuse('conflicted', `${why}, so ${before.id} cannot be applied any more`), proposal: before.id };
}
