import { digestOf } from '../base/digest.ts';
import { fail, ok, type Result } from '../base/result.ts';
import { MAX_STEPS, type Proposal, type ProposalChange, type ProposalStatus } from '../vocab/proposal.ts';
import type { ScanFinding } from '../vocab/sanitize.ts';

/**
 * What may be done with a proposal. `waive`: an operator takes a finding upon himself; `revise`: another text stands in its
 * place, to be looked at anew; `conflict`: the skill is not any more what the proposal was made against; `restore`: a revert
 * brought its text back.
 */
export const PROPOSAL_ACTS = [
  'apply',
  'reject',
  'quarantine',
  'waive',
  'revise',
  'conflict',
  'expire',
  'reopen',
  'revert',
  'restore',
] as const;
export type ProposalAct = (typeof PROPOSAL_ACTS)[number];

/** Where each act leads; what is not named here cannot be done. Every status has a way out. */
const MOVES: Readonly<Record<ProposalStatus, Partial<Readonly<Record<ProposalAct, ProposalStatus>>>>> = {
  pending: {
    apply: 'applied',
    reject: 'rejected',
    quarantine: 'quarantined',
    revise: 'pending',
    conflict: 'conflicted',
    expire: 'expired',
  },
  quarantined: { reject: 'rejected', waive: 'pending', revise: 'pending' },
  conflicted: { reject: 'rejected', revise: 'pending' },
  rejected: { reopen: 'pending' },
  expired: { reopen: 'pending' },
  applied: { revert: 'reverted' },
  reverted: { restore: 'applied' },
};

/** Statuses that somebody, or time, brought a proposal to for good or until it is reopened. */
const SETTLED: ReadonlySet<ProposalStatus> = new Set(['applied', 'rejected', 'expired', 'reverted']);

/** Who acts, when, and what they say. */
export interface Actor {
  readonly by: string;
  readonly at: number;
  readonly note: string | null;
}

/** The proposal after the act; a fault in words where that cannot be done with one of its status. */
export function advanceProposal(
  proposal: Proposal,
  act: ProposalAct,
  { by, at, note }: Actor,
): Result<Proposal, string> {
  const status = MOVES[proposal.status][act];
  if (status === undefined) return fail(sayImpossible(proposal, act));
  return ok({
    ...proposal,
    status,
    updatedAt: at,
    quarantineReason: status === 'quarantined' ? note : status === 'pending' ? null : proposal.quarantineReason,
    settled: SETTLED.has(status) ? { by, at, note } : null,
    steps: [...proposal.steps, { at, act, by, note, revision: proposal.revision }].slice(-MAX_STEPS),
  });
}

function sayImpossible({ id, status, skill }: Proposal, act: ProposalAct): string {
  const possible = Object.keys(MOVES[status]).filter((name) => BY_PEOPLE.has(name));
  const instead =
    status === 'applied' || status === 'reverted'
      ? `bailiwick skills revert ${skill} ${status === 'applied' ? 'takes it back' : 'N brings version N back'}`
      : `what can be done: ${possible.join(', ')}`;
  return `the proposal ${id} is ${status}, so it cannot ${PASSIVE[act]}; ${instead}`;
}

/** What somebody can do by a command; the rest happens by itself. */
const BY_PEOPLE: ReadonlySet<string> = new Set(['apply', 'reject', 'revise', 'waive', 'reopen']);

const PASSIVE: Readonly<Record<ProposalAct, string>> = {
  apply: 'be applied',
  reject: 'be rejected',
  quarantine: 'be quarantined',
  waive: 'have a finding waived',
  revise: 'be revised',
  conflict: 'come into conflict',
  expire: 'expire',
  reopen: 'be reopened',
  revert: 'be reverted',
  restore: 'be restored',
};

/** Names everything that a decision is about: another change, result, place, finding, waiver or origin is another revision. */
export const toRevision = ({ skill, place, change, base, result, findings, waivers, taint }: Proposal): string =>
  digestOf({ skill, place, change, base, result, findings, waivers, taint });

/** Why a proposal with these findings is quarantined: the rules, each once. */
export const toQuarantineReason = (findings: readonly ScanFinding[]): string =>
  [...new Set(findings.filter(({ severity }) => severity === 'critical').map(({ rule }) => rule))].join(', ');

/** The findings that nobody took upon himself for exactly this result; a waiver is of one finding. */
export function listOpen({
  findings,
  waivers,
  result,
}: Pick<Proposal, 'findings' | 'waivers' | 'result'>): readonly ScanFinding[] {
  const left = waivers.filter((waiver) => waiver.result === result);
  return findings.filter(({ rule, file, excerpt }) => {
    const at = left.findIndex((one) => one.rule === rule && one.file === file && one.excerpt === excerpt);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}

/** A change without what makes no difference: line ends, blanks at the ends of lines and of texts. */
export const toChangeKey = (change: ProposalChange): string => digestOf(calm(change));

const calm = (value: unknown): unknown => {
  if (typeof value === 'string')
    return value
      .replaceAll(/\r\n?/g, '\n')
      .replaceAll(/[ \t]+(?=\n|$)/g, '')
      .replaceAll(/^\n+|\n+$/g, '');
  if (Array.isArray(value)) return value.map(calm);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, calm(member)]));
};
