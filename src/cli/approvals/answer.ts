import { createApp } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import { ANSWERS, type Approval, type PersonAnswer, type PersonReply } from '../../vocab/approval.ts';
import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { localPrincipal } from '../local-principal.ts';
import { findReply } from '../turn/ask-terminal.ts';

/** `approvals answer`: answers a question of any process that works under this home. */
export const command: Command = {
  name: 'approvals answer',
  summary: 'Answer a question that waits, from any terminal',
  usage: `approvals answer [flags] <id> <answer>   (${ANSWERS.join(', ')}: as approvals show offers them; the model's own question: words, or a number)`,
  examples: [
    'bailiwick approvals answer apr_01kb once',
    'bailiwick approvals answer --note "use the staging host" apr_01kb deny',
    'bailiwick approvals answer apr_01kc "the blue one"',
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
    const app = await createApp(toWorld(context));
    try {
      const approval = await app.desk.find(id);
      const given = toGiven(approval, word, stringFlag(args, 'note') ?? null);
      const now = await app.desk.answer(approval.id, given);
      if (booleanFlag(args, 'json')) out.json(now);
      else out.line(`${now.id}  ${'text' in given ? 'answered' : `${now.state}: ${given.answer}`}`);
      out.log(`If no process waits for it: bailiwick prompt --session ${now.session}`);
      return 0;
    } finally {
      await app.close();
    }
  },
};

function toGiven({ question }: Approval, word: string, note: string | null): PersonAnswer | PersonReply {
  const by = localPrincipal().id;
  if (question !== undefined) {
    const text = findReply(word.trim(), question.options);
    if (text === null) throw new Fault('usage', 'The model asks for words, and these are none.');
    if (note !== null) throw new Fault('usage', '--note goes with a refusal; the answer to a question says it all.');
    return { text, by };
  }
  const answer = ANSWERS.find((known) => known === word.replaceAll('-', '_'));
  if (answer === undefined) {
    throw new Fault('usage', `There is no answer ${word}.`, { hint: `answers: ${ANSWERS.join(', ')}` });
  }
  return { answer, by, ...(note === null ? {} : { note }) };
}
