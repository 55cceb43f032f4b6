import { accessSync, constants, mkdtempSync, rmdirSync, statSync, type Stats } from 'node:fs';
import { dirname, join } from 'node:path';
import { Fault } from '../base/fault.ts';
import { createHostSandbox } from '../sandbox/host.ts';
import { createSandbox, INSTALL_HINT } from '../sandbox/create-sandbox.ts';
import { findDatabaseFault } from '../store/sqlite/database.ts';
import { judgePort } from './judge-port.ts';
import { loadApp } from './load-app.ts';
import type { AppConfig, World } from './load-config.ts';
import { createPolicyReports } from './policy-reports.ts';
import { createScene } from './scene.ts';
import { createLayout } from './turn/sandbox-layout.ts';

/** One thing that was looked at. `warning`: it works with less; `fault`: it does not work. */
export interface Check {
  readonly name: 'node' | 'sandbox' | 'git' | 'ripgrep' | 'home' | 'database' | 'policy';
  readonly level: 'ok' | 'warning' | 'fault';
  /** One sentence. */
  readonly says: string;
  /** The way out; null where none is needed. */
  readonly hint: string | null;
}

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

async function checkSandbox(config: AppConfig): Promise<Check> {
  const { mode, network, onUnavailable } = config.sandbox;
  const says = (text: string): string => `sandbox.mode is ${mode}: ${text}`;
  if (mode === 'off') {
    return { name: 'sandbox', level: 'warning', says: says('commands run without a sandbox'), hint: null };
  }
  const layout = createLayout(config, createScene(config, 'doctor'), 'doctor');
  const { name, why } = await createSandbox(config.sandbox, layout).probe();
  if (name === 'bubblewrap') {
    const net = network ? 'the network is open' : 'the network is closed';
    const root = process.getuid?.() === 0 ? '' : '; sudo, su and kin do not work in it: run those yourself';
    return { name: 'sandbox', level: 'ok', says: says(`bubblewrap works, ${net}${root}`), hint: null };
  }
  const isDemanded = mode === 'require' || onUnavailable === 'deny';
  return { name: 'sandbox', level: isDemanded ? 'fault' : 'warning', says: says(why ?? ''), hint: INSTALL_HINT };
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
