import { judgePort } from '../../app/judge-port.ts';
import { resolve } from 'node:path';
import { toWorld } from '../../app/load-config.ts';
import { createPolicyReports, type JudgePort, type PolicyDiff } from '../../app/policy-reports.ts';
import { Fault } from '../../base/fault.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { PolicyChange } from '../../vocab/policy-report.ts';
import { booleanFlag, stringFlag, type Command } from '../command.ts';
import { place } from './place.ts';
import { showQuestion } from './test.ts';

/** `policy diff`: what would change if B took the place of A. */
export const policyDiff = (judge: JudgePort): Command => ({
  name: 'policy diff',
  summary: 'Compare two configuration files, and the verdicts they give',
  usage: 'policy diff [--cases FILE] [--json] A B',
  examples: ['bailiwick policy diff config.yml config.new.yml', 'bailiwick policy diff --cases cases.yml a.yml b.yml'],
  operands: 2,
  args: {
    cases: { type: 'string', value: 'FILE', help: 'also judge these cases under both' },
    json: { type: 'boolean', help: 'print one JSON object' },
  },
  async run(context, args, out) {
    const [before, after, ...rest] = args.positionals.map((file) => resolve(context.cwd, file));
    if (before === undefined || after === undefined || rest.length > 0) {
      throw new Fault('usage', 'policy diff compares two files.', { hint: 'bailiwick policy diff A B' });
    }
    const cases = stringFlag(args, 'cases');
    const reports = createPolicyReports(toWorld(context), judge);
    const path = cases === undefined ? null : resolve(context.cwd, cases);
    const diff = await reports.diff({ before, after, cases: path });
    if (booleanFlag(args, 'json')) out.json(diff);
    else out.write(renderDiff(diff));
    return 0;
  },
});

const MARKS = { added: '+', removed: '-', changed: '~' } as const;

export function renderDiff({ changes, flips }: PolicyDiff): string {
  const lines = changes.length === 0 ? ['Rules and settings are the same.'] : changes.map(renderChange);
  if (flips === null) return [...lines, ''].join('\n');
  const flipped = flips.map(
    (flip) => `${place(flip.case)}: ${showQuestion(flip.case.question)}: ${flip.before} -> ${flip.after}`,
  );
  const count = flips.length === 1 ? '1 case changes its verdict.' : `${flips.length} cases change their verdict.`;
  return [...lines, '', ...flipped, count, ''].join('\n');
}

function renderChange({ what, key, name, before, after }: PolicyChange): string {
  const subject = name === null ? key : `${key} "${name}"`;
  const value = before === null ? after : after === null ? before : `${before} -> ${after}`;
  return `${MARKS[what]} ${showOnOneLine(`${subject}: ${value ?? ''}`)}`;
}

export const command = policyDiff(judgePort);
