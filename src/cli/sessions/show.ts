import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { withArchive } from './open.ts';
import { renderSession } from './render.ts';

/** `sessions show`: the conversation, its calls with their verdicts, and who was asked. */
export const command: Command = {
  name: 'sessions show',
  summary: 'Show a conversation, its calls with their verdicts, and the approvals',
  usage: 'sessions show [--json] ID   (the beginning of an id is enough; last: the newest)',
  examples: ['bailiwick sessions show last', "bailiwick sessions show 01kc --json | jq '.entries[]'"],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(context, args, out) {
    const given = readOne(args, 'sessions show', 'session');
    const { events: _, ...shown } = await withArchive(context, (archive) => archive.show(given));
    if (booleanFlag(args, 'json')) out.json(shown);
    else out.write(renderSession(shown));
    return 0;
  },
};
