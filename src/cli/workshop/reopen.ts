import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { localPrincipal } from '../local-principal.ts';
import { withDoor } from '../skills/with-door.ts';
import { tellResult } from './answer.ts';

/** `workshop reopen`: a rejected or expired proposal waits again. */
export const command: Command = {
  name: 'workshop reopen',
  summary: 'Have a rejected or expired proposal wait again',
  usage: 'workshop reopen [flags] ID',
  examples: ['bailiwick workshop reopen 01kc4m'],
  operands: 1,
  args: {
    reason: { type: 'string', value: 'TEXT', help: 'why, for those who look at it later' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const id = readOne(args, 'workshop reopen', 'ID');
      const result = await door.reopen(id, localPrincipal().id, stringFlag(args, 'reason') ?? null);
      return tellResult(result, booleanFlag(args, 'json'), out);
    }),
};
