import { createApp } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { ANSWERS } from '../../vocab/approval.ts';
import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { localPrincipal } from '../local-principal.ts';

/** `approvals answer`: answers a question of any process that works under this home. */
export const command: Command = {
  name: 'approvals answer',
  summary: 'Answer a question that waits, from any terminal',
  usage: `approvals answer [flags] <id> <answer>   (${ANSWERS.join(', ')}; what is offered, approvals show tells)`,
  examples: [
    'bailiwick approvals answer apr_01kb once',
    'bailiwick approvals answer --note "use the staging host" apr_01kb deny',
  ],
  operands: 2,
  args: {
    note: { type: 'string', value: 'TEXT', help: 'what the model is told with a refusal' },
    json: { type: 'boolean', help: 'one JSON object: the question as it stands now' },
  },
  async run(context, args, out) {
    const [id, word, ...rest] = args.positionals;
    if (id === undefined || word === undefined || rest.length > 0) {
      throw new Fault('usage', 'approvals answer needs an id and an answer.', {
        hint: 'bailiwick approvals answer --help',
      });
    }
    const answer = ANSWERS.find((known) => known === word.replaceAll('-', '_'));
    if (answer === undefined) {
      throw new Fault('usage', `There is no answer ${word}.`, { hint: `answers: ${ANSWERS.join(', ')}` });
    }
    const note = stringFlag(args, 'note');
    const app = await createApp(toWorld(context));
    try {
      const by = localPrincipal().id;
      const now = await app.desk.answer(id, { answer, by, ...(note === undefined ? {} : { note }) });
      if (booleanFlag(args, 'json')) out.json(now);
      else out.line(`${now.id}  ${now.state}: ${answer}`);
      out.log(`If no process waits for it: bailiwick prompt --session ${now.session}`);
      return 0;
    } finally {
      await app.close();
    }
  },
};
