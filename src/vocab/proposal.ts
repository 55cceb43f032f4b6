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

/** What is to be done to a skill; `files` come to stand in its folder besides. */
export type ProposalChange =
  | { readonly kind: 'create'; readonly description: string; readonly body: string; readonly files?: Files }
  /** At the end of a section. The description is for a skill that is not there yet. */
  | {
      readonly kind: 'append';
      readonly section: string;
      readonly body: string;
      readonly description: string;
      readonly files?: Files;
    }
  /** The first place where `oldText` stands. */
  | { readonly kind: 'replace'; readonly oldText: string; readonly newText: string; readonly files?: Files }
  | { readonly kind: 'files'; readonly files: Files }
  /** The whole SKILL.md, as a person wrote it. */
  | { readonly kind: 'rewrite'; readonly text: string; readonly files?: Files };

type Files = readonly TreeFile[];

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

/** One finding that a person takes upon himself, for exactly one result. */
export interface Waiver {
  readonly rule: string;
  readonly file: string;
  readonly excerpt: string;
  /** Digest of the tree that it was said of. */
  readonly result: string;
  readonly by: string;
  readonly at: number;
  readonly reason: string;
}

/** What was done with a proposal, and which revision came of it. */
export interface ProposalStep {
  readonly at: number;
  readonly act: string;
  readonly by: string;
  readonly note: string | null;
  /** Of the proposal behind the step. */
  readonly revision: string;
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
  /** Digest of the change, told without what makes no difference: the same change again has the same. */
  readonly changeKey: string;
  /** The folder of skills that it is written to; absolute. */
  readonly place: string;
  /** Digest of the tree that it was made against; null: there was no such skill in the place. */
  readonly base: string | null;
  /** The files that it was made against; with `copyOf` those of that skill. */
  readonly from: readonly TreeFile[];
  /** The skill of another place that it makes a changed copy of: its main file. */
  readonly copyOf: string | null;
  /** The exact result, and its digest. */
  readonly files: readonly TreeFile[];
  readonly result: string;
  /** Of everything a decision is about: names the revision that was seen. */
  readonly revision: string;
  /** What the change introduces. */
  readonly findings: readonly ScanFinding[];
  readonly quarantineReason: string | null;
  readonly waivers: readonly Waiver[];
  /** What a person should know of how the result came about. */
  readonly notes: readonly string[];
  readonly evidence: Evidence;
  readonly taint: readonly Origin[];
  /** Who settled it, and what they said; null while nobody did. */
  readonly settled: { readonly by: string; readonly at: number; readonly note: string | null } | null;
  /** Oldest first; the newest {@link MAX_STEPS}. */
  readonly steps: readonly ProposalStep[];
}

export const MAX_STEPS = 50;
