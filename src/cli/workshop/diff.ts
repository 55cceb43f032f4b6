import { diffProposal } from '../../app/skills/door.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { renderDiff } from '../skills/render-diff.ts';
import { withDoor } from '../skills/with-door.ts';

/** `workshop diff`: what exactly a proposal would change, as `patch` reads it. */
export const command: Command = {
  name: 'workshop diff',
  summary: 'Show what exactly a proposal would change',
  usage: 'workshop diff [--json] ID',
  examples: ['bailiwick workshop diff 01kc4m', 'bailiwick workshop diff 01kc4m > change.patch'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const proposal = await door.find(readOne(args, 'workshop diff', 'ID'));
      const diff = diffProposal(proposal);
      if (booleanFlag(args, 'json')) out.json({ id: proposal.id, revision: proposal.revision, diff });
      else if (out.resultIsTerminal) out.write(renderDiff(diff, proposal.findings, out));
      else out.write(diff);
      return 0;
    }),
};
