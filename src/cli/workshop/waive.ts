import { Fault } from '../../base/fault.ts';
import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { localPrincipal } from '../local-principal.ts';
import { withDoor } from '../skills/with-door.ts';
import { tellResult } from './answer.ts';

/** `workshop waive`: a person takes one finding upon himself, for exactly this text. */
export const command: Command = {
  name: 'workshop waive',
  summary: 'Take one finding of a quarantined proposal upon yourself, with a reason',
  usage: 'workshop waive [flags] ID --finding RULE --reason TEXT',
  examples: [
    'bailiwick workshop waive 01kc4m --finding shell-pipe-to-shell --reason "it quotes what not to do"',
    'bailiwick workshop waive 01kc4m --finding 2 --reason "our own mirror"',
  ],
  operands: 1,
  args: {
    finding: {
      type: 'string',
      value: 'RULE',
      help: 'the rule, or the number of the finding as workshop inspect shows it',
    },
    reason: { type: 'string', value: 'TEXT', help: 'why it is no danger here; kept with it' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const id = readOne(args, 'workshop waive', 'ID');
      const [finding, reason] = [stringFlag(args, 'finding'), stringFlag(args, 'reason')?.trim()];
      if (finding === undefined || reason === undefined || reason === '')
        throw new Fault('usage', 'workshop waive needs --finding and --reason.', {
          hint: `bailiwick workshop inspect ${id} shows the findings`,
        });
      const result = await door.waive(id, { finding, reason, by: localPrincipal().id });
      return tellResult(result, booleanFlag(args, 'json'), out);
    }),
};
