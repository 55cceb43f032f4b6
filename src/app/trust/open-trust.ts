import { realpathSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { isWithin } from '../../base/path.ts';
import { compilePolicy } from '../../policy/compile.ts';
import { showRule } from '../../policy/report/show.ts';
import { ruleMatchesExample } from '../../policy/rules/match-rule.ts';
import { findInstructions } from '../../run/model/instructions.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { TrustEntry } from '../../vocab/trust.ts';
import { findAgentHome } from '../config/agent-home.ts';
import { listProjectFolders } from '../config/project-files.ts';
import { parseSource } from '../config/read-source.ts';
import { hostDisk } from '../host-disk.ts';
import { toConfigFault, type World } from '../load-config.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import { digestProject, type ProjectState } from './digest-project.ts';
import { findTrust } from './settle-trust.ts';
import { readTrust } from './trust-file.ts';

/** What a person would trust: the very state they are shown is what is bound. */
export interface TrustOffer {
  /** The top of the repository, else the folder. */
  readonly path: string;
  readonly folders: readonly OfferedFolder[];
  /** `AGENTS.md` files that would be given to the model. */
  readonly instructions: readonly string[];
  /** Skills that the model would see and load. */
  readonly skills: readonly string[];
  /** Whether all of it is trusted already. */
  readonly trusted: boolean;
}

/** A folder from the top down to the one named, with what its `.bailiwick/` holds. */
export interface OfferedFolder {
  readonly path: string;
  readonly digests: Readonly<Record<string, string>>;
  /** The rules that would begin to allow something. */
  readonly allows: readonly {
    readonly pattern: string;
    readonly says: string;
    readonly file: string;
    readonly line: number;
  }[];
}

export interface TrustedProject extends TrustEntry {
  readonly state: 'trusted' | 'changed' | 'gone';
  /** The file that changed. */
  readonly changed: string | null;
}

/** What a person says about projects. Throws a Fault where a file is broken or a folder missing. */
export interface Trust {
  look(path: string): Promise<TrustOffer>;
  trust(offer: TrustOffer, by: string): Promise<void>;
  list(): Promise<readonly TrustedProject[]>;
  /** Forgets the folder and all below it; gives back which. */
  revoke(path: string): Promise<readonly string[]>;
}

export function openTrust(world: World): Trust {
  const agentHome = findAgentHome(world);
  const read = async (): Promise<readonly TrustEntry[]> => orThrow(await readTrust(agentHome));
  return {
    async look(path) {
      const folder = findFolder(resolve(world.cwd, path));
      const top = findWorkspaceId(folder);
      const trusted = await read();
      const folders = listProjectFolders(folder, agentHome).filter((place) => place === top || hasProject(place));
      if (folders.length === 0) {
        throw new Fault('usage', `${top} holds the agent's own home and is no project.`, {
          hint: 'name the folder of a project',
        });
      }
      return {
        path: top,
        folders: folders.map((place) => offerFolder(place, world)),
        instructions: findInstructions(folder, top, hostDisk).map(({ path: file }) => file),
        skills: await listSkills(folder, world),
        trusted: folders.every((place) => findTrust(place, trusted).kind === 'trusted'),
      };
    },
    async trust({ folders }, by) {
      const added = folders.map(({ path, digests }) => ({ path, digests, by, at: Date.now() }));
      const { changeTrust } = await import('./change-trust.ts');
      await changeTrust(agentHome, (before) => ({
        ...before,
        trusted: [...before.trusted.filter(({ path }) => !added.some((entry) => entry.path === path)), ...added],
      }));
    },
    list: async () => (await read()).map(toProject),
    async revoke(path) {
      const folder = resolve(world.cwd, path);
      const named = [folder, realPathOf(folder)];
      const isNamed = ({ path: trusted }: TrustEntry): boolean => named.some((name) => isWithin(trusted, name));
      const gone = (await read()).filter(isNamed).map((entry) => entry.path);
      if (gone.length === 0) {
        throw new Fault('not-found', `${folder} is not trusted.`, { hint: 'bailiwick trust list shows what is' });
      }
      const { changeTrust } = await import('./change-trust.ts');
      await changeTrust(agentHome, (before) => ({
        ...before,
        trusted: before.trusted.filter((entry) => !isNamed(entry)),
      }));
      return gone;
    },
  };
}

/** Loaded when a person looks: whoever only asks what is trusted needs none of it. */
async function listSkills(cwd: string, world: World): Promise<readonly string[]> {
  const [{ loadApp }, { listProjectSkills }] = await Promise.all([
    import('../load-app.ts'),
    import('../skills/project-skills.ts'),
  ]);
  return listProjectSkills(await loadApp({ ...world, cwd }));
}

function orThrow<T>(result: { ok: true; value: T } | { ok: false; error: PolicyFault }): T {
  if (!result.ok) throw toConfigFault([result.error]);
  return result.value;
}

function findFolder(path: string): string {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() === true) return realpathSync(path);
  throw new Fault('not-found', `There is no folder ${path}.`, { hint: 'name the folder of a project' });
}

function realPathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path; // gone: it is known by the name it had
  }
}

const hasProject = (folder: string): boolean => hostDisk.kind(join(folder, '.bailiwick')) !== null;

function offerFolder(path: string, world: World): OfferedFolder {
  const state = orThrow(digestProject(path));
  return { path, digests: state.digests, allows: listAllows(path, state, world) };
}

function listAllows(folder: string, { config }: ProjectState, world: World): OfferedFolder['allows'] {
  if (config === null) return [];
  const file = join(folder, '.bailiwick', 'config.yml');
  const source = parseSource(config, { layer: 'project', file }, world);
  if (!source.ok) throw toConfigFault(source.error);
  const policy = compilePolicy([{ ...source.value, trusted: true }], ruleMatchesExample);
  if (!policy.ok) throw toConfigFault(policy.error);
  return policy.value.rules
    .filter(({ action }) => action === 'allow')
    .map((rule) => ({ pattern: rule.text, says: showRule(rule), file, line: rule.line }));
}

function toProject(entry: TrustEntry): TrustedProject {
  if (hostDisk.kind(entry.path) !== 'folder') return { ...entry, state: 'gone', changed: null };
  const found = findTrust(entry.path, [entry]);
  return found.kind === 'changed'
    ? { ...entry, state: 'changed', changed: found.why.file }
    : { ...entry, state: 'trusted', changed: null };
}
