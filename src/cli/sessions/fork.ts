import { booleanFlag, type Command } from '../command.ts';
import { countFlag } from '../input/flags.ts';
import { readOne } from '../input/read-positional.ts';
import { withArchive } from './open.ts';

/** `sessions fork`: another way on from the same beginning. */
export const command: Command = {
  name: 'sessions fork',
  summary: 'Begin a new session with the conversation of another; no approval comes along',
  usage: 'sessions fork [--at N] [--json] ID',
  examples: ['bailiwick sessions fork last', 'bailiwick sessions fork 01kc4m --at 12'],
  operands: 1,
  args: {
    at: { type: 'string', value: 'N', help: 'only up to the entry that sessions show numbers #N' },
    json: { type: 'boolean', help: 'print the new session as JSON' },
  },
  async run(context, args, out) {
    const given = readOne(args, 'sessions fork', 'session');
    const at = countFlag(args, 'at');
    const forked = await withArchive(context, (archive) => archive.fork(given, at));
    if (booleanFlag(args, 'json')) out.json(forked);
    else out.line(forked.id);
    return 0;
  },
};
