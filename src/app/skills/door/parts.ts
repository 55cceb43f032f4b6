import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../../base/fault.ts';
import { isWithin } from '../../../base/path.ts';
import type { Redactor } from '../../../guard/redact.ts';
import type { Clock } from '../../../ports/clock.ts';
import type { Settling, SkillVersion } from '../../../ports/skill-store.ts';
import type { Store } from '../../../ports/store.ts';
import type { Proposal, TreeFile } from '../../../vocab/proposal.ts';
import type { Shelf } from '../../../vocab/skill.ts';
import type { WorkshopEntry } from '../../../vocab/workshop.ts';
import type { AppConfig } from '../../load-config.ts';
import { findWorkspaceId } from '../../turn/workspace-id.ts';
import { Refusal, toRefused, type Refused } from './result.ts';
import { listDrafts, listRemovals, mendDrafts, nameOfRemoval, putBack, type Staged } from './swap-tree.ts';

/** What every part of the door works with. */
export interface DoorParts {
  readonly config: AppConfig;
  readonly store: Pick<Store, 'skills' | 'exclusively'>;
  readonly shelf: { look(): Promise<Shelf> };
  readonly clock: Clock;
  readonly redact: Redactor;
}

/** What the rows of this workspace are keyed by. */
export const workspaceOf = ({ config }: DoorParts): string => findWorkspaceId(config.cwd);

/** The folder that the workshop writes to. */
export const workshopPlace = (parts: DoorParts): string => join(workspaceOf(parts), 'skills');

/** Number of the newest version; 0: none. */
export const newestOf = (versions: readonly SkillVersion[]): number => versions.at(-1)?.number ?? 0;

export interface Writing {
  readonly version: Omit<SkillVersion, 'number'>;
  /** Null: the skill is gone. */
  readonly files: readonly TreeFile[] | null;
  readonly settles?: readonly Settling[];
  /** The newest number that the writing goes by. */
  readonly after: number;
  /** A project that the place may be of; the own workspace is known. */
  readonly root?: string;
  /** Last look before the files change; throws a Refusal. */
  readonly check?: () => void;
  stage(): Staged;
}

/**
 * A version and its files, or neither: the files lie ready before the transaction, and their names change as its last
 * act, while no other process writes.
 */
export async function writeVersion(writing: Writing, parts: DoorParts): Promise<SkillVersion | Refused> {
  const { version, files, after, settles = [], check, root } = writing;
  let staged: Staged | null = null;
  let failure: unknown = null;
  let isDone = false;
  try {
    checkPlace(version.place, [parts.config.workspace, workspaceOf(parts), ...(root === undefined ? [] : [root])]);
    await mendPlace(version.place, parts);
    staged = writing.stage();
    const { commit } = staged;
    const alongside = (): void => {
      try {
        check?.();
        commit();
        isDone = true;
      } catch (error) {
        failure = error;
        throw error;
      }
    };
    const added = await parts.store.skills.versions.add(version, files, { after, settles, alongside });
    return added ?? { kind: 'refused', code: 'changed', message: `another process changed ${version.name} just now` };
  } catch (error) {
    if (isDone) staged?.undo();
    const refused = toRefused(failure ?? error, version.place);
    if (refused === null) throw error;
    return refused;
  } finally {
    staged?.drop();
  }
}

/** Completes what a process that died left in a folder of skills. */
export async function mendPlace(place: string, { store, clock }: DoorParts): Promise<void> {
  if (listDrafts(place).length === 0) return;
  // Those of processes that live have stored it by the time they are found here.
  const removals = await store.exclusively(() => listRemovals(place));
  if (removals.length > 0) {
    const newest = await store.skills.versions.listNewest(place);
    const isStored = (name: string | null): boolean => newest.some((one) => one.name === name && one.tree === null);
    const undone = removals.filter((one) => !isStored(nameOfRemoval(one)));
    await store.exclusively(() => undone.forEach((one) => putBack(place, one)));
  }
  await store.exclusively(() => mendDrafts(place, clock.now()));
}

/** A folder of a project that leads out of it through a link is not written. */
function checkPlace(place: string, projects: readonly string[]): void {
  const roots = projects.filter((root) => isWithin(place, root));
  const real = realOfExisting(place);
  if (roots.length === 0 || roots.some((root) => isWithin(real, realOfExisting(root)))) return;
  throw new Refusal('not-writable', `${place} leads out of the project through a link, to ${real}`);
}

function realOfExisting(path: string): string {
  try {
    return realpathSync(path);
  } catch (error) {
    if (dirname(path) === path) throw error;
    return realOfExisting(dirname(path));
  }
}

type About = Partial<Pick<WorkshopEntry, 'skill' | 'proposal' | 'session'>>;

/** Notes what the workshop did or left, for `workshop log` and for whoever watches the program. */
export async function tell(code: string, message: string, about: About, parts: DoorParts): Promise<void> {
  const { skill = null, proposal = null, session = null } = about;
  const at = parts.clock.now();
  const entry = { at, workspace: workspaceOf(parts), code, skill, proposal, session, message };
  await asFarAsItGoes(parts.store.skills.log.add(entry));
}

/** For what is only noted of something that is done: on a full disk it must not look as if that had failed. */
export async function asFarAsItGoes(noting: Promise<unknown>): Promise<void> {
  try {
    await noting;
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
  }
}

export const tellOf = (
  code: string,
  { id, skill, evidence }: Proposal,
  more: string,
  parts: DoorParts,
): Promise<void> =>
  tell(
    code,
    `skill-workshop: ${code} ${skill}${more === '' ? '' : `: ${more}`}`,
    { skill, proposal: id, session: evidence.session },
    parts,
  );
