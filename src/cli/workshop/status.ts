import { WORKSHOP } from '../../app/workshop/read-settings.ts';
import { PROPOSAL_STATUSES } from '../../vocab/proposal.ts';
import { booleanFlag, type Command } from '../command.ts';
import { withApp } from '../skills/with-app.ts';

/** `workshop status`: how much waits for a person here. */
export const command: Command = {
  name: 'workshop status',
  summary: 'Count the proposals of this workspace by their status',
  usage: 'workshop status [--json]',
  examples: ['bailiwick workshop status', 'bailiwick workshop status --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  run: (context, args, out) =>
    withApp(context, async (app) => {
      const door = await app.openDoor();
      const [counts, damaged] = [await door.count(), await door.listDamaged()];
      if (booleanFlag(args, 'json')) out.json({ ...counts, damaged });
      else for (const status of PROPOSAL_STATUSES) out.line(`${status.padEnd(11)} ${counts[status]}`);
      if (damaged.length > 0) out.log(`Damaged in the store, and in none of these: ${damaged.join(', ')}`);
      if (app.config.workshop === null) {
        const entry = app.config.plugins.find(({ name }) => name === WORKSHOP);
        const key = entry?.enabled === true ? 'config.enabled' : 'enabled';
        out.log(`The workshop is off: nothing is proposed. It is on with plugins.entries.${WORKSHOP}.${key}: true`);
      }
      return 0;
    }),
};
