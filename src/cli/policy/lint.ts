import { judgePort } from '../../app/judge-port.ts';
import { toWorld } from '../../app/load-config.ts';
import { createPolicyReports, type JudgePort } from '../../app/policy-reports.ts';
import { showOnOneLine } from '../../base/text.ts';
import type { Finding } from '../../vocab/policy-report.ts';
import { booleanFlag, type Command } from '../command.ts';
import { place } from './place.ts';

/** `policy lint`: exit code 1 when there is a warning; hints alone are fine. */
export const policyLint = (judge: JudgePort): Command => ({
  name: 'policy lint',
  summary: 'Find rules and entries that do not do what they seem to',
  usage: 'policy lint [--json]',
  examples: ['bailiwick policy lint'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON array' } },
  async run(context, args, out) {
    const findings = await createPolicyReports(toWorld(context), judge).lint();
    if (booleanFlag(args, 'json')) out.json(findings);
    else out.write(renderFindings(findings));
    return findings.some(({ level }) => level === 'warning') ? 1 : 0;
  },
});

export const renderFindings = (findings: readonly Finding[]): string =>
  findings.length === 0
    ? 'Nothing to say about this policy.\n'
    : findings
        .map(
          (found) =>
            `${place(found)}: ${found.level}: ${showOnOneLine(found.message)} (${showOnOneLine(found.hint)}) [${found.code}]\n`,
        )
        .join('');

export const command = policyLint(judgePort);
