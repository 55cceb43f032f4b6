import { toWorld } from '../../app/load-config.ts';
import { openPluginDesk } from '../../app/plugins/plugin-desk.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';

/** `plugins revoke`: from the next start on. */
export const command: Command = {
  name: 'plugins revoke',
  summary: 'Allow a plugin no longer, wherever it lies',
  usage: 'plugins revoke [--json] NAME',
  examples: ['bailiwick plugins revoke notes'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(context, args, out) {
    const name = readOne(args, 'plugins revoke', 'name');
    const revoked = await (await openPluginDesk(toWorld(context))).revoke(name);
    if (booleanFlag(args, 'json')) out.json({ name, revoked });
    else for (const folder of revoked) out.line(showOnOneLine(`no longer allowed: ${name} in ${folder}`));
    return 0;
  },
};
