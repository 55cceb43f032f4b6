import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { isWithin } from '../../base/path.ts';
import type { SkillPlace } from '../../vocab/skill.ts';
import { findPackage } from '../find-package.ts';
import { listProjectFolders } from '../config/project-files.ts';
import { realOf } from '../config/real-of.ts';
import { toConfigFault, type AppConfig } from '../load-config.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import { keepsWorkshop } from '../workshop/read-settings.ts';

/** Where skills are read and written. */
export interface SkillPlaces {
  /** The nearest first: its skills hide those of the same name behind it. */
  readonly read: readonly SkillPlace[];
  /** Folders of a project that nobody trusts. */
  readonly withheld: readonly string[];
  /** Those that a person's trust decides about, trusted or not. */
  readonly projects: readonly SkillPlace[];
  readonly write: SkillPlace;
}

/** The cross-agent convention; read, never written. */
const SHARED = join('.agents', 'skills');

/**
 * Every folder of skills that can be seen from the workspace: `skills.paths` in their order, then `.agents/skills` of
 * the project and of the home, then the built-in ones. Throws a Fault where `trust.json` is broken.
 */
export async function findPlaces(config: AppConfig): Promise<SkillPlaces> {
  const { agentHome, workspace, skills, world } = config;
  const folders = listProjectFolders(realOf(workspace), agentHome).toReversed();
  const isTrusted = await createTrustCheck(config, folders);
  const paths = skills.paths.map((path) => expand(path, config, folders));
  const inProjects = folders.map((folder) => toPlace(join(folder, SHARED), 'agents', folder));
  const workshop = listWorkshop(config, folders);
  const all = [
    ...workshop,
    ...paths.flat(),
    ...inProjects.filter(({ path }) => path !== join(world.home, SHARED)),
    toPlace(join(world.home, SHARED), 'agents', null),
    ...(skills.includeBuiltin ? [toPlace(join(findPackage(), 'skills'), 'builtin', null)] : []),
  ];
  const known = [...new Map(all.toReversed().map((one) => [one.path, one])).values()].toReversed();
  const isRead = ({ project }: Candidate): boolean => project === null || isTrusted(project);
  // Of a relative entry the folder farthest up: work in a subfolder leaves its skills to the whole project.
  const write = paths.flatMap((places) => places.filter(isRead).slice(-1)).at(0);
  return {
    read: known.filter(isRead).map(toPublic),
    // Where the workshop writes also before it has: nothing is proposed there that would not be read.
    withheld: known
      .filter((one) => !isRead(one) && (workshop.includes(one) || existsSync(one.path)))
      .map(({ path }) => path),
    projects: known.filter(({ project }) => project !== null).map(toPublic),
    write: toPublic(write ?? toPlace(join(agentHome, 'skills'), 'own', null)),
  };
}

/** Where the workshop writes stands above all others. */
function listWorkshop(config: AppConfig, folders: readonly string[]): readonly Candidate[] {
  if (!keepsWorkshop(config)) return [];
  const top = findWorkspaceId(config.cwd);
  return [toPlace(join(top, 'skills'), 'own', folders.find((folder) => folder === top) ?? null)];
}

/** The folders that `skills.paths` names, whoever trusts them. */
export function listOwnFolders(config: AppConfig): readonly string[] {
  const folders = listProjectFolders(realOf(config.workspace), config.agentHome);
  const named = config.skills.paths.flatMap((path) => expand(path, config, folders));
  return [...listWorkshop(config, folders.toReversed()), ...named].map(({ path }) => path);
}

/** `project`: the folder whose trust decides; null: it belongs to the person. */
interface Candidate {
  readonly path: string;
  readonly kind: SkillPlace['kind'];
  readonly project: string | null;
}

const toPlace = (path: string, kind: SkillPlace['kind'], project: string | null): Candidate => ({
  path,
  kind,
  project,
});

const toPublic = ({ path, kind, project }: Candidate): SkillPlace => ({
  path,
  kind,
  isProject: project !== null,
  ...(project === null ? {} : { project }),
});

/** The folders an entry stands for: a relative one may be in each folder of the project. */
function expand(path: string, { agentHome, world }: AppConfig, folders: readonly string[]): readonly Candidate[] {
  if (/^~\/\.bailiwick(?:\/|$)/.test(path)) return [toPlace(resolve(agentHome, path.slice(13)), 'own', null)];
  if (/^~(?:\/|$)/.test(path)) return [toPlace(resolve(world.home, path.slice(2)), 'own', null)];
  if (!path.startsWith('/')) return folders.map((folder) => toPlace(resolve(folder, path), 'own', folder));
  const own = resolve(path);
  const project = folders.find((folder) => isWithin(realOf(own), folder) && !isWithin(world.home, folder)) ?? null;
  return [toPlace(own, 'own', isWithin(own, agentHome) ? null : project)];
}

/** Whether a person trusts the folder, and the top of the repository that it is in. */
async function createTrustCheck(
  { agentHome }: AppConfig,
  folders: readonly string[],
): Promise<(folder: string) => boolean> {
  if (folders.length === 0 || !existsSync(join(agentHome, 'trust.json'))) return () => false;
  const [{ readTrust }, { findTrust }] = await Promise.all([
    import('../trust/trust-file.ts'),
    import('../trust/settle-trust.ts'),
  ]);
  const trusted = await readTrust(agentHome);
  if (!trusted.ok) throw toConfigFault([trusted.error]);
  const known = new Map<string, boolean>();
  const check = (folder: string): boolean => {
    const is = known.get(folder) ?? findTrust(folder, trusted.value).kind === 'trusted';
    known.set(folder, is);
    return is;
  };
  const top = folders.at(-1) ?? '';
  return (folder) => check(top) && (folder === top || check(folder));
}
