import { loadConfig, toConfigFault, withFolder, type AppConfig, type World } from './load-config.ts';

/** The configuration in force; throws one Fault that names every mistake. */
export async function loadApp(world: World): Promise<AppConfig> {
  const config = await loadConfig(
    world,
    async () => (await import('../policy/rules/match-rule.ts')).ruleMatchesExample,
  );
  if (!config.ok) throw toConfigFault(config.error);
  return warnOfPlugins(config.value);
}

/** Names of plugins that are nowhere: an enabled one stops the start, for the others a word is enough. */
async function warnOfPlugins(config: AppConfig): Promise<AppConfig> {
  if (config.plugins.every(({ enabled }) => enabled)) return config;
  const { findUnknown } = await import('./plugins/find-plugins.ts');
  return { ...config, warnings: [...config.warnings, ...(await findUnknown(config))] };
}

/** The configuration of the folder a session began in, also where a flag had named it. */
export async function loadAppFor(cwd: string, world: World): Promise<AppConfig> {
  const config = await loadApp({ ...world, cwd });
  return config.cwd === cwd ? config : loadApp(withFolder(world, cwd, 'the session'));
}
