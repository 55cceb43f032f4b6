import { Fault } from '../../base/fault.ts';
import { booleanFlag, type Command } from '../command.ts';
import { renderDiff } from './render-diff.ts';
import { readName } from './with-app.ts';
import { withDoor } from './with-door.ts';

/** `skills diff`: two versions of a skill, all files of it. */
export const command: Command = {
  name: 'skills diff',
  summary: 'Show what differs between two versions of a skill',
  usage: 'skills diff [--json] NAME [FROM] [TO]   (without numbers: what the newest version changed)',
  examples: ['bailiwick skills diff demo', 'bailiwick skills diff demo 1 3'],
  operands: 3,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const name = readName(args, 'skills diff');
      const [from, to] = [readNumber(args.positionals[1]), readNumber(args.positionals[2])];
      const diff = await door.diff(name, from, to);
      if (booleanFlag(args, 'json')) out.json({ name, from, to, diff });
      else out.write(renderDiff(diff, [], out));
      if (diff === '') out.log('Nothing differs.');
      return 0;
    }),
};

/** The number of a version; null for none. */
export function readNumber(given: string | undefined): number | null {
  if (given === undefined) return null;
  if (/^[1-9][0-9]{0,8}$/.test(given)) return Number(given);
  throw new Fault('usage', `A version is a number from 1 on, not ${given}.`, {
    hint: 'bailiwick skills history NAME lists them',
  });
}
