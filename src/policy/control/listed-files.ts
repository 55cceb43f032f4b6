import { baseName, folderOf, isWithin, resolvePath } from '../../base/path.ts';
import type { Facts } from '../../vocab/facts.ts';
import { componentGives, patternGives } from '../paths.ts';

/** What steers the judge, in the agent's home (POLICY 4b). */
const FILES = ['config.yml', 'rules.yml', 'trust.json', 'credentials.json', 'state.db', 'state.db-wal', 'state.db-shm'];
const FOLDERS = ['security', 'cache', 'tls'];
/** What the agent may not even read. */
export const UNREADABLE: readonly string[] = ['credentials.json', 'state.db', 'state.db-wal', 'state.db-shm'];
/** What steers the judge, in any project. */
const PROJECT = /\/\.bailiwick\/(config\.yml|plugins)(\/|$)/;

/** True when changing this path changes what the judge goes by: a listed file, or a folder that holds one. */
export function isListedFile(path: string, facts: Facts): boolean {
  const { agentHome } = facts;
  if (/[*?[]/.test(path)) return givesListed(path, facts);
  if (PROJECT.test(path)) return true;
  if (!isWithin(path, agentHome)) return false;
  return (
    FILES.some((name) => path === `${agentHome}/${name}`) ||
    FOLDERS.some((name) => isWithin(path, `${agentHome}/${name}`))
  );
}

/** What there is in the agent's home of all this, with the home itself: what a search there may come upon. */
export const listedFiles = ({ agentHome }: Facts): readonly string[] => [
  agentHome,
  ...[...FILES, ...FOLDERS].map((name) => `${agentHome}/${name}`),
];

/** True for the agent's home itself, also by a glob that gives it. */
export const isWholeHome = (path: string, facts: Facts): boolean =>
  path === facts.agentHome || (patternIs(path, facts.agentHome) && isHomeOrAbove(path, facts));

/** True for a folder whose removal or renaming takes a listed file along. */
export const holdsListedFile = (path: string, facts: Facts): boolean =>
  path === facts.agentHome || path.endsWith('/.bailiwick') || patternIs(path, facts.agentHome);

/** True for the agent's home and every folder above it; a glob gives a name with a dot only where it writes the dot. */
export function isHomeOrAbove(path: string, { agentHome }: Facts): boolean {
  if (!/[*?[]/.test(path)) return isWithin(agentHome, path);
  const names = agentHome.split('/');
  const globs = path.split('/');
  return (
    globs.length <= names.length &&
    globs.every(
      (glob, i) =>
        componentGives(glob, String(names[i])) && (glob.startsWith('.') || names[i]?.startsWith('.') !== true),
    )
  );
}

const patternIs = (path: string, folder: string): boolean => /[*?[]/.test(path) && patternGives(path, folder);

function givesListed(pattern: string, facts: Facts): boolean {
  const { agentHome, workspace } = facts;
  const exact = [
    ...[...FILES, ...FOLDERS].map((name) => `${agentHome}/${name}`),
    `${workspace}/.bailiwick/config.yml`,
    `${workspace}/.bailiwick/plugins`,
  ];
  if (exact.some((path) => patternGives(pattern, path))) return true;
  const depth = pattern.split('/');
  return [...FOLDERS.map((name) => `${agentHome}/${name}`), `${workspace}/.bailiwick/plugins`].some((folder) => {
    const above = depth.slice(0, folder.split('/').length).join('/');
    return depth.length > folder.split('/').length && patternGives(above, folder);
  });
}

/** True when even reading this path is refused. */
export function isUnreadable(path: string, facts: Facts): boolean {
  const isPattern = /[*?[]/.test(path);
  if (!isPattern && !isWithin(path, facts.agentHome)) return false;
  if (isPattern && !patternGives(folderOf(path), facts.agentHome)) return false;
  const name = baseName(path);
  return isPattern
    ? UNREADABLE.some((file) => componentGives(name, file))
    : UNREADABLE.some((file) => path === `${facts.agentHome}/${file}`);
}

/** A listed path spelled out inside a longer text, such as interpreter code: `open('/home/u/.bailiwick/rules.yml')`. */
export function findListedInText(text: string, facts: Facts): string | null {
  for (const [token] of text.matchAll(/[~$\w{}./-]*\.bailiwick\/[\w./-]+|[\w./-]*\/[\w./-]+/g)) {
    const path = token.replace(/^(~|\$HOME|\$\{HOME\})(?=\/)/, facts.home).replace(/[.,]+$/, '');
    const absolute = resolvePath(facts.cwd, path);
    if (isListedFile(absolute, facts)) return token;
  }
  return null;
}
