import { booleanFlag, type Command } from '../command.ts';
import { readName, withApp } from './with-app.ts';

const SAYS = {
  enable: 'Let the model use a skill again, in every session',
  disable: 'Take a skill out of use: the model neither sees nor loads it',
} as const;

/** `skills enable` and `skills disable`: one validated write. */
export const switchCommand = (verb: 'enable' | 'disable'): Command => ({
  name: `skills ${verb}`,
  summary: SAYS[verb],
  usage: `skills ${verb} [flags] NAME`,
  examples: [`bailiwick skills ${verb} skill-author`],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print {"name", "state"}' } },
  run: (context, args, out) =>
    withApp(context, async ({ skills }) => {
      const { name, state } = await skills.setEnabled(readName(args, `skills ${verb}`), verb === 'enable');
      if (booleanFlag(args, 'json')) out.json({ name, state });
      else out.line(`${name} is ${state}`);
      return 0;
    }),
});
