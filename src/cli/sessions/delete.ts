import { booleanFlag, type Command } from '../command.ts';
import { confirm } from '../input/confirm.ts';
import { readOne } from '../input/read-positional.ts';
import { withArchive } from './open.ts';

/** `sessions delete`: for good, with everything stored about its turns. */
export const command: Command = {
  name: 'sessions delete',
  summary: 'Delete a session with its events, decisions, approvals, grants and kept results',
  usage: 'sessions delete [--yes] [--json] ID',
  examples: ['bailiwick sessions delete 01kc4m', 'bailiwick sessions delete --yes last'],
  operands: 1,
  args: {
    yes: { type: 'boolean', help: 'do not ask' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const given = readOne(args, 'sessions delete', 'session');
    return withArchive(context, async (archive) => {
      const session = await archive.resolve(given);
      const agreed = booleanFlag(args, 'yes') || (await confirm(context, out, `Delete ${session} for good?`));
      if (agreed !== true) {
        out.log('Nothing was deleted.');
        return agreed === null ? 130 : 1;
      }
      const removed = await archive.remove(session);
      if (booleanFlag(args, 'json')) out.json(removed);
      else out.line(`deleted ${session} (${removed.runs.length} ${removed.runs.length === 1 ? 'turn' : 'turns'})`);
      return 0;
    });
  },
};
