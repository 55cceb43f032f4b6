import { toWorld } from '../../app/load-config.ts';
import { listHomeFiles } from '../../app/settings/home-files.ts';
import { booleanFlag, type Command } from '../command.ts';

/** `config path`: works also where a file is broken, for nothing is read. */
export const command: Command = {
  name: 'config path',
  summary: 'Print where your configuration file is',
  usage: 'config path [--json]',
  examples: ['bailiwick config path', '"$EDITOR" "$(bailiwick config path)"', 'bailiwick config path --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print every file that configuration is read from' } },
  async run(context, args, out) {
    const files = listHomeFiles(toWorld(context));
    if (booleanFlag(args, 'json')) out.json(files);
    else out.line(files.config);
    return 0;
  },
};
