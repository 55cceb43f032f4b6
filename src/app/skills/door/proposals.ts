import { join } from 'node:path';
import { Fault } from '../../../base/fault.ts';
import { findIntroduced, toStatus } from '../../../guard/scan/scan-skill.ts';
import type { ProposalFilter } from '../../../ports/skill-store.ts';
import {
  advanceProposal,
  toQuarantineReason,
  toRevision,
  type Actor,
  type ProposalAct,
} from '../../../skills/lifecycle.ts';
import { MAIN_FILE, toTreeDigest } from '../../../skills/tree.ts';
import type { Proposal } from '../../../vocab/proposal.ts';
import { newestOf, workspaceOf, writeVersion, type DoorParts } from './parts.ts';
import { noticeRemoval } from './notice.ts';
import { readSkillTree } from './read-tree.ts';
import { refuse, type DoorResult } from './result.ts';
import { stageChange, stageNew, type Staged } from './swap-tree.ts';
import { findTaken } from './taken.ts';

const MAX_PENDING_MS = 30 * 24 * 3600 * 1000;
const MAX_LISTED = 1000;

/** What waited too long is expired as soon as anybody looks. */
export async function expireOld(parts: DoorParts): Promise<void> {
  const { proposals } = parts.store.skills;
  const at = parts.clock.now();
  const waiting = await proposals.list({ workspace: workspaceOf(parts), statuses: ['pending'], limit: MAX_LISTED });
  for (const before of waiting) {
    if (at - before.createdAt <= MAX_PENDING_MS) continue;
    const after = advance(before, 'expire', { by: 'bailiwick', at, note: 'it waited for 30 days' });
    await proposals.replace(before, after);
  }
}

export async function listProposals(
  filter: Omit<ProposalFilter, 'workspace'>,
  parts: DoorParts,
): Promise<readonly Proposal[]> {
  await expireOld(parts);
  return parts.store.skills.proposals.list({ ...filter, workspace: workspaceOf(parts) });
}

const PREFIX = 'prp_';
const MAX_SHOWN = 5;

export async function findProposal(given: string, parts: DoorParts): Promise<Proposal> {
  await expireOld(parts);
  const { proposals } = parts.store.skills;
  const beginning = given.startsWith(PREFIX) ? given : `${PREFIX}${given}`;
  const exact = await proposals.find(beginning);
  if (exact !== null) return exact;
  const ids = given === '' ? [] : await proposals.findIds(beginning, MAX_SHOWN);
  const found = ids.length === 1 && ids[0] !== undefined ? await proposals.find(ids[0]) : null;
  if (found !== null) return found;
  const hint = 'bailiwick skills proposals list --all';
  if (ids.length > 1) throw new Fault('usage', `${given} is the beginning of ${ids.join(', ')}.`, { hint });
  throw new Fault('not-found', `There is no proposal ${given}.`, { hint });
}

export async function rejectProposal(
  id: string,
  { by, note }: { readonly by: string; readonly note: string | null },
  parts: DoorParts,
): Promise<Proposal> {
  const before = await findProposal(id, parts);
  const said = note === null ? null : parts.redact.text(note.slice(0, MAX_NOTE));
  const after = advance(before, 'reject', { by, at: parts.clock.now(), note: said });
  if (await parts.store.skills.proposals.replace(before, after)) return after;
  throw new Fault('already-settled', `The proposal ${before.id} was settled by somebody else just now.`);
}

const MAX_NOTE = 2000;

/** Throws a Fault when that cannot be done with a proposal of its status. */
function advance(proposal: Proposal, act: ProposalAct, actor: Actor): Proposal {
  const after = advanceProposal(proposal, act, actor);
  if (!after.ok)
    throw new Fault('already-settled', `${after.error.replace(/^t/, 'T')}.`, {
      hint: 'bailiwick skills proposals show ID',
    });
  return after.value;
}

const MIN_REVISION = 12;

export async function applyProposal(
  id: string,
  { revision, by }: { readonly revision: string; readonly by: string },
  parts: DoorParts,
): Promise<DoorResult> {
  const before = await findProposal(id, parts);
  const actor = { by, at: parts.clock.now(), note: null };
  const applied = advanceProposal(before, 'apply', actor);
  if (!applied.ok) return refuse('not-pending', applied.error);
  if (revision.length < MIN_REVISION || !before.revision.startsWith(revision)) {
    const now = before.revision.slice(0, MIN_REVISION);
    return refuse(
      'changed',
      `the proposal ${before.id} is at revision ${now} now, not at ${revision}; look at it again`,
    );
  }
  checkWhole(before);
  // The rules may have learned something since it was kept.
  const findings = findIntroduced([], before.files);
  if (toStatus(findings) === 'quarantine') return quarantine({ ...before, findings }, before, { actor, parts });
  return writeProposal(before, applied.value, { actor, parts });
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
  const proposal = advance(revised, 'quarantine', { ...actor, note: toQuarantineReason(found.findings) });
  if (await parts.store.skills.proposals.replace(before, proposal)) return { kind: 'quarantined', proposal };
  return overtaken(before);
}

const overtaken = ({ id }: Proposal): DoorResult =>
  refuse('changed', `another process changed ${id} just now; look at it again`);

async function writeProposal(before: Proposal, after: Proposal, { actor, parts }: Acting): Promise<DoorResult> {
  const { id, skill: name, place, files, result, findings } = before;
  const folder = join(place, name);
  const file = join(folder, MAIN_FILE);
  const there = readSkillTree({ file, folder });
  // The very same is there already, as when a process died behind the swap: only the books are missing.
  const isDone = there !== null && toTreeDigest(there) === result;
  if (!isDone) {
    const taken = findTaken(name, await parts.shelf.look());
    if (taken !== null) return conflict(before, taken, { actor, parts });
    await noticeRemoval(place, name, parts);
  }
  const stage = (): Staged => (isDone ? stageChange(place, { file, folder }, []) : stageNew(place, name, files));
  const { by, at } = actor;
  const version = await writeVersion(
    {
      version: { place, name, tree: result, action: 'apply', by, at, proposal: id, note: null },
      files,
      after: newestOf(await parts.store.skills.versions.list(place, name)),
      settles: [{ before, after }],
      root: before.workspace,
      stage,
    },
    parts,
  );
  if (!('kind' in version)) return { kind: 'written', name, file, version, findings };
  if (version.code === 'exists') return conflict(before, version.message, { actor, parts });
  return version.code === 'changed' ? overtaken(before) : version;
}

async function conflict(before: Proposal, why: string, { actor, parts }: Acting): Promise<DoorResult> {
  const after = advance(before, 'conflict', { ...actor, note: why });
  if (!(await parts.store.skills.proposals.replace(before, after))) return overtaken(before);
  return refuse('conflicted', `${why}, so ${before.id} cannot be applied any more`);
}
