import { judgePort } from '../../app/judge-port.ts';
import { createPolicyReports, type JudgePort, type PolicyShown } from '../../app/policy-reports.ts';
import { toWorld } from '../../app/load-config.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { ShownValue } from '../../vocab/policy-report.ts';
import { booleanFlag, type Command } from '../command.ts';
import { toColumns } from '../columns.ts';
import { place } from './place.ts';

/** `policy show`: what is in force, and which line of which file says so. */
export const policyShow = (judge: JudgePort): Command => ({
  name: 'policy show',
  summary: 'Show the policy in force, with the file and line of every value',
  usage: 'policy show [--json]',
  examples: ['bailiwick policy show', 'bailiwick policy show --json | jq .digest'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(context, args, out) {
    const shown = await createPolicyReports(toWorld(context), judge).show();
    if (booleanFlag(args, 'json')) out.json(shown);
    else out.write(renderShown(shown));
    return 0;
  },
});

/** As text: settings, rules, danger classes, and what has no effect. */
export function renderShown(shown: PolicyShown): string {
  const classes = shown.dangerClasses.map(({ class: name, starred, title }) => [name + (starred ? '*' : ''), title]);
  const noRule = shown.rules.length === 0 ? ['  (none)'] : [];
  return [
    `Policy ${shown.digest}`,
    ...shown.files.map(({ layer, file }) => `  ${layer}: ${showOnOneLine(file)}`),
    '',
    'Settings',
    ...toColumns(shown.settings.map(toRow)),
    '',
    'Rules (a deny wins; the order has no meaning)',
    ...noRule,
    ...toColumns(shown.rules.map(toRow)),
    '',
    'Danger classes (* = an answer is never remembered)',
    ...toColumns(classes),
    ...shown.warnings.flatMap((warning, i) => [
      ...(i === 0 ? ['', 'Without effect'] : []),
      `  ${showOnOneLine(warning.message)}`,
    ]),
    '',
  ].join('\n');
}

const toRow = ({ key, value, source }: ShownValue): readonly string[] => [
  showOnOneLine(key),
  showOnOneLine(value),
  source === null ? '(default)' : place(source),
];

export const command = policyShow(judgePort);
