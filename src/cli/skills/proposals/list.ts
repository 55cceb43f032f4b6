import { showOnOneLine } from '../../../base/text.ts';
import type { Proposal } from '../../../vocab/proposal.ts';
import { booleanFlag, type Command } from '../../command.ts';
import { showTime } from '../../show-time.ts';
import { withDoor } from '../with-door.ts';

const LIMIT = 500;
const WAITING = ['pending', 'quarantined', 'conflicted'] as const;

/** `skills proposals list`: what was learned and is not written yet. */
export const toCommand = (name: string): Command => ({
  name,
  summary: 'List the skills that wait for a person',
  usage: `${name} [flags]`,
  examples: [`bailiwick ${name}`, `bailiwick ${name} --all --json`],
  operands: 0,
  args: {
    all: { type: 'boolean', help: 'also those that are settled' },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  run: (context, args, out) =>
    withDoor(context, async (door) => {
      const found = await door.list({ statuses: booleanFlag(args, 'all') ? null : WAITING, limit: LIMIT });
      if (booleanFlag(args, 'json')) out.json(found);
      else for (const proposal of found) out.line(renderRow(proposal));
      if (found.length === 0) out.log(booleanFlag(args, 'all') ? 'There is none.' : 'No proposal waits.');
      return 0;
    }),
});

const renderRow = (proposal: Proposal): string => {
  const { id, createdAt, status, skill, title, taint } = proposal;
  const tainted = taint.length === 0 ? '' : ` (from ${taint.join(', ')})`;
  const line = firstNewLine(proposal);
  const about = line === null ? title : `${title}: ${line}`;
  return showOnOneLine([id, showTime(createdAt), status, skill, `${about}${tainted}`].join('  '));
};

const toLines = (text: string): readonly string[] => text.split(/\r\n|\r|\n/);

const MAX_LINE = 60;

/** What tells two changes of one skill apart: the first line that comes in; of a new skill the first of its text. */
function firstNewLine({ from, files }: Proposal): string | null {
  const known = new Set(from.flatMap(({ text }) => toLines(text)));
  const lines = files.flatMap(({ text }) => toLines(text.replace(/^---\r?\n[\s\S]*?\n---\r?\n/, '')));
  const line = lines.find((one) => !known.has(one) && /\w/.test(one) && !one.startsWith('#'))?.trim();
  return line === undefined ? null : line.length > MAX_LINE ? `${line.slice(0, MAX_LINE - 1)}…` : line;
}
