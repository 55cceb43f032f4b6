import type { AuditFilter, AuditRow } from '../../app/history/open-archive.ts';
import { showOnOneLine } from '../../base/text.ts';
import { DANGER_ORDER } from '../../vocab/danger.ts';
import { STEPS, VERDICTS } from '../../vocab/decision.ts';
import { booleanFlag, stringFlag, type Command, type ParsedArgs } from '../command.ts';
import { countFlag, timeFlag, wordFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import type { Out } from '../out.ts';
import { inputOf, sayAsked } from './render.ts';
import { withArchive } from './open.ts';

const LIMIT = 100;
const MAX_SUBJECT = 120;

/** `audit`: what was decided, and who answered what was asked. */
export const command: Command = {
  name: 'audit',
  summary: 'List stored decisions, the newest last, with who answered each question',
  usage: 'audit [flags]',
  examples: [
    'bailiwick audit --verdict deny --since 7d',
    'bailiwick audit --session last',
    "bailiwick audit --class git-force-push --json | jq -r '.asked.by'",
  ],
  operands: 0,
  args: {
    session: { type: 'string', value: 'ID', help: 'of this session (its id, the beginning of one, or last)' },
    run: { type: 'string', value: 'ID', help: 'of this run' },
    tool: { type: 'string', value: 'NAME', help: 'on calls of this tool' },
    verdict: { type: 'string', value: 'VERDICT', help: 'allow, ask or deny' },
    step: { type: 'string', value: 'STEP', help: 'by this step of the judge' },
    class: { type: 'string', value: 'CLASS', help: 'of this danger class' },
    since: {
      type: 'string',
      value: 'TIME',
      help: 'from this time on: 2026-11-30, 2026-11-30T08:00, or 7d, 12h, 45m ago',
    },
    until: { type: 'string', value: 'TIME', help: 'up to this time' },
    limit: { type: 'string', value: 'N', help: `the newest N of them (${LIMIT})` },
    json: { type: 'boolean', help: 'print one JSON object a decision' },
  },
  async run(context, args, out) {
    const filter = readFilter(args);
    const { rows, more } = await withArchive(context, (archive) => archive.audit(filter));
    for (const row of rows) {
      if (booleanFlag(args, 'json')) out.json(toRecord(row));
      else out.line(renderRow(row, out));
    }
    if (rows.length === 0) out.log('No stored decision is like that.');
    if (more) out.log(`There are older ones; --limit ${filter.limit * 2} shows more.`);
    return 0;
  },
};

function readFilter(args: ParsedArgs): AuditFilter {
  const now = Date.now();
  return {
    session: stringFlag(args, 'session') ?? null,
    run: stringFlag(args, 'run') ?? null,
    tool: stringFlag(args, 'tool') ?? null,
    verdict: wordFlag(args, 'verdict', VERDICTS),
    step: wordFlag(args, 'step', [...STEPS, 'grant']),
    class: wordFlag(args, 'class', DANGER_ORDER),
    since: timeFlag(args, 'since', { now }),
    until: timeFlag(args, 'until', { now, end: 'day' }),
    limit: countFlag(args, 'limit') ?? LIMIT,
  };
}

const toRecord = ({ id, session, run, at, call, decision, asked }: AuditRow) => {
  const { verdict, step, code, reason, rule, class: danger, policy } = decision;
  const answered =
    asked === null
      ? null
      : { approval: asked.id, state: asked.state, why: asked.why, answer: asked.answer, by: asked.by, at: asked.at };
  return { id, at, session, run, call, verdict, step, code, reason, rule, class: danger, policy, asked: answered };
};

const COLORS = { allow: 'green', ask: 'yellow', deny: 'red' } as const;

function renderRow({ at, session, call, decision, asked }: AuditRow, out: Out): string {
  const { verdict, step, class: danger, rule } = decision;
  const subject = showOnOneLine(inputOf(call));
  return [
    showTime(at),
    out.paint(COLORS[verdict], verdict.padEnd(5), 'result'),
    step.padEnd(15),
    showOnOneLine(call.tool),
    subject.length <= MAX_SUBJECT ? subject : `${subject.slice(0, MAX_SUBJECT - 1)}…`,
    ...(danger === null ? [] : [`[${danger}]`]),
    ...(rule === null ? [] : [showOnOneLine(`(${rule.file}:${rule.line})`)]),
    ...(asked === null ? [] : [`-> ${showOnOneLine(sayAsked(asked))}`]),
    session,
  ].join('  ');
}
