import { toWorld } from '../../app/load-config.ts';
import { explain, openChecker } from '../../app/open-checker.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readQuestion } from '../question.ts';

/** `policy explain`: the trace of every step and command, as a table. */
export const command: Command = {
  name: 'policy explain',
  summary: 'Show what every step of the judge answers to a line, and why',
  usage: "policy explain [flags] '<line>'",
  examples: [
    "bailiwick policy explain 'grep -rn TODO lib | head -20'",
    "bailiwick policy explain --mode yolo 'rm -rf build'",
  ],
  operands: 1,
  args: {
    tool: { type: 'string', value: 'NAME', help: 'explain a call of this tool instead of a shell line' },
    input: { type: 'string', value: 'JSON', help: 'the arguments of the tool' },
    mode: { type: 'string', value: 'MODE', help: 'the mode of the session: default, plan or yolo' },
    json: { type: 'boolean', help: 'print the whole decision as JSON' },
  },
  async run(context, args, out) {
    const checker = await openChecker(toWorld(context));
    const decision = await checker.check(readQuestion(args, 'policy explain'));
    if (booleanFlag(args, 'json')) out.json(decision);
    else out.line(explain(decision, 'person'));
    return 0;
  },
};
