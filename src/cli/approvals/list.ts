import { createApp } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { showOnOneLine } from '../../base/text.ts';
import { approvalStateSchema, type Approval, type ApprovalState } from '../../vocab/approval.ts';
import { booleanFlag, type Command } from '../command.ts';
import { readCount, readWord } from '../turn/prompt-args.ts';
import { sayAsked } from '../sessions/render.ts';
import { showTime } from '../show-time.ts';

const LIMIT = 50;
const STATES = [...approvalStateSchema.options, 'all'] as const;

/** `approvals list`: the questions that wait for an answer. */
export const command: Command = {
  name: 'approvals list',
  summary: 'List the questions that wait for a person',
  usage: 'approvals list [flags]',
  examples: ['bailiwick approvals list', 'bailiwick approvals list --state all --json'],
  operands: 0,
  args: {
    state: { type: 'string', value: 'STATE', help: `${STATES.join(', ')} (pending)` },
    limit: { type: 'string', value: 'N', help: `the newest N (${LIMIT})` },
    json: { type: 'boolean', help: 'one JSON array' },
  },
  async run(context, args, out) {
    const state = readWord(args, 'state', STATES) ?? 'pending';
    const limit = readCount(args, 'limit') ?? LIMIT;
    const app = await createApp(toWorld(context));
    try {
      const found = await app.desk.list(state === 'all' ? null : (state satisfies ApprovalState), limit);
      if (booleanFlag(args, 'json')) out.json(found);
      else for (const approval of found) out.line(renderRow(approval));
      if (found.length === 0) out.log(state === 'pending' ? 'No question waits for an answer.' : 'There is none.');
      return 0;
    } finally {
      await app.close();
    }
  },
};

function renderRow(approval: Approval): string {
  const { id, state, why, tool, input, cwd, askedAt, expiresAt, asking } = approval;
  const subject = asking[0] ?? Object.values(input).find((value) => typeof value === 'string') ?? '';
  const until =
    state !== 'pending'
      ? why === null || why === 'answered'
        ? state
        : sayAsked(approval)
      : expiresAt === null
        ? 'open'
        : `until ${showTime(expiresAt)}`;
  return `${id}  ${showTime(askedAt)}  ${until}  ${tool}  ${showOnOneLine(subject)}  (${showOnOneLine(cwd)})`;
}
