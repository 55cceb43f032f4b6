import { Fault } from '../../base/fault.ts';
import { judgePort } from '../judge-port.ts';
import { loadApp } from '../load-app.ts';
import type { AppConfig, World } from '../load-config.ts';
import { createPolicyReports } from '../policy-reports.ts';
import type { Check } from './check.ts';
import { checkCache, checkDatabase, checkHome } from './check-home.ts';
import { checkKeys, checkModels } from './check-models.ts';
import { checkPlugins } from './check-plugins.ts';
import { checkProgram } from './check-program.ts';
import { checkSandbox } from './check-sandbox.ts';
import { checkTerminal } from './check-terminal.ts';
import { checkTrust } from './check-trust.ts';

export interface ExamineOptions {
  /** Whether somebody sits in front of it. */
  readonly isTerminal: boolean;
  /** Whether the models may be asked, which costs a few tokens. */
  readonly online: boolean;
  readonly signal: AbortSignal;
}

/** Looks at everything and leaves nothing behind. A broken configuration is one of the findings. */
export async function examine(world: World, options: ExamineOptions): Promise<readonly Check[]> {
  const machine = [
    { name: 'node', level: 'ok', says: `Node ${process.versions.node}`, hint: null } as const,
    checkTerminal(world.env, options.isTerminal),
    await checkProgram('git', 'git', { world, without: 'lines with git fail' }),
    await checkProgram('ripgrep', 'rg', { world, without: 'searches use our own, slower search' }),
  ];
  try {
    const config = await loadApp(world);
    return [...machine, ...(await examineConfig(config, options))];
  } catch (error) {
    if (!(error instanceof Fault) || !error.code.startsWith('config-')) throw error;
    return [...machine, { name: 'config', level: 'fault', says: error.message, hint: error.hint }];
  }
}

async function examineConfig(config: AppConfig, { online, signal }: ExamineOptions): Promise<readonly Check[]> {
  const home = checkHome(config);
  return [
    checkConfig(config),
    await checkSandbox(config),
    home,
    checkCache(config),
    checkDatabase(config, home.level !== 'fault'),
    checkKeys(config),
    ...(await checkModels(config, online ? signal : null)),
    await checkTrust(config),
    await checkPlugins(config),
    await checkPolicy(config.world),
  ];
}

function checkConfig({ sources }: AppConfig): Check {
  const files = sources.filter(({ layer }) => layer !== 'session').map(({ file }) => file);
  return {
    name: 'config',
    level: 'ok',
    says: files.length === 0 ? 'no file; the defaults count' : files.join(', '),
    hint: null,
  };
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
