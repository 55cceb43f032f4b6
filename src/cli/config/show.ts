import { loadApp } from '../../app/load-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { listSettings, type Setting } from '../../app/settings/list-settings.ts';
import { showOnOneLine } from '../../base/text.ts';
import { toColumns } from '../columns.ts';
import { booleanFlag, type Command } from '../command.ts';
import { renderWarning } from '../render-warning.ts';
import { showOrigins, showValue } from './render.ts';

/** `config show`: everything in force, and which line of which file says so. */
export const command: Command = {
  name: 'config show',
  summary: 'Show every setting in force with its file and line; keys of providers are masked',
  usage: 'config show [--json]',
  examples: ['bailiwick config show', "bailiwick config show --json | jq '.settings[] | select(.origins != [])'"],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(context, args, out) {
    const config = await loadApp(toWorld(context));
    const settings = listSettings(config);
    if (booleanFlag(args, 'json')) {
      const files = config.sources.map(({ layer, file }) => ({ layer, file }));
      out.json({ files, settings, warnings: config.warnings });
      return 0;
    }
    out.write(`${toColumns(settings.map(toRow)).join('\n')}\n`);
    for (const warning of config.warnings) out.log(`warning: ${renderWarning(warning)}`);
    return 0;
  },
};

const toRow = (setting: Setting): readonly string[] => [
  showOnOneLine(setting.key),
  setting.value === null ? '(not set)' : showValue(setting),
  showOrigins(setting),
];
