import type { Proposal, ProposalStatus, TreeFile } from '../vocab/proposal.ts';
import type { FoundSkill } from '../vocab/skill.ts';
import type { WorkshopEntry } from '../vocab/workshop.ts';

/** What is kept about skills besides their files. Every method is one transaction. */
export interface SkillStore {
  readonly states: SkillStates;
  readonly snapshots: SkillSnapshots;
  readonly versions: SkillVersions;
  readonly proposals: Proposals;
  readonly uses: SkillUses;
  readonly log: WorkshopLog;
  readonly reviews: ReviewStates;
}

/** Whether a person wants a skill; by name, everywhere. A name that was never switched is enabled. */
export interface SkillStates {
  /** Names that are disabled. */
  listDisabled(): Promise<readonly string[]>;
  set(name: string, enabled: boolean, at: number): Promise<void>;
}

/** What was read of the files at the last look, so that what did not change is not read again. */
export interface SkillSnapshots {
  /** The skills of a folder; one whose stamp is no longer that of the disk counts for nothing. */
  read(place: string): Promise<readonly FoundSkill[]>;
  /** Replaces what is kept of the folder. */
  write(place: string, skills: readonly FoundSkill[]): Promise<void>;
}

/** How often the model loaded a skill. */
export interface SkillUse {
  readonly name: string;
  readonly loads: number;
  /** Epoch ms; null: never. */
  readonly lastLoadedAt: number | null;
}

export interface SkillUses {
  list(): Promise<readonly SkillUse[]>;
  /** Names that were not there at the look before; each counts once. */
  addCreated(names: readonly string[], at: number): Promise<void>;
  countCreated(): Promise<number>;
}

export type VersionAction = 'found' | 'edit' | 'create' | 'apply' | 'revert' | 'remove';

/** One immutable state of a skill; `number` counts from 1 for each skill of a folder. */
export interface SkillVersion {
  readonly place: string;
  readonly name: string;
  readonly number: number;
  /** Digest of its files; null: it was gone. */
  readonly tree: string | null;
  readonly action: VersionAction;
  readonly by: string;
  readonly at: number;
  readonly proposal: string | null;
  /** What was said with it, such as the number a revert goes back to. */
  readonly note: string | null;
}

/** The newest version of a skill. */
export interface NewestVersion extends SkillVersion {
  /** The stamp under which the disk was last seen to hold it; null: not seen since it was made. */
  readonly stamp: string | null;
}

export interface SkillVersions {
  /** Oldest first. */
  list(place: string, name: string): Promise<readonly SkillVersion[]>;
  /** Every skill of a folder that has versions, with its newest. */
  listNewest(place: string): Promise<readonly NewestVersion[]>;
  /** Null when there is no such tree. */
  readTree(tree: string): Promise<readonly TreeFile[] | null>;
  /** Stores the files and a version behind the newest; null when something is not any more as `since` says. */
  add(
    version: Omit<SkillVersion, 'number'>,
    files: readonly TreeFile[] | null,
    since: Since,
  ): Promise<SkillVersion | null>;
  /** Notes that the disk holds this version under this stamp, so that it need not be read again. */
  see(version: Pick<SkillVersion, 'place' | 'name' | 'number'>, stamp: string): Promise<void>;
}

/** What else is done in the transaction of a new version, and what it goes by. */
export interface Since {
  /** The newest number; 0: none. */
  readonly after: number;
  /** Compare and set, each as by {@link Proposals.replace}. */
  readonly settles?: readonly Settling[];
  /** Done last, while no other process writes a skill: when it throws, nothing is stored. */
  readonly alongside?: () => void;
}

export interface Settling {
  readonly before: Proposal;
  readonly after: Proposal;
}

export interface ProposalFilter {
  /** Null: of all. */
  readonly workspace: string | null;
  /** Null: any. */
  readonly statuses: readonly ProposalStatus[] | null;
  readonly limit: number;
}

/** `full`: so many of its status wait already. */
export type AddedProposal =
  | { readonly kind: 'added' }
  | { readonly kind: 'duplicate'; readonly id: string; readonly status: ProposalStatus }
  | { readonly kind: 'full' };

export interface QueueBounds {
  /** How many of one status may wait in a workspace. */
  readonly most: number;
  /** The same change of the same skill in one of these is the one that counts. */
  readonly against: readonly ProposalStatus[];
}

/** What has been counted since the last review of a workspace; the shape is the reviewer's. */
export interface ReviewStates {
  /** Reads, changes and writes as one; gives back what `change` made. `before` is null at the first time. */
  update<T extends { readonly state: object }>(workspace: string, change: (before: unknown) => T): Promise<T>;
}

export interface WorkshopLog {
  /** Keeps it, and forgets what is older than the newest ten thousand. */
  add(entry: WorkshopEntry): Promise<void>;
  /** The newest first; `workspace` null: of all. */
  list(filter: { readonly workspace: string | null; readonly limit: number }): Promise<readonly WorkshopEntry[]>;
}

export interface Proposals {
  /** Newest first; those that can be read. */
  list(filter: ProposalFilter): Promise<readonly Proposal[]>;
  /** How many there are of each status that there are any of. */
  count(workspace: string): Promise<Partial<Readonly<Record<ProposalStatus, number>>>>;
  /** Ids of those that are damaged in the store; `workspace` null: of all. */
  listDamaged(workspace: string | null): Promise<readonly string[]>;
  find(id: string): Promise<Proposal | null>;
  /** Ids that begin with this text, at most `limit`. */
  findIds(beginning: string, limit: number): Promise<readonly string[]>;
  /** Adds it unless the same change of the same skill is there in its workspace, or the queue is full. */
  add(proposal: Proposal, bounds: QueueBounds): Promise<AddedProposal>;
  /** Compare and set by revision and status; false when it is not as it was. */
  replace(before: Proposal, after: Proposal): Promise<boolean>;
}
