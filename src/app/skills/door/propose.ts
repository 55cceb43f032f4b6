import type { Proposal, ProposalChange, TreeFile } from '../../../vocab/proposal.ts';
import { applyProposal } from './apply.ts';
import { keep, toProposal } from './keep.ts';
import { findPlan, makeChange } from './make.ts';
import { workshopPlace, workspaceOf, type DoorParts, tell } from './parts.ts';
import type { Covered, DoorResult, DraftOrigin, WaitsWhy } from './result.ts';
import { reviseWith } from './revise.ts';

/** A change that somebody asks for. */
export interface ChangeAsk {
  readonly skill: string;
  readonly change: ProposalChange;
  /** Under `approvalPolicy: auto` what is clean and untainted is written at once; false: it waits all the same. */
  readonly apply: boolean;
}

/** Who writes what nobody had to look at. */
const AUTO = 'approvalPolicy: auto';

const MAX_SHOWN = 100;

export async function proposeChange(
  ask: ChangeAsk,
  given: DraftOrigin,
  parts: DoorParts,
): Promise<DoorResult | Covered> {
  const result = await propose(ask, given, parts);
  const about = { skill: ask.skill.slice(0, MAX_SHOWN), session: given.evidence.session };
  if (result.kind === 'covered')
    await tell('covered', `skill-workshop: covered ${result.name}: it is there already`, about, parts);
  if (result.kind === 'refused' && result.proposal === undefined && result.code !== 'queue-full')
    await tell(
      `refused-${result.code.replace(/-refused$/, '')}`,
      `skill-workshop: refused ${about.skill}: ${result.message}`,
      about,
      parts,
    );
  return result;
}

async function propose(ask: ChangeAsk, given: DraftOrigin, parts: DoorParts): Promise<DoorResult | Covered> {
  const { skill, change, apply } = ask;
  const bundled = change.kind === 'files' ? await bundle(skill, change.files, { given, parts }) : null;
  if (bundled !== null) return bundled;
  const made = await makeChange(skill, change, parts);
  if ('kind' in made) return made;
  const proposal = toProposal(made, given, parts);
  const why = findWhy(proposal, apply, parts);
  const kept = await keep(proposal, why ?? 'queued', parts);
  if (why !== null || kept.kind !== 'pending') return kept;
  return applyProposal(proposal.id, { revision: proposal.revision, by: AUTO }, parts);
}

/** Why it has to wait for a person; null: it may be written. */
function findWhy({ taint, change }: Proposal, apply: boolean, { config }: DoorParts): WaitsWhy | null {
  if (config.workshop?.approvalPolicy !== 'auto') return 'policy';
  if (taint.length > 0) return 'tainted';
  if (!apply) return 'queued';
  return findPlan(change) === null ? null : 'plan';
}

/** Files for a skill that is only proposed become part of that proposal: a person sees one change. */
async function bundle(
  skill: string,
  files: readonly TreeFile[],
  { given, parts }: { readonly given: DraftOrigin; readonly parts: DoorParts },
): Promise<DoorResult | Covered | null> {
  const { proposals } = parts.store.skills;
  const waiting = await proposals.list({ workspace: workspaceOf(parts), statuses: ['pending'], limit: MAX_LISTED });
  const before = waiting.find((one) => one.skill === skill && one.place === workshopPlace(parts));
  if (before === undefined) return null;
  const paths = new Set(files.map(({ path }) => path));
  const others = (before.change.files ?? []).filter(({ path }) => !paths.has(path));
  const change = { ...before.change, files: [...others, ...files] };
  const taint = [...new Set([...before.taint, ...given.taint])];
  return reviseWith(change, { before, taint, by: given.by, note: 'a file was added', parts });
}

const MAX_LISTED = 200;
