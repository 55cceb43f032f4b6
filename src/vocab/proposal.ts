import type { Origin } from './principal.ts';
import type { ScanFinding } from './sanitize.ts';

/** The first four are those of the workshop's `status`; the others stand behind them. */
export const PROPOSAL_STATUSES = [
  'pending',
  'applied',
  'rejected',
  'quarantined',
  'conflicted',
  'expired',
  'reverted',
] as const;
export type ProposalStatus = (typeof PROPOSAL_STATUSES)[number];

/** `tool`: the agent asked for it in a turn; `distill`: it was learned from one. */
export type ProposalSource = 'tool' | 'agent_end' | 'reviewer' | 'distill';

/** What is to be done to a skill. */
export interface ProposalChange {
  readonly kind: 'create';
  readonly description: string;
  readonly body: string;
}

/** A file of a skill, its path within the folder. */
export interface TreeFile {
  readonly path: string;
  readonly text: string;
}

/** Where a proposal comes from. */
export interface Evidence {
  readonly session: string | null;
  readonly run: string | null;
  readonly model: string | null;
}

/** A change of a skill that was not made by a person's editor. What was reviewed is what is applied. */
export interface Proposal {
  readonly id: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The real path of the repository's top, else of the folder. */
  readonly workspace: string;
  readonly skill: string;
  readonly title: string;
  readonly reason: string;
  readonly source: ProposalSource;
  readonly status: ProposalStatus;
  readonly change: ProposalChange;
  /** The folder of skills that it is written to; absolute. */
  readonly place: string;
  /** The tree that it was made against; null: there was no such skill. */
  readonly base: string | null;
  /** The exact result, and its digest. */
  readonly files: readonly TreeFile[];
  readonly result: string;
  /** Of everything a decision is about: names the revision that was seen. */
  readonly revision: string;
  /** What the change introduces. */
  readonly findings: readonly ScanFinding[];
  readonly quarantineReason: string | null;
  readonly evidence: Evidence;
  readonly taint: readonly Origin[];
  /** Who settled it, and what they said; null while nobody did. */
  readonly settled: { readonly by: string; readonly at: number; readonly note: string | null } | null;
}
