import { ruleMatchesExample } from '../policy/rules/match-rule.ts';
import { loadConfig, toConfigFault, type AppConfig, type World } from './load-config.ts';

/** The configuration in force; throws one Fault that names every mistake. */
export async function loadApp(world: World): Promise<AppConfig> {
  const config = await loadConfig(world, ruleMatchesExample);
  if (!config.ok) throw toConfigFault(config.error);
  return config.value;
}
