import { baseName, isWithin } from '../base/path.ts';
import type { Facts } from '../vocab/facts.ts';
import { componentGives } from './paths.ts';

type Homes = Pick<Facts, 'home' | 'homes' | 'agentHome'>;

/** Folders of a home in which everything is secret (POLICY 6). */
export const SECRET_FOLDERS = ['.ssh', '.aws', '.gnupg'] as const;

/** What of the agent's own home may be read like any file. */
const OPEN_FOLDERS = ['skills', 'commands', 'results'] as const;

const KEY_NAMES = new Set(['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519']);

/** One name of each kind of secret file, for patterns that the disk cannot be asked about. */
export const NAMED_SECRETS: readonly string[] = ['.env', '.env.local', 'x.pem', ...KEY_NAMES];

/** True when an absolute path, or a glob that may give such a path, is a place where secrets are kept. */
export function isSecretPath(path: string, facts: Homes): boolean {
  if (isSecretName(baseName(path)) || /^\/proc\/[^/]+\/(task\/[^/]+\/)?environ$/.test(path)) return true;
  const homes = [facts.home, ...facts.homes].filter((home) => home !== '/');
  if (homes.some((home) => isWithin(path, home) && liesInSecretFolder(path, home))) return true;
  return (
    isWithin(path, facts.agentHome) && !OPEN_FOLDERS.some((folder) => isWithin(path, `${facts.agentHome}/${folder}`))
  );
}

const liesInSecretFolder = (path: string, home: string): boolean =>
  SECRET_FOLDERS.some((folder) => isWithin(path, `${home}/${folder}`));

function isSecretName(name: string): boolean {
  if (KEY_NAMES.has(name) || name.endsWith('.pem')) return true;
  if (name === '.env') return true;
  if (name.startsWith('.env.')) return !/\.(example|sample|template)$/.test(name);
  // A glob that spells the dot can give `.env`; what it really gives is asked of the disk.
  return (
    /[*?[]/.test(name) &&
    ((componentGives(name, '.env') && name.startsWith('.e')) ||
      [...KEY_NAMES].some((key) => name.startsWith('id_') && componentGives(name, key)))
  );
}
