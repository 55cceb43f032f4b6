import type { Clock } from '../../ports/clock.ts';
import type { ProposalFilter, SkillVersion } from '../../ports/skill-store.ts';
import type { Store } from '../../ports/store.ts';
import { renderDiff } from '../../skills/render-diff.ts';
import type { Proposal, ProposalStatus } from '../../vocab/proposal.ts';
import type { Shelf, SkillDraft } from '../../vocab/skill.ts';
import type { WorkshopEntry } from '../../vocab/workshop.ts';
import type { AppConfig } from '../load-config.ts';
import { createSkill } from './door/create-skill.ts';
import { asFarAsItGoes, workspaceOf, type DoorParts, tell } from './door/parts.ts';
import { diffVersions, readHistory, revertSkill } from './door/history.ts';
import { noticeEdits } from './door/notice.ts';
import { applyProposal } from './door/apply.ts';
import { proposeChange, type ChangeAsk } from './door/propose.ts';
import { countProposals, findProposal, listProposals, rejectProposal } from './door/proposals.ts';
import {
  findEditable,
  reopenProposal,
  reviseProposal,
  waiveFinding,
  type Revision,
  type Waiving,
} from './door/revise.ts';
import type { Covered, DoorResult, DraftOrigin } from './door/result.ts';
import { createRedactor } from '../../guard/redact.ts';

export type { Covered, DoorResult, DraftOrigin, Refused } from './door/result.ts';
export type { ChangeAsk } from './door/propose.ts';
export type { Revision, Waiving } from './door/revise.ts';
export { holdsMarks } from '../../skills/merge.ts';

/**
 * The one way in which a skill is made or changed by anything but a person's editor: compose, scan, decide, version, swap
 * the files. Known secrets are masked in what is kept and written. What is wrong with a draft is an answer; a store that
 * fails, or a word that names nothing, is a Fault.
 */
export interface SkillDoor {
  create(draft: SkillDraft, given: DraftOrigin): Promise<DoorResult>;
  /** A change for the folder of the workshop; written at once only under `approvalPolicy: auto`. */
  propose(ask: ChangeAsk, given: DraftOrigin): Promise<DoorResult | Covered>;
  /** Another change in place of the one that a proposal holds; it is scanned anew and waits again. */
  revise(id: string, revision: Revision): Promise<DoorResult | Covered>;
  /** Takes one finding of a quarantined proposal upon a person; of exactly this result. */
  waive(id: string, waiving: Waiving): Promise<DoorResult>;
  /** Has a rejected or expired one wait again. */
  reopen(id: string, by: string, note: string | null): Promise<DoorResult>;
  /**
   * Writes what was seen: `revision`, or its first twelve characters at least, names it. Another one is refused. Where the
   * skill was changed since, a clean merge becomes a new revision, to be seen again; else the proposal is `conflicted`.
   */
  apply(id: string, revision: string, by: string): Promise<DoorResult>;
  /** Throws a Fault when the proposal is settled already. */
  reject(id: string, by: string, note: string | null): Promise<Proposal>;
  /** Of this workspace, the newest first. */
  list(filter: Omit<ProposalFilter, 'workspace'>): Promise<readonly Proposal[]>;
  /** How many proposals of this workspace have each status. */
  count(): Promise<Readonly<Record<ProposalStatus, number>>>;
  /** Ids of proposals of this workspace that are damaged in the store. */
  listDamaged(): Promise<readonly string[]>;
  /** Keeps why something became no proposal. */
  note(
    code: string,
    message: string,
    about: { readonly skill?: string; readonly session?: string | null },
  ): Promise<void>;
  /** What was done and left, and why; the newest first. */
  log(limit: number): Promise<readonly WorkshopEntry[]>;
  /** Its SKILL.md for an editor; of one in conflict both texts, between marks where a person has to choose. */
  editable(id: string): Promise<string>;
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
    propose: async (ask, given) => countMade(await proposeChange(ask, given, parts), parts),
    revise: (id, revision) => reviseProposal(id, revision, parts),
    waive: (id, waiving) => waiveFinding(id, waiving, parts),
    reopen: (id, by, note) => reopenProposal(id, { by, note }, parts),
    count: () => countProposals(parts),
    listDamaged: () => store.skills.proposals.listDamaged(workspaceOf(parts)),
    note: (code, message, about) => tell(code, `skill-workshop: ${message}`, about, parts),
    log: (limit) => store.skills.log.list({ workspace: workspaceOf(parts), limit }),
    reject: (id, by, note) => rejectProposal(id, { by, note }, parts),
    list: (filter) => listProposals(filter, parts),
    editable: (id) => findEditable(id, parts),
    find: (id) => findProposal(id, parts),
    history: async (name) => (await readHistory(name, parts)).versions,
    diff: (name, from, to) => diffVersions(name, { from, to }, parts),
    async revert(name, number, by) {
      const result = await revertSkill(name, { number, by }, parts);
      if (result.kind === 'written') {
        const said = `skill-workshop: reverted ${result.name}: version ${result.version.number}`;
        await tell('reverted', said, { skill: result.name }, parts);
      }
      return result;
    },
    notice: (seen) => noticeEdits(seen, parts),
  };
}

async function countMade<T extends DoorResult | Covered>(result: T, { store, clock }: DoorParts): Promise<T> {
  if (result.kind === 'written') await asFarAsItGoes(store.skills.uses.addCreated([result.name], clock.now()));
  return result;
}

/** What a proposal would change, as a unified diff. */
export const diffProposal = ({ from, files }: Proposal): string => renderDiff(from, files);
