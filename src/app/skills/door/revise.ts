import { toStatus } from '../../../guard/scan/scan-skill.ts';
import { listOpen, toChangeKey, toQuarantineReason, toRevision } from '../../../skills/lifecycle.ts';
import { markConflicts } from '../../../skills/merge.ts';
import { MAIN_FILE, toTreeDigest } from '../../../skills/tree.ts';
import type { Origin } from '../../../vocab/principal.ts';
import type { Proposal, ProposalChange, TreeFile } from '../../../vocab/proposal.ts';
import type { ScanFinding } from '../../../vocab/sanitize.ts';
import { scanChange } from './keep.ts';
import { makeChange } from './make.ts';
import { readMasked } from './notice.ts';
import { tellOf, type DoorParts } from './parts.ts';
import { advance, findProposal, overtaken } from './proposals.ts';
import { refuse, type Covered, type DoorResult } from './result.ts';
import { findSpot } from './target.ts';

interface Revising {
  /** As it stands in the store. */
  readonly before: Proposal;
  readonly by: string;
  readonly note: string | null;
  readonly parts: DoorParts;
}

/** Puts another result into a proposal: scanned and looked at anew. It keeps its id and what was done with it. */
export async function putResult(
  next: Proposal,
  act: 'revise' | 'reopen',
  { before, by, note, parts }: Revising,
): Promise<DoorResult> {
  const at = parts.clock.now();
  const changed = { ...calmWords(next), changeKey: toChangeKey(next.change), result: toTreeDigest(next.files) };
  const scanned = { ...changed, findings: scanChange(changed) };
  const open = listOpen(scanned);
  const isBlocked = toStatus(open) === 'quarantine';
  const moved = advance({ ...scanned, revision: toRevision(scanned) }, act, { by, at, note });
  const after = isBlocked
    ? advance(moved, 'quarantine', { by: 'bailiwick', at, note: toQuarantineReason(open) })
    : moved;
  if (!(await parts.store.skills.proposals.replace(before, after))) return overtaken(before);
  const done = act === 'revise' ? 'revised' : 'reopened';
  await tellOf(isBlocked ? 'quarantined' : done, after, note ?? '', parts);
  return isBlocked ? { kind: 'quarantined', proposal: after } : { kind: 'pending', proposal: after, why: 'queued' };
}

/** Another text has words of its own: those that the scanner objects to do not come along. */
function calmWords(next: Proposal): Proposal {
  const { skill, title, reason } = next;
  const words = scanChange({ skill, from: [], files: [], title, reason });
  return toStatus(words) === 'quarantine' ? { ...next, title: `A skill ${skill}`, reason: '' } : next;
}

/** Another change in place of the one that was proposed, worked out against the skill as it is now. */
export async function reviseWith(
  change: ProposalChange,
  { before, taint = before.taint, ...revising }: Revising & { readonly taint?: readonly Origin[] },
): Promise<DoorResult | Covered> {
  const made = await makeChange(before.skill, change, revising.parts);
  if ('kind' in made) return made;
  return putResult({ ...before, ...made, taint }, 'revise', { before, ...revising });
}

export interface Revision {
  readonly change: ProposalChange;
  readonly by: string;
  readonly note: string | null;
}

export async function reviseProposal(
  id: string,
  { change, by, note }: Revision,
  parts: DoorParts,
): Promise<DoorResult | Covered> {
  return reviseWith(change, { before: await findProposal(id, parts), by, note, parts });
}

export async function reopenProposal(
  id: string,
  { by, note }: { readonly by: string; readonly note: string | null },
  parts: DoorParts,
): Promise<DoorResult> {
  const before = await findProposal(id, parts);
  return putResult(before, 'reopen', { before, by, note, parts });
}

/**
 * The SKILL.md of a proposal as a person edits it. Of one that stands against the skill as it is now both texts are in it,
 * between marks where they cannot be joined.
 */
export async function findEditable(id: string, parts: DoorParts): Promise<string> {
  const { status, skill, place, from, files } = await findProposal(id, parts);
  const proposed = mainOf(files) ?? '';
  if (status !== 'conflicted') return proposed;
  const spot = findSpot(place, skill, await parts.shelf.look());
  const live = spot === null ? null : mainOf(readMasked(spot, parts) ?? []);
  return live === null ? proposed : markConflicts(mainOf(from) ?? '', live, proposed);
}

const mainOf = (files: readonly TreeFile[]): string | null =>
  files.find(({ path }) => path === MAIN_FILE)?.text ?? null;

export interface Waiving {
  /** A rule, or the number of a finding, from 1, as `inspect` lists them. */
  readonly finding: string;
  readonly by: string;
  readonly reason: string;
}

/** A person takes one finding upon himself. When no critical one is left, the proposal waits again. */
export async function waiveFinding(id: string, waiving: Waiving, parts: DoorParts): Promise<DoorResult> {
  const before = await findProposal(id, parts);
  const { by, reason } = waiving;
  const at = parts.clock.now();
  advance(before, 'waive', { by, at, note: null }); // throws for one that is settled
  const open = listOpen(before);
  const found = pick(before, open, waiving.finding);
  if (found === null) {
    const names = open.map((one) => `${before.findings.indexOf(one) + 1} (${one.rule})`);
    const are = names.length === 0 ? 'it has none that is open' : `open are ${names.join(', ')}`;
    return refuse('no-finding', `${before.id} has no open finding ${JSON.stringify(waiving.finding)}; ${are}`);
  }
  const { rule, file, excerpt } = found;
  const said = parts.redact.text(reason);
  const waiver = { rule, file, excerpt, result: before.result, by, at, reason: said };
  const waived = { ...before, waivers: [...before.waivers, waiver] };
  const revised = { ...waived, revision: toRevision(waived) };
  const left = listOpen(revised);
  const note = `${rule}: ${said}`;
  const after =
    toStatus(left) === 'quarantine'
      ? { ...revised, updatedAt: at, quarantineReason: toQuarantineReason(left) }
      : advance(revised, 'waive', { by, at, note });
  if (!(await parts.store.skills.proposals.replace(before, after))) return overtaken(before);
  await tellOf('waived', after, note, parts);
  return after.status === 'quarantined'
    ? { kind: 'quarantined', proposal: after }
    : { kind: 'pending', proposal: after, why: 'queued' };
}

function pick({ findings }: Proposal, open: readonly ScanFinding[], given: string): ScanFinding | null {
  const byNumber = /^\d+$/.test(given) ? findings[Number(given) - 1] : undefined;
  if (byNumber !== undefined) return open.includes(byNumber) ? byNumber : null;
  const named = open.filter(({ rule }) => rule === given);
  return named.length === 1 ? (named[0] ?? null) : null;
}
