import { accessSync, constants, mkdtempSync, rmdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { findDatabaseFault } from '../../store/sqlite/database.ts';
import type { AppConfig } from '../load-config.ts';
import type { Check } from './check.ts';

/** The agent's own folder: whether it can be used, and by nobody else. */
export function checkHome({ agentHome }: AppConfig): Check {
  const found = find(agentHome);
  const why = findWriteFault(found === null ? nearestFolder(agentHome) : agentHome);
  if (why !== null) {
    const hint = 'give yourself the rights on it, or set BAILIWICK_HOME to another folder';
    const says = `${agentHome} cannot be ${found === null ? 'made' : 'read and written'}: ${why}`;
    return { name: 'home', level: 'fault', says, hint };
  }
  if (found === null) {
    return { name: 'home', level: 'ok', says: `${agentHome} is made when it is needed`, hint: null };
  }
  const isOpen = (found.mode & 0o077) !== 0;
  const hint = isOpen ? `chmod 700 ${agentHome}` : null;
  return {
    name: 'home',
    level: isOpen ? 'warning' : 'ok',
    says: isOpen ? `${agentHome} is open to others` : agentHome,
    hint,
  };
}

/** Where compiled code is kept; the launcher goes without where others could write there. */
export function checkCache({ agentHome }: AppConfig): Check {
  const path = join(agentHome, 'cache');
  const [home, cache] = [find(agentHome), find(path)];
  if (home === null || cache === null)
    return { name: 'cache', level: 'ok', says: `${path} is made when it is needed`, hint: null };
  const isOurs = [home, cache].every(({ uid }) => uid === process.getuid?.());
  const isClosed = (home.mode & 0o022) === 0 && (cache.mode & 0o077) === 0;
  if (isOurs && isClosed && cache.isDirectory()) return { name: 'cache', level: 'ok', says: path, hint: null };
  const says = `${path} is not yours alone, so no compiled code is kept and every start takes longer`;
  return { name: 'cache', level: 'warning', says, hint: `chmod go-w ${agentHome} && chmod 700 ${path}` };
}

/** Null where nothing is, or a file stands in the way. */
function find(path: string): Stats | null {
  try {
    return statSync(path, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

function nearestFolder(path: string): string {
  const folder = dirname(path);
  return folder === path || find(folder) !== null ? folder : nearestFolder(folder);
}

/** Why nothing can be made in a folder; null where it can. Only the attempt tells: a file system may refuse what modes allow. */
function findWriteFault(folder: string): string | null {
  try {
    accessSync(folder, constants.R_OK);
    rmdirSync(mkdtempSync(join(folder, '.bailiwick-doctor-')));
    return null;
  } catch (error) {
    return error instanceof Error && 'code' in error ? `${folder} refuses it (${String(error.code)})` : String(error);
  }
}

/** The store: whether it can be read, and is whole. */
export function checkDatabase({ agentHome }: AppConfig, canBeMade: boolean): Check {
  const path = join(agentHome, 'state.db');
  if (find(path) === null) {
    if (!canBeMade) return { name: 'database', level: 'fault', says: `${path} cannot be made`, hint: 'see home' };
    return { name: 'database', level: 'ok', says: `${path} is made by the first turn`, hint: null };
  }
  const fault = findDatabaseFault(path);
  return fault === null
    ? { name: 'database', level: 'ok', says: `${path} is whole`, hint: null }
    : { name: 'database', level: 'fault', says: fault.message, hint: fault.hint };
}
