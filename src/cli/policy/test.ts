import { judgePort } from '../../app/judge-port.ts';
import { resolve } from 'node:path';
import { toWorld } from '../../app/load-config.ts';
import { createPolicyReports, type JudgePort } from '../../app/policy-reports.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { CaseOutcome, PolicyQuestion } from '../../vocab/policy-report.ts';
import { booleanFlag, type Command } from '../command.ts';
import { place } from './place.ts';

/** `policy test`: exit code 1 when a case came out otherwise than its file says. */
export const policyTest = (judge: JudgePort): Command => ({
  name: 'policy test',
  summary: 'Judge the cases of a file and compare the answers',
  usage: 'policy test [--json] [FILE]',
  examples: ['bailiwick policy test', 'bailiwick policy test team-cases.yml'],
  operands: 1,
  args: { json: { type: 'boolean', help: 'print one JSON object a case' } },
  async run(context, args, out) {
    const file = args.positionals[0];
    const reports = createPolicyReports(toWorld(context), judge);
    const outcomes = await reports.test(file === undefined ? null : resolve(context.cwd, file));
    if (booleanFlag(args, 'json')) outcomes.forEach((outcome) => out.json(outcome));
    else out.write(renderOutcomes(outcomes));
    return outcomes.every(({ passed }) => passed) ? 0 : 1;
  },
});

/** The cases that failed, and one line that counts. */
export function renderOutcomes(outcomes: readonly CaseOutcome[]): string {
  const failed = outcomes.filter(({ passed }) => !passed);
  const lines = failed.flatMap(({ case: item, verdict, step, reason }) => {
    const wanted = item.step === null ? item.expect : `${item.expect} by ${item.step}`;
    const head = `${place(item)}: ${showQuestion(item.question)}`;
    const note = item.note === null ? [] : [`  note: ${showOnOneLine(item.note)}`];
    return [head, `  expected ${wanted}, got ${verdict} by ${step}: ${showOnOneLine(reason)}`, ...note];
  });
  const count = `${outcomes.length - failed.length} of ${outcomes.length} cases as expected.`;
  return [...lines, count, ''].join('\n');
}

/** A shell line as it is, another call as the tool with its arguments. */
export function showQuestion({ tool, input }: PolicyQuestion): string {
  const command = tool === 'shell' ? input['command'] : null;
  return typeof command === 'string' ? showOnOneLine(command) : `${tool} ${showOnOneLine(JSON.stringify(input))}`;
}

export const command = policyTest(judgePort);
