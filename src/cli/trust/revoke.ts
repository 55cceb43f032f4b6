import { toWorld } from '../../app/load-config.ts';
import { openTrust } from '../../app/trust/open-trust.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';

/** `trust revoke`: from the next start on. */
export const command: Command = {
  name: 'trust revoke',
  summary: 'Trust a project no longer',
  usage: 'trust revoke [--json] PATH   (with the trusted folders below it)',
  examples: ['bailiwick trust revoke .', 'bailiwick trust revoke ~/src/site'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(context, args, out) {
    const path = readOne(args, 'trust revoke', 'path');
    const revoked = await openTrust(toWorld(context)).revoke(path);
    if (booleanFlag(args, 'json')) out.json({ revoked });
    else for (const folder of revoked) out.line(`no longer trusted: ${showOnOneLine(folder)}`);
    return 0;
  },
};
