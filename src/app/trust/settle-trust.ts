import { realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../base/result.ts';
import type { PolicySource } from '../../policy/config/source.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import type { TrustEntry } from '../../vocab/trust.ts';
import { parseSource, type SourceWorld } from '../config/read-source.ts';
import { digestProject, findChange, type ProjectState } from './digest-project.ts';
import { readTrust } from './trust-file.ts';

/** Whether a folder is as it was when a person trusted it. */
export type TrustState =
  | { readonly kind: 'none' }
  | { readonly kind: 'trusted'; readonly state: ProjectState }
  /** It was trusted, and is not any more. */
  | { readonly kind: 'changed'; readonly why: PolicyFault };

export function findTrust(folder: string, trusted: readonly TrustEntry[]): TrustState {
  const entry = trusted.find(({ path }) => path === folder);
  if (entry === undefined) return { kind: 'none' };
  const looked = digestProject(folder);
  if (!looked.ok) return { kind: 'changed', why: looked.error };
  const change = findChange(entry.digests, looked.value.digests);
  if (change === null) return { kind: 'trusted', state: looked.value };
  const message = `${folder} was trusted, and this file is not as it was: the project is not trusted until you trust it again.`;
  const hint = `look at the file, then run: bailiwick trust ${folder}`;
  return { kind: 'changed', why: { file: join(folder, change), line: null, message, hint } };
}

/**
 * The sources of a project with `trusted` set where a person trusts what is there. A trusted one is read again from the
 * very bytes that were compared.
 */
export async function settleTrust(
  sources: readonly PolicySource[],
  agentHome: string,
  { world, warn }: { readonly world: SourceWorld; readonly warn: (warning: PolicyFault) => void },
): Promise<Result<readonly PolicySource[], readonly PolicyFault[]>> {
  const trusted = await readTrust(agentHome);
  if (!trusted.ok) return fail([trusted.error]);
  const settled: PolicySource[] = [];
  for (const source of sources) {
    const found = findTrust(realpathSync(dirname(dirname(source.file))), trusted.value);
    if (found.kind === 'changed') warn(found.why);
    if (found.kind !== 'trusted' || found.state.config === null) {
      settled.push(source);
      continue;
    }
    const read = parseSource(found.state.config, { layer: 'project', file: source.file }, world);
    if (!read.ok) return read;
    settled.push({ ...read.value, trusted: true });
  }
  return ok(settled);
}
