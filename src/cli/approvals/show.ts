import { createApp } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { Approval } from '../../vocab/approval.ts';
import { renderQuestion } from '../turn/ask-terminal.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readOne } from '../input/read-positional.ts';
import { sayAsked } from '../sessions/render.ts';
import { showTime } from '../show-time.ts';

/** `approvals show`: one question with everything that is needed to answer it. */
export const command: Command = {
  name: 'approvals show',
  summary: 'Show a question: the exact call, what asks and why, and how wide each answer is',
  usage: 'approvals show [flags] <id>',
  examples: ['bailiwick approvals show apr_01kb'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'one JSON object' } },
  async run(context, args, out) {
    const id = readOne(args, 'approvals show', '<id>');
    const app = await createApp(toWorld(context));
    try {
      const approval = await app.desk.find(id);
      if (booleanFlag(args, 'json')) out.json(approval);
      else out.write(renderApproval(approval));
      return 0;
    } finally {
      await app.close();
    }
  },
};

function renderApproval(approval: Approval): string {
  const { id, session, run, requester, askedAt, expiresAt, state, at, note } = approval;
  const given = state === 'pending' ? '' : `: ${sayAsked(approval)}${at === null ? '' : ` at ${showTime(at)}`}`;
  const until = state === 'pending' && expiresAt !== null ? `, until ${showTime(expiresAt)}` : '';
  return [
    `${id}  ${state}${given}${until}`,
    ...(note === null ? [] : [`  said:   ${showOnOneLine(note)}`]),
    `  asked:  ${showTime(askedAt)} for ${requester}, session ${session}, run ${run}`,
    renderQuestion(approval).trimStart(),
  ].join('\n');
}
