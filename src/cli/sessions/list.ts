import type { SessionSummary } from '../../app/history/open-archive.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, type Command } from '../command.ts';
import { countFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import { withArchive } from './open.ts';

const LIMIT = 20;
const MAX_TITLE = 80;

/** `sessions list`: the newest first. */
export const command: Command = {
  name: 'sessions list',
  summary: 'List the sessions of this workspace, the newest first',
  usage: 'sessions list [--all] [--limit N] [--json]',
  examples: ['bailiwick sessions list', "bailiwick sessions list --all --json | jq -r '.[].id'"],
  operands: 0,
  args: {
    all: { type: 'boolean', help: 'of every workspace' },
    limit: { type: 'string', value: 'N', help: `at most N of them (${LIMIT})` },
    json: { type: 'boolean', help: 'print one JSON array' },
  },
  async run(context, args, out) {
    const all = booleanFlag(args, 'all');
    const limit = countFlag(args, 'limit') ?? LIMIT;
    const found = await withArchive(context, (archive) => archive.list({ all, limit: limit + 1 }));
    const shown = found.slice(0, limit);
    if (booleanFlag(args, 'json')) out.json(shown);
    else for (const session of shown) out.line(renderSummary(session, all));
    if (shown.length === 0)
      out.log(all ? 'There are no sessions yet.' : 'There are no sessions of this workspace yet.');
    if (found.length > limit) out.log(`There are more; --limit ${limit * 2} shows them.`);
    return 0;
  },
};

function renderSummary({ id, lastAt, runs, title, workspace, mode, forkOf }: SessionSummary, all: boolean): string {
  const text = title === null ? '(no message)' : clip(showOnOneLine(title.trim()));
  return [
    id,
    showTime(lastAt),
    `${runs} ${runs === 1 ? 'turn' : 'turns'}`.padStart(8),
    ...(all ? [showOnOneLine(workspace)] : []),
    ...(mode === 'default' ? [] : [`[${mode}]`]),
    ...(forkOf === null ? [] : [`[fork of ${forkOf.session}]`]),
    text,
  ].join('  ');
}

const clip = (text: string): string => (text.length <= MAX_TITLE ? text : `${text.slice(0, MAX_TITLE - 1)}…`);
