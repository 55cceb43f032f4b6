import { booleanFlag, stringFlag, type Command } from '../../command.ts';
import { readOne } from '../../input/read-positional.ts';
import { localPrincipal } from '../../local-principal.ts';
import { withDoor } from '../with-door.ts';

/** `skills proposals reject`: nothing is written. */
export const toCommand = (name: string): Command => ({
  name,
  summary: 'Reject a proposal; it is kept and never written',
  usage: `${name} [flags] ID`,
  examples: [`bailiwick ${name} 01kc4m`, `bailiwick ${name} --reason "once is enough" 01kc4m`],
  operands: 1,
  args: {
    reason: { type: 'string', value: 'TEXT', help: 'why, for those who look at it later' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const id = readOne(args, name, 'ID');
      const rejected = await door.reject(id, localPrincipal().id, stringFlag(args, 'reason') ?? null);
      if (booleanFlag(args, 'json')) out.json(rejected);
      else out.line(`${rejected.id}  rejected`);
      return 0;
    }),
});
