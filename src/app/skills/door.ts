import type { Clock } from '../../ports/clock.ts';
import type { ProposalFilter, SkillVersion } from '../../ports/skill-store.ts';
import type { Store } from '../../ports/store.ts';
import { renderDiff } from '../../skills/render-diff.ts';
import type { Proposal } from '../../vocab/proposal.ts';
import type { Shelf, SkillDraft } from '../../vocab/skill.ts';
import type { AppConfig } from '../load-config.ts';
import { createSkill } from './door/create-skill.ts';
import type { DoorParts } from './door/parts.ts';
import { diffVersions, readHistory, revertSkill } from './door/history.ts';
import { noticeEdits } from './door/notice.ts';
import { applyProposal, findProposal, listProposals, rejectProposal } from './door/proposals.ts';
import type { DoorResult, DraftOrigin } from './door/result.ts';
import { createRedactor } from '../../guard/redact.ts';

export type { DoorResult, DraftOrigin, Refused } from './door/result.ts';

/**
 * The one way in which a skill is made or changed by anything but a person's editor: compose, scan, decide, version, swap
 * the files. Known secrets are masked in what is kept and written. What is wrong with a draft is an answer; a store that
 * fails, or a word that names nothing, is a Fault.
 */
export interface SkillDoor {
  create(draft: SkillDraft, given: DraftOrigin): Promise<DoorResult>;
  /**
   * Writes what was seen: `revision`, or its first twelve characters at least, names it. Another one is refused; where a
   * skill of that name is there by now, the proposal is `conflicted`.
   */
  apply(id: string, revision: string, by: string): Promise<DoorResult>;
  /** Throws a Fault when the proposal is settled already. */
  reject(id: string, by: string, note: string | null): Promise<Proposal>;
  /** Of this workspace, the newest first. */
  list(filter: Omit<ProposalFilter, 'workspace'>): Promise<readonly Proposal[]>;
  /** By its id or the beginning of it, with or without `prp_`. Throws a Fault when that names none, or several. */
  find(id: string): Promise<Proposal>;
  /** Oldest first. What was changed by hand since is a version first; a skill without any gets its first one. */
  history(name: string): Promise<readonly SkillVersion[]>;
  /** A unified diff over all files; without numbers the newest against the state before it. */
  diff(name: string, from: number | null, to: number | null): Promise<string>;
  /** Writes a version's files again, as a version of its own; null: the state before the newest. */
  revert(name: string, number: number | null, by: string): Promise<DoorResult>;
  /** What was changed by hand in skills that have versions becomes a version by `owner`. To be called at each look. */
  notice(shelf: Shelf): Promise<void>;
}

export function openDoor(
  config: AppConfig,
  store: Pick<Store, 'skills' | 'exclusively'>,
  shelf: { look(): Promise<Shelf> },
  clock: Clock,
): SkillDoor {
  const parts: DoorParts = { config, store, shelf, clock, redact: createRedactor(config.secrets) };
  return {
    create: async (draft, given) => countMade(await createSkill(draft, given, parts), parts),
    apply: async (id, revision, by) => countMade(await applyProposal(id, { revision, by }, parts), parts),
    reject: (id, by, note) => rejectProposal(id, { by, note }, parts),
    list: (filter) => listProposals(filter, parts),
    find: (id) => findProposal(id, parts),
    history: async (name) => (await readHistory(name, parts)).versions,
    diff: (name, from, to) => diffVersions(name, { from, to }, parts),
    revert: (name, number, by) => revertSkill(name, { number, by }, parts),
    notice: (seen) => noticeEdits(seen, parts),
  };
}

async function countMade(result: DoorResult, { store, clock }: DoorParts): Promise<DoorResult> {
  if (result.kind === 'written') await store.skills.uses.addCreated([result.name], clock.now());
  return result;
}

/** The exact result of a proposal, as a unified diff. */
export const diffProposal = ({ files }: Proposal): string => renderDiff([], files);
