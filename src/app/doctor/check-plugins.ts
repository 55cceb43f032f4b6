import type { AppConfig } from '../load-config.ts';
import type { Check } from './check.ts';

/** Whether the plugins that are enabled could be loaded, as far as that shows without running them. */
export async function checkPlugins(config: AppConfig): Promise<Check> {
  const enabled = config.plugins.filter((one) => one.enabled);
  if (enabled.length === 0) return { name: 'plugins', level: 'ok', says: 'none is enabled', hint: null };
  const [{ findGround }, { listPlugins }, { BUILT_IN }] = await Promise.all([
    import('../plugins/open-plugin-set.ts'),
    import('../plugins/plugin-desk.ts'),
    import('../plugins/built-in.ts'),
  ]);
  const all = listPlugins(await findGround(config, BUILT_IN)).filter((one) => one.enabled);
  // One of another project is passed over here.
  const bad = all.find(({ state }) => state !== 'on' && state !== 'off');
  if (bad === undefined)
    return {
      name: 'plugins',
      level: 'ok',
      says: `enabled: ${all.flatMap(({ name, state }) => (state === 'on' ? name : [])).join(', ') || 'none here'}`,
      hint: null,
    };
  return {
    name: 'plugins',
    level: 'fault',
    says: `${bad.name} stops the start: ${bad.why ?? bad.state}`,
    hint: `bailiwick plugins show ${bad.name} says more; bailiwick plugins allow ${bad.name} allows what is there`,
  };
}
