import { toWorld } from '../../app/load-config.ts';
import { openPluginDesk, type ShownPlugin } from '../../app/plugins/plugin-desk.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { showTime } from '../show-time.ts';

/** `plugins show`: what is known of a plugin before any of its code runs. */
export const command: Command = {
  name: 'plugins show',
  summary: 'Show a plugin: where it is, its files and digest, who allowed it, and what is wrong with it',
  usage: 'plugins show [--json] NAME',
  examples: ['bailiwick plugins show notes', 'bailiwick plugins show notes --json'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(context, args, out) {
    const name = readOne(args, 'plugins show', 'name');
    const shown = await (await openPluginDesk(toWorld(context))).show(name);
    if (booleanFlag(args, 'json')) out.json(shown);
    else for (const [key, value] of rowsOf(shown)) out.line(showOnOneLine(`${key.padEnd(10)}  ${value}`));
    return 0;
  },
};

function rowsOf(shown: ShownPlugin): readonly (readonly [string, string])[] {
  const { name, kind, state, why, summary, folder, entry, digest, files, consent, configKeys } = shown;
  const rows: (readonly [string, string])[] = [
    ['name', name],
    ['summary', summary],
    ['kind', kind ?? ''],
    ['package', shown.package ?? ''],
    ['state', why === null ? state : `${state}: ${why}`],
    ['folder', folder ?? ''],
    ['loads', entry ?? ''],
    ['digest', digest ?? ''],
    ['allowed', consent === null ? '' : `${showTime(consent.at)} by ${consent.by}`],
    ['config', configKeys.join(', ')],
    ...files.map((file) => ['file', file] as const),
  ];
  return rows.filter(([, value]) => value !== '');
}
