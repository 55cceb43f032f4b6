import { openCommands } from '../../app/commands/open-commands.ts';
import { loadApp } from '../../app/load-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import { SLASH_COMMANDS } from '../chat/slash.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { renderCommand } from './render.ts';

/** `commands show`: every file of a name, that which runs first. */
export const command: Command = {
  name: 'commands show',
  summary: 'Show a command of your own or of a trusted project: its file, its settings and its text',
  usage: 'commands show [--json] NAME',
  examples: ['bailiwick commands show review', 'bailiwick commands show --json git:tidy'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON array, with every file of the name' } },
  async run(context, args, out) {
    const name = readOne(args, 'commands show', 'name').replace(/^\//, '');
    const commands = await openCommands(
      await loadApp(toWorld(context)),
      SLASH_COMMANDS.map((one) => one.name),
    ).list();
    const named = commands.filter((one) => one.name === name);
    if (named.length === 0) {
      const meant = nearest(
        name,
        commands.flatMap((one) => one.name ?? []),
      );
      throw new Fault('not-found', `There is no command ${name}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
        hint: 'bailiwick commands list shows them all',
      });
    }
    const shown = named.toSorted((a, b) => Number(b.state === 'ready') - Number(a.state === 'ready'));
    if (booleanFlag(args, 'json')) out.json(shown);
    else out.write(shown.map(renderCommand).join('\n'));
    return 0;
  },
};
