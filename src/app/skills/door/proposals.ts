import { Fault } from '../../../base/fault.ts';
import { nearest } from '../../../base/text.ts';
import type { ProposalFilter } from '../../../ports/skill-store.ts';
import { advanceProposal, type Actor, type ProposalAct } from '../../../skills/lifecycle.ts';
import { PROPOSAL_STATUSES, type Proposal, type ProposalStatus } from '../../../vocab/proposal.ts';
import { workspaceOf, type DoorParts, tellOf } from './parts.ts';
import { refuse, type DoorResult } from './result.ts';

const MAX_PENDING_MS = 30 * 24 * 3600 * 1000;
const MAX_LISTED = 1000;

/** Since it came to wait as it is: what was reopened or revised waits anew. */
const waitsSince = ({ steps, createdAt }: Proposal): number => steps.at(-1)?.at ?? createdAt;

/** What waited too long is expired as soon as anybody looks. */
export async function expireOld(parts: DoorParts): Promise<void> {
  const { proposals } = parts.store.skills;
  const at = parts.clock.now();
  const waiting = await proposals.list({ workspace: workspaceOf(parts), statuses: ['pending'], limit: MAX_LISTED });
  for (const before of waiting) {
    if (at - waitsSince(before) <= MAX_PENDING_MS) continue;
    const after = advance(before, 'expire', { by: 'bailiwick', at, note: 'it waited for 30 days' });
    if (await proposals.replace(before, after)) await tellOf('expired', after, '', parts);
  }
}

export async function listProposals(
  filter: Omit<ProposalFilter, 'workspace'>,
  parts: DoorParts,
): Promise<readonly Proposal[]> {
  await expireOld(parts);
  return parts.store.skills.proposals.list({ ...filter, workspace: workspaceOf(parts) });
}

export async function countProposals(parts: DoorParts): Promise<Readonly<Record<ProposalStatus, number>>> {
  await expireOld(parts);
  const found = await parts.store.skills.proposals.count(workspaceOf(parts));
  const rows = PROPOSAL_STATUSES.map((status) => [status, found[status] ?? 0]);
  return Object.fromEntries(rows) as Record<ProposalStatus, number>;
}

const PREFIX = 'prp_';
const MAX_SHOWN = 5;

export async function findProposal(given: string, parts: DoorParts): Promise<Proposal> {
  await expireOld(parts);
  const { proposals } = parts.store.skills;
  const beginning = given.startsWith(PREFIX) ? given : `${PREFIX}${given}`;
  const exact = await proposals.find(beginning);
  if (exact !== null) return ofHere(exact, parts);
  const ids = given === '' ? [] : await proposals.findIds(beginning, MAX_SHOWN);
  const found = ids.length === 1 && ids[0] !== undefined ? await proposals.find(ids[0]) : null;
  if (found !== null) return ofHere(found, parts);
  const hint = 'bailiwick skills proposals list --all';
  if (ids.length > 1) throw new Fault('usage', `${given} is the beginning of ${ids.join(', ')}.`, { hint });
  throw new Fault('not-found', `There is no proposal ${given}.${await findMeant(beginning, parts)}`, { hint });
}

/** A proposal belongs to its project: nothing is done with it from another one. */
function ofHere(proposal: Proposal, parts: DoorParts): Proposal {
  const { id, workspace } = proposal;
  if (workspace === workspaceOf(parts)) return proposal;
  throw new Fault('not-found', `The proposal ${id} is of another project.`, { hint: `go to ${workspace}` });
}

/** Whoever gave the name of a skill, or mistyped an id, is told the id. */
async function findMeant(given: string, parts: DoorParts): Promise<string> {
  const near = await parts.store.skills.proposals.list({
    workspace: workspaceOf(parts),
    statuses: null,
    limit: MAX_LISTED,
  });
  const meant =
    near.find(({ skill }) => given === `${PREFIX}${skill}`)?.id ??
    nearest(
      given,
      near.map(({ id }) => id),
    );
  return meant === null ? '' : ` Did you mean ${meant}?`;
}

export async function rejectProposal(
  id: string,
  { by, note }: { readonly by: string; readonly note: string | null },
  parts: DoorParts,
): Promise<Proposal> {
  const before = await findProposal(id, parts);
  const said = note === null ? null : parts.redact.text(note.slice(0, MAX_NOTE));
  const after = advance(before, 'reject', { by, at: parts.clock.now(), note: said });
  if (await parts.store.skills.proposals.replace(before, after)) {
    await tellOf('rejected', after, said ?? '', parts);
    return after;
  }
  throw new Fault('already-settled', `The proposal ${before.id} was settled by somebody else just now.`);
}

const MAX_NOTE = 2000;

/** Throws a Fault when that cannot be done with a proposal of its status. */
export function advance(proposal: Proposal, act: ProposalAct, actor: Actor): Proposal {
  const after = advanceProposal(proposal, act, actor);
  if (!after.ok)
    throw new Fault('already-settled', `${after.error.replace(/^t/, 'T')}.`, {
      hint: `bailiwick workshop inspect ${proposal.id}`,
    });
  return after.value;
}

export const overtaken = ({ id }: Proposal): DoorResult =>
  refuse('changed', `another process changed ${id} just now; look at it again`);
