import { Fault } from '../../../base/fault.ts';
import { showOnOneLine } from '../../../base/text.ts';
import { booleanFlag, stringFlag, type Command } from '../../command.ts';
import { confirm } from '../../input/confirm.ts';
import { readOne } from '../../input/read-positional.ts';
import { localPrincipal } from '../../local-principal.ts';
import { toFault, withDoor } from '../with-door.ts';
import { renderProposal, SHOWN_REVISION } from './render-proposal.ts';

/** `skills proposals apply`: what was looked at is what is written. */
export const toCommand = (name: string): Command => ({
  name,
  summary: 'Write what a proposal shows',
  usage: `${name} [flags] ID`,
  examples: [`bailiwick ${name} 01kc4m`, `bailiwick ${name} --yes --revision 3f0c9a51b2de 01kc4m`],
  operands: 1,
  args: {
    yes: { type: 'boolean', help: 'do not ask; needs --revision' },
    revision: { type: 'string', value: 'REVISION', help: 'what was looked at, as workshop inspect names it' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const given = readOne(args, name, 'ID');
      const [yes, asJson, revision] = [
        booleanFlag(args, 'yes'),
        booleanFlag(args, 'json'),
        stringFlag(args, 'revision'),
      ];
      if (yes && revision === undefined) {
        throw new Fault('usage', '--yes needs --revision: what is written is what somebody looked at.', {
          hint: `bailiwick workshop inspect ${given} names it`,
        });
      }
      const proposal = await door.find(given);
      if (!yes && proposal.status === 'pending') {
        const shown = renderProposal(proposal, out);
        if (asJson) out.logRaw(shown);
        else out.write(shown);
        const flags = `--yes --revision ${proposal.revision.slice(0, SHOWN_REVISION)}`;
        const agreed = await confirm(context, out, `Write the skill ${showOnOneLine(proposal.skill)}?`, flags);
        if (agreed !== true) {
          out.log('Nothing was written.');
          return agreed === null ? 130 : 1;
        }
      }
      const result = await door.apply(proposal.id, revision ?? proposal.revision, localPrincipal().id);
      if (result.kind === 'refused')
        throw toFault(
          result,
          proposal.status === 'quarantined'
            ? 'revise it, waive its findings with a reason, or reject it'
            : `bailiwick workshop inspect ${proposal.id}`,
        );
      if (asJson) out.json(result);
      else if (result.kind === 'written')
        out.line(`wrote ${showOnOneLine(result.file)} (version ${result.version.number})`);
      else out.line(`${result.proposal.id} is ${result.proposal.status}: ${result.proposal.quarantineReason ?? ''}`);
      return result.kind === 'written' ? 0 : 3;
    }),
});
