import { baseName, isWithin } from '../base/path.ts';
import type { Facts } from '../vocab/facts.ts';
import { componentGives } from './paths.ts';
import { HOME_PLACES, SYSTEM_PLACES } from './secret-places.ts';

type Homes = Pick<Facts, 'home' | 'homes' | 'agentHome'>;

/** What of the agent's own home may be read like any file. */
const OPEN_FOLDERS = ['skills', 'commands', 'results'] as const;

const KEY_NAMES = new Set(['id_rsa', 'id_dsa', 'id_ecdsa', 'id_ed25519']);

/** One name of each kind of secret file, for patterns that the disk cannot be asked about. */
export const NAMED_SECRETS: readonly string[] = ['.env', '.env.local', 'x.pem', ...KEY_NAMES];

/** True when an absolute path, or a glob that may give such a path, is a place where secrets are kept. */
export function isSecretPath(path: string, facts: Homes): boolean {
  if (isSecretName(baseName(path)) || SYSTEM_FILES.has(path)) return true;
  if (path.startsWith('/proc/') && /^\/proc\/[^/]+\/(task\/[^/]+\/)?environ$/.test(path)) return true;
  const isPlaceOf = (home: string): boolean =>
    home !== '/' && path.startsWith(home) && isWithin(path, home) && isPlaceOfHome(path.slice(home.length + 1));
  if (isPlaceOf(facts.home) || facts.homes.some(isPlaceOf)) return true;
  return (
    isWithin(path, facts.agentHome) && !OPEN_FOLDERS.some((folder) => isWithin(path, `${facts.agentHome}/${folder}`))
  );
}

const SYSTEM_FILES: ReadonlySet<string> = new Set(SYSTEM_PLACES.map(({ path }) => path));
const HOME_FILES: ReadonlySet<string> = new Set(HOME_PLACES.map(({ path }) => path));
const HOME_FOLDERS = HOME_PLACES.filter(({ isFolder }) => isFolder).map(({ path }) => path);

const isPlaceOfHome = (below: string): boolean =>
  HOME_FILES.has(below) || HOME_FOLDERS.some((folder) => isWithin(below, folder));

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
