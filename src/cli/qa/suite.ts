import { resolve } from 'node:path';
import { toWorld } from '../../app/load-config.ts';
import { runQaSuite, type QaOutcome } from '../../app/qa/qa.ts';
import { booleanFlag, stringFlag, stringFlags, type Command } from '../command.ts';
import { countFlag } from '../input/flags.ts';
import type { Out } from '../out.ts';

/** `qa suite`: scenarios of whole turns, in throw-away homes. */
export const command: Command = {
  name: 'qa suite',
  summary: 'Play scenarios of whole turns in throw-away homes and compare what came of them',
  usage: 'qa suite [flags]',
  examples: [
    'bailiwick qa suite',
    'bailiwick qa suite --scenario skill-workshop-pending-approval --concurrency 1',
    'bailiwick qa suite --scenario skill-workshop-reviewer-autonomous --model anthropic:claude-sonnet-5',
  ],
  operands: 0,
  args: {
    scenario: {
      type: 'string',
      value: 'NAME',
      multiple: true,
      help: 'one of them; may be given again. All without it',
    },
    concurrency: { type: 'string', value: 'N', help: 'how many at a time; 1' },
    model: {
      type: 'string',
      value: 'PROVIDER:NAME',
      help: 'a real model of yours in place of the scripted one; it costs',
    },
    folder: { type: 'string', value: 'FOLDER', help: 'scenarios of your own' },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  async run(context, args, out) {
    const [folder, asJson] = [stringFlag(args, 'folder'), booleanFlag(args, 'json')];
    const outcomes = await runQaSuite(toWorld(context), {
      names: stringFlags(args, 'scenario'),
      folder: folder === undefined ? null : resolve(context.cwd, folder),
      model: stringFlag(args, 'model') ?? null,
      concurrency: countFlag(args, 'concurrency') ?? 1,
      signal: context.signal,
      tell: (outcome) => (asJson ? undefined : tell(outcome, out)),
    });
    if (asJson) out.json(outcomes);
    if (context.signal.aborted) return 130;
    const failed = outcomes.filter(({ missed }) => missed.length > 0).length;
    out.log(`${outcomes.length - failed} passed, ${failed} failed.`);
    return failed === 0 ? 0 : 1;
  },
};

function tell({ name, missed, durationMs }: QaOutcome, out: Out): void {
  const mark = missed.length === 0 ? out.paint('green', 'pass', 'result') : out.paint('red', 'FAIL', 'result');
  out.line(`${mark}  ${name}  (${durationMs} ms)`);
  for (const one of missed) out.line(`      ${one}`);
}
