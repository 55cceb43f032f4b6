import type { Store } from '../../ports/store.ts';
import type { Origin } from '../../vocab/principal.ts';
import type { Evidence } from '../../vocab/proposal.ts';
import type { Shelf, SkillDraft } from '../../vocab/skill.ts';
import type { AppConfig } from '../load-config.ts';

/** What learning needs of the skills of a workspace: to see those there are, and the one door to a new one. */
export interface Learning {
  readonly shelf: { look(): Promise<Pick<Shelf, 'skills'>> };
  readonly door: LearningDoor;
}

export interface LearningDoor {
  create(draft: SkillDraft, given: LearnedFrom): Promise<DoorAnswer>;
}

interface LearnedFrom {
  readonly source: 'distill';
  readonly by: string;
  readonly taint: readonly Origin[];
  readonly evidence: Evidence;
  readonly title: string;
  readonly reason: string;
}

type DoorAnswer =
  | { readonly kind: 'written'; readonly name: string; readonly file: string }
  | { readonly kind: 'pending'; readonly proposal: { readonly id: string } }
  | { readonly kind: 'quarantined'; readonly proposal: { readonly id: string } }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

export type OpenLearning = (config: AppConfig, store: Store) => Promise<Learning>;
