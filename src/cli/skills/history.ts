import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { showTime } from '../show-time.ts';
import { readName } from './with-app.ts';
import { withDoor } from './with-door.ts';

/** `skills history`: what became of a skill, by whom. */
export const command: Command = {
  name: 'skills history',
  summary: 'List the versions of a skill; what was changed by hand is one of them',
  usage: 'skills history [--json] NAME',
  examples: ['bailiwick skills history demo', 'bailiwick skills history --json demo'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON array' } },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const versions = await door.history(readName(args, 'skills history'));
      if (booleanFlag(args, 'json')) out.json(versions);
      else
        for (const { number, at, action, by, proposal, note } of versions) {
          const words = [proposal, note].flatMap((word) => (word === null ? [] : [word]));
          out.line(showOnOneLine([`${number}`.padStart(4), showTime(at), action.padEnd(6), by, ...words].join('  ')));
        }
      return 0;
    }),
};
