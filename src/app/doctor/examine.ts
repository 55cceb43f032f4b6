import { accessSync, constants, mkdtempSync, rmdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../../base/fault.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { findDatabaseFault } from '../../store/sqlite/database.ts';
import { judgePort } from '../judge-port.ts';
import { loadApp } from '../load-app.ts';
import type { AppConfig, World } from '../load-config.ts';
import { createPolicyReports } from '../policy-reports.ts';
import type { Check } from './check.ts';
import { checkSandbox } from './check-sandbox.ts';

const ASK_MS = 10_000;

/** Looks at everything and leaves nothing behind. Throws the Fault of a broken configuration. */
export async function examine(world: World): Promise<readonly Check[]> {
  const config = await loadApp(world);
  const home = checkHome(config);
  return [
    { name: 'node', level: 'ok', says: `Node ${process.versions.node}`, hint: null },
    await checkSandbox(config),
    await checkProgram('git', 'git', { world, without: 'lines with git fail' }),
    await checkProgram('ripgrep', 'rg', { world, without: 'searches use our own, slower search' }),
    home,
    checkDatabase(config, home.level !== 'fault'),
    await checkPolicy(world),
  ];
}

async function checkProgram(
  name: 'git' | 'ripgrep',
  program: string,
  { world, without }: { readonly world: World; readonly without: string },
): Promise<Check> {
  try {
    const { output } = await createHostSandbox().run({
      argv: [program, '--version'],
      cwd: world.cwd,
      env: { PATH: world.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin' },
      timeoutMs: ASK_MS,
      maxBytes: 1000,
      signal: new AbortController().signal,
    });
    return { name, level: 'ok', says: Buffer.from(output).toString().split('\n', 1)[0] ?? '', hint: null };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { name, level: 'warning', says: `${error.message}; without it ${without}`, hint: `install ${name}` };
  }
}

function checkHome({ agentHome }: AppConfig): Check {
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

function checkDatabase({ agentHome }: AppConfig, canBeMade: boolean): Check {
  const path = join(agentHome, 'state.db');
  if (find(path) === null) {
    if (!canBeMade) return { name: 'database', level: 'fault', says: `${path} cannot be made`, hint: 'see home' };
    return { name: 'database', level: 'ok', says: `${path} is made by the first turn`, hint: null };
  }
  const fault = findDatabaseFault(path);
  return fault === null
    ? { name: 'database', level: 'ok', says: `${path} can be read`, hint: null }
    : { name: 'database', level: 'fault', says: fault.message, hint: fault.hint };
}

async function checkPolicy(world: World): Promise<Check> {
  const findings = await createPolicyReports(world, judgePort).lint();
  const warnings = findings.filter(({ level }) => level === 'warning').length;
  return {
    name: 'policy',
    level: warnings > 0 ? 'warning' : 'ok',
    says: `${warnings} warnings and ${findings.length - warnings} hints about the policy`,
    hint: findings.length > 0 ? 'bailiwick policy lint shows them' : null,
  };
}
