import { toWorld } from '../../app/load-config.ts';
import { openPluginDesk } from '../../app/plugins/plugin-desk.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { ListedPlugin } from '../../vocab/plugin.ts';
import { booleanFlag, type Command } from '../command.ts';

/** `plugins list`: none of their code runs, so that a broken one is listed as well. */
export const command: Command = {
  name: 'plugins list',
  summary: 'List the plugins that are there, where each comes from, and what keeps one from being loaded',
  usage: 'plugins list [--enabled] [--json]',
  examples: ['bailiwick plugins list', 'bailiwick plugins list --enabled --json'],
  operands: 0,
  args: {
    enabled: { type: 'boolean', help: 'only those that the configuration enables' },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  async run(context, args, out) {
    const all = await (await openPluginDesk(toWorld(context))).list();
    const plugins = booleanFlag(args, 'enabled') ? all.filter(({ enabled }) => enabled) : all;
    if (booleanFlag(args, 'json')) out.json(plugins);
    else for (const line of renderPlugins(plugins)) out.line(line);
    if (plugins.length === 0) out.log(all.length === 0 ? 'There is no plugin.' : 'No plugin is enabled.');
    return 0;
  },
};

function renderPlugins(plugins: readonly ListedPlugin[]): readonly string[] {
  const width = Math.max(0, ...plugins.map(({ name }) => name.length));
  return plugins.map(({ name, kind, state, summary, folder, why }) => {
    const said = [summary, folder ?? '', why === null ? '' : `(${why})`].filter((text) => text !== '').join('  ');
    return showOnOneLine(`${name.padEnd(width)}  ${(kind ?? '').padEnd(8)}  ${state.padEnd(13)}  ${said}`.trimEnd());
  });
}
