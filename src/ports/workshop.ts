import type { Origin } from '../vocab/principal.ts';
import type { Proposal, ProposalChange, ProposalStatus } from '../vocab/proposal.ts';
import type { Preview } from './tool.ts';

/** What the agent may do with proposals of its workspace. Nothing here approves anything. */
export interface Workshop {
  /** How many there are of each status. */
  count(): Promise<WorkshopCounts>;
  /** The newest first, `page` from 1. */
  list(status: ProposalStatus, page: number): Promise<ProposalPage>;
  /** By its id or the beginning of it; a text that says what is near where there is none. */
  find(id: string): Promise<Proposal | string>;
  /** A unified diff of the exact result. */
  diff(proposal: Proposal): string;
  suggest(ask: Suggestion, from: SuggestedIn): Promise<WorkshopAnswer>;
  /** What a person is shown before {@link Workshop.apply}; null: there is no such proposal. */
  preview(id: string): Promise<Preview | null>;
  /** Writes the revision that the preview's digest names; `by` is the person who said so. */
  apply(id: string, digest: string, by: string): Promise<WorkshopAnswer>;
  reject(id: string, reason: string | null): Promise<WorkshopAnswer>;
}

export type WorkshopCounts = { readonly workspaceDir: string } & Readonly<Record<ProposalStatus, number>>;

export interface ProposalPage {
  readonly proposals: readonly Proposal[];
  readonly page: number;
  readonly pages: number;
  readonly total: number;
}

/** The call that suggests it. */
export interface SuggestedIn {
  readonly run: string;
  readonly model: string;
  readonly taint: readonly Origin[];
}

export interface Suggestion {
  readonly skill: string;
  readonly title: string | null;
  readonly reason: string | null;
  readonly change: ProposalChange;
  readonly apply: boolean;
}

/** `covered`: everything is there already; `refused`: nothing came of it, `message` says why. */
export interface WorkshopAnswer {
  readonly status: ProposalStatus | 'covered' | 'refused';
  readonly skill: string;
  readonly proposal: string | null;
  readonly revision: string | null;
  /** The file that was written. */
  readonly file: string | null;
  readonly message: string;
}
