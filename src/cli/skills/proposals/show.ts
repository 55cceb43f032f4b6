import { diffProposal } from '../../../app/skills/door.ts';
import { booleanFlag, type Command } from '../../command.ts';
import { readOne } from '../../input/read-positional.ts';
import { withDoor } from '../with-door.ts';
import { renderProposal } from './render-proposal.ts';

/** `skills proposals show`: what a person looks at before they decide. */
export const toCommand = (name: string): Command => ({
  name,
  summary: 'Show what a proposal would write, what the scanner found, and where it comes from',
  usage: `${name} [--json] ID`,
  examples: [`bailiwick ${name} 01kc4m`],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const proposal = await door.find(readOne(args, name, 'ID'));
      if (booleanFlag(args, 'json')) out.json({ ...proposal, diff: diffProposal(proposal) });
      else out.write(renderProposal(proposal, out));
      return 0;
    }),
});
