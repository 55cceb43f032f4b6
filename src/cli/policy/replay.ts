import { resolve } from 'node:path';
import type { DecisionFlip, ReplayReport } from '../../app/history/open-archive.ts';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import { booleanFlag, stringFlag, type Command, type ParsedArgs } from '../command.ts';
import { timeFlag } from '../input/flags.ts';
import { showTime } from '../show-time.ts';
import type { Out } from '../out.ts';
import { withArchive } from '../sessions/open.ts';
import { place } from './place.ts';
import { showQuestion } from './test.ts';

/** After this time, and then as often, a person who waits is told how far it is. */
const PROGRESS_MS = 1_000;

/** `policy replay`: what a change of the policy would have changed. */
export const command: Command = {
  name: 'policy replay',
  summary: 'Judge stored decisions again under another policy; show which would flip',
  usage: 'policy replay --with FILE [flags]',
  examples: [
    'bailiwick policy replay --with config.new.yml',
    'bailiwick policy replay --with config.new.yml --with ~/.bailiwick/rules.yml --since 30d --fail-on-flip',
  ],
  operands: 0,
  args: {
    'with': {
      type: 'string',
      multiple: true,
      value: 'FILE',
      help: 'a file like config.yml; given twice, both count together',
    },
    'session': { type: 'string', value: 'ID', help: 'only decisions of this session' },
    'since': { type: 'string', value: 'TIME', help: 'only from this time on: 2026-11-30, or 30d, 12h ago' },
    'until': { type: 'string', value: 'TIME', help: 'only up to this time' },
    'fail-on-flip': { type: 'boolean', help: 'end with exit code 1 when a verdict would flip' },
    'json': { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const now = Date.now();
    const files = readFiles(args).map((file) => resolve(context.cwd, file));
    const filter = {
      session: stringFlag(args, 'session') ?? null,
      run: null,
      since: timeFlag(args, 'since', { now }),
      until: timeFlag(args, 'until', { now, end: 'day' }),
    };
    const progress = createProgress(out, now);
    const options = { files, filter, progress, signal: context.signal };
    const report = await withArchive(context, (archive) => archive.replay(options));
    if (report === null) {
      out.log('Stopped before the end; nothing is known about the rest.');
      return 130;
    }
    if (booleanFlag(args, 'json')) out.json(report);
    else out.write(renderReport(report));
    return report.flips.length > 0 && booleanFlag(args, 'fail-on-flip') ? 1 : 0;
  },
};

function readFiles({ values }: ParsedArgs): readonly string[] {
  const given = values['with'];
  const files = Array.isArray(given) ? given.filter((file) => typeof file === 'string') : [];
  if (files.length > 0) return files;
  throw new Fault('usage', 'policy replay needs a file to judge with.', {
    hint: 'bailiwick policy replay --with config.new.yml',
  });
}

function createProgress(out: Out, start: number): (decisions: number) => void {
  let told = start;
  return (decisions) => {
    const now = Date.now();
    if (now - told < PROGRESS_MS) return;
    told = now;
    out.log(`${decisions} decisions judged again ...`);
  };
}

function renderReport({ decisions, counts, flips }: ReplayReport): string {
  const total = decisions === 1 ? '1 stored decision' : `${decisions} stored decisions`;
  const changes = Object.entries(counts).map(([change, count]) => `${count} ${change}`);
  const summary = flips.length === 0 ? 'none flips' : `${flips.length} would flip: ${changes.join(', ')}`;
  return [...flips.flatMap(renderFlip), `${total} judged again; ${summary}.`, ''].join('\n');
}

const renderFlip = ({ at, session, call, before, after }: DecisionFlip): readonly string[] => [
  `${showTime(at)}  ${before.verdict} -> ${after.verdict}  ${showQuestion({ ...call, mode: 'default' })}`,
  `  was ${sayOutcome(before)}`,
  `  now ${sayOutcome(after)}  ${session}`,
];

const sayOutcome = ({ step, rule, reason }: DecisionFlip['before']): string =>
  rule === null ? `by ${step}: ${showOnOneLine(reason)}` : `by ${step}: "${showOnOneLine(rule.text)}" (${place(rule)})`;
