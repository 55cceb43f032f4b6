import { createApp, type WrittenRule } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';

/** `rules list`: what the answers `always_*` and `deny_always` wrote. */
export const command: Command = {
  name: 'rules list',
  summary: 'List the rules that answers wrote into rules.yml',
  usage: 'rules list [flags]',
  examples: ['bailiwick rules list', 'bailiwick rules list --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'one JSON array' } },
  async run(context, args, out) {
    const app = await createApp(toWorld(context));
    try {
      const rules = await app.desk.listRules();
      if (booleanFlag(args, 'json')) out.json(rules);
      else for (const rule of rules) out.line(renderRule(rule));
      if (rules.length === 0) out.log(`No answer wrote a rule into ${app.config.agentHome}/rules.yml.`);
      return 0;
    } finally {
      await app.close();
    }
  },
};

function renderRule({ action, pattern, danger, because, line }: WrittenRule): string {
  const classes = danger.length === 0 ? '' : `  [${danger.join(', ')}]`;
  return `${action.padEnd(5)}  ${showOnOneLine(pattern)}${classes}  (line ${line}${because === null ? '' : `: ${showOnOneLine(because)}`})`;
}
