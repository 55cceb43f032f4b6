import { createApp } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';

/** `rules revoke`: takes back what an answer wrote. */
export const command: Command = {
  name: 'rules revoke',
  summary: 'Take a rule out of rules.yml',
  usage: "rules revoke [flags] '<pattern>'",
  examples: ["bailiwick rules revoke 'shell npm test *'"],
  operands: 1,
  args: { json: { type: 'boolean', help: 'one JSON object: the rule that is gone' } },
  async run(context, args, out) {
    const pattern = readOne(args, 'rules revoke', "'<pattern>'");
    const app = await createApp(toWorld(context));
    try {
      const rule = await app.desk.revokeRule(pattern);
      if (booleanFlag(args, 'json')) out.json(rule);
      else out.line(`revoked: ${rule.action} "${showOnOneLine(rule.pattern)}"`);
      return 0;
    } finally {
      await app.close();
    }
  },
};
