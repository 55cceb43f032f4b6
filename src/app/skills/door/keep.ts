import { hideCredentials } from '../../../guard/scan/credentials.ts';
import { findIntroduced, scanSkill, toStatus } from '../../../guard/scan/scan-skill.ts';
import { toChangeKey, toQuarantineReason, toRevision } from '../../../skills/lifecycle.ts';
import { toTreeDigest } from '../../../skills/tree.ts';
import type { Proposal, ProposalChange, ProposalSource, TreeFile } from '../../../vocab/proposal.ts';
import type { ScanFinding } from '../../../vocab/sanitize.ts';
import { workspaceOf, type DoorParts, tellOf } from './parts.ts';
import { expireOld } from './proposals.ts';
import { refuse, type DoorResult, type DraftOrigin, type WaitsWhy } from './result.ts';

/** Of each workspace, and of quarantined ones again so many, where the workshop says nothing else. */
const MAX_WAITING = 50;
const MAX_WORDS = 2000;

/** What a proposal is made of. */
export interface Made {
  readonly skill: string;
  readonly change: ProposalChange;
  readonly place: string;
  /** Digest of the skill in the place; null: there is none. */
  readonly base: string | null;
  readonly from: readonly TreeFile[];
  readonly copyOf: string | null;
  readonly files: readonly TreeFile[];
  readonly notes: readonly string[];
}

export function toProposal(made: Made, given: DraftOrigin, parts: DoorParts): Proposal {
  const { source, by, taint, evidence } = given;
  const at = parts.clock.now();
  const mask = (text: string): string => hideCredentials(parts.redact.text(text.slice(0, MAX_WORDS)));
  const title = mask(given.title ?? `A skill ${made.skill}`);
  const reason = mask(given.reason ?? '');
  const findings = scanChange({ ...made, title, reason });
  const critical = toStatus(findings) === 'quarantine';
  const proposal: Proposal = {
    ...made,
    id: parts.clock.createId('prp'),
    createdAt: at,
    updatedAt: at,
    workspace: workspaceOf(parts),
    title,
    reason,
    source,
    status: critical ? 'quarantined' : 'pending',
    changeKey: toChangeKey(made.change),
    result: toTreeDigest(made.files),
    revision: '',
    findings,
    quarantineReason: critical ? toQuarantineReason(findings) : null,
    waivers: [],
    evidence,
    taint,
    settled: null,
    steps: [],
  };
  const revision = toRevision(proposal);
  return { ...proposal, revision, steps: [{ at, act: 'propose', by, note: null, revision }] };
}

/** What the change brings in: in the files, and in the words that a person reads with them. */
export const scanChange = ({
  skill,
  from,
  files,
  title,
  reason,
}: Pick<Proposal, 'skill' | 'from' | 'files' | 'title' | 'reason'>): readonly ScanFinding[] => [
  ...findIntroduced(from, files),
  ...scanSkill([
    { path: skill, text: '' },
    { path: WORDS, text: `${title}\n\n${reason}` },
  ]).filter(({ severity }) => severity !== 'note'),
];

const WORDS = 'title-and-reason';

/** Sources that look for themselves: what a person rejected is not proposed by them again. */
const OF_ITSELF: readonly ProposalSource[] = ['agent_end', 'reviewer', 'distill'];

/** Has it wait for a person. */
export async function keep(proposal: Proposal, why: WaitsWhy, parts: DoorParts): Promise<DoorResult> {
  await expireOld(parts);
  const most = parts.config.workshop?.maxPending ?? MAX_WAITING;
  const isOwnIdea = OF_ITSELF.includes(proposal.source);
  const against = ['pending', 'quarantined', ...(isOwnIdea ? (['rejected'] as const) : [])] as const;
  const added = await parts.store.skills.proposals.add(proposal, { most, against });
  const { status } = proposal;
  if (added.kind === 'duplicate') {
    const message =
      added.status === 'rejected'
        ? `a person rejected the same already: ${added.id}`
        : `the same is proposed already, and waits: ${added.id}`;
    await tellOf('duplicate', { ...proposal, id: added.id }, message, parts);
    return { ...refuse('duplicate', message), proposal: added.id };
  }
  if (added.kind === 'full') {
    const message = `${most} proposals are ${status} already; a person has to look at them first`;
    await tellOf('queue-full', proposal, message, parts);
    return refuse('queue-full', message);
  }
  if (status === 'quarantined') {
    await tellOf('quarantined', proposal, proposal.quarantineReason ?? '', parts);
    return { kind: 'quarantined', proposal };
  }
  await tellOf('queued', proposal, '', parts);
  return { kind: 'pending', proposal, why };
}
