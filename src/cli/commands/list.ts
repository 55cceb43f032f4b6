import { openCommands } from '../../app/commands/open-commands.ts';
import { loadApp } from '../../app/load-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { SLASH_COMMANDS } from '../chat/slash.ts';
import { booleanFlag, type Command } from '../command.ts';
import { renderCommands } from './render.ts';

/** `commands list`: what may be written behind a slash, beyond what the chat has. */
export const command: Command = {
  name: 'commands list',
  summary: 'List the commands of your own and of a trusted project, and what is wrong with others',
  usage: 'commands list [--json]',
  examples: [
    'bailiwick commands list',
    'bailiwick commands list --json | jq -r \'.[] | select(.state == "broken") | .file\'',
  ],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON array' } },
  async run(context, args, out) {
    const config = await loadApp(toWorld(context));
    const commands = await openCommands(
      config,
      SLASH_COMMANDS.map(({ name }) => name),
    ).list();
    if (booleanFlag(args, 'json')) out.json(commands);
    else for (const line of renderCommands(commands)) out.line(line);
    if (commands.length === 0) {
      out.log(`There are none: a file ${config.agentHome}/commands/NAME.md would be /NAME.`);
    }
    return 0;
  },
};
