import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { findInstructions, type Instruction } from '../../run/model/instructions.ts';
import { hostDisk } from '../host-disk.ts';
import { toConfigFault, type AppConfig } from '../load-config.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';

/** What a project says about working in it. */
export interface ProjectInstructions {
  /** For the model, the nearest to the working directory last; empty where the repository is not trusted. */
  readonly files: readonly Instruction[];
  /** What would be read if a person trusted the repository. */
  readonly withheld: readonly string[];
}

const NONE: ProjectInstructions = { files: [], withheld: [] };

/** Only from a repository, and only while what was trusted of it is as it was. Throws where `trust.json` is broken. */
export async function findProjectInstructions({ agentHome, cwd: given }: AppConfig): Promise<ProjectInstructions> {
  const cwd = realpathSync(given);
  const top = findWorkspaceId(cwd);
  if (!existsSync(join(top, '.git'))) return NONE;
  const files = findInstructions(cwd, top, hostDisk);
  if (files.length === 0) return NONE;
  const withheld = { files: [], withheld: files.map(({ path }) => path) };
  if (!existsSync(join(agentHome, 'trust.json'))) return withheld;
  const [{ readTrust }, { findTrust }] = await Promise.all([import('./trust-file.ts'), import('./settle-trust.ts')]);
  const trusted = await readTrust(agentHome);
  if (!trusted.ok) throw toConfigFault([trusted.error]);
  return findTrust(top, trusted.value).kind === 'trusted' ? { files, withheld: [] } : withheld;
}
