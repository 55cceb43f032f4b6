import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { countFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import { withDoor } from '../skills/with-door.ts';

const LIMIT = 50;

/** `workshop log`: why something became a proposal, or did not. */
export const command: Command = {
  name: 'workshop log',
  summary: 'Show what the workshop did and what it left, each with the reason',
  usage: 'workshop log [flags]',
  examples: ['bailiwick workshop log', 'bailiwick workshop log --limit 500 --json'],
  operands: 0,
  args: {
    limit: { type: 'string', value: 'N', help: `how many entries, the newest; ${LIMIT}` },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const entries = (await door.log(countFlag(args, 'limit') ?? LIMIT)).toReversed();
      if (booleanFlag(args, 'json')) out.json(entries);
      else
        for (const { at, code, proposal, message } of entries)
          out.line(showOnOneLine([showTime(at), code, ...(proposal === null ? [] : [proposal]), message].join('  ')));
      if (entries.length === 0) out.log('Nothing yet.');
      return 0;
    }),
};
