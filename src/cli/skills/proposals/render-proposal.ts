import { diffProposal } from '../../../app/skills/door.ts';
import { showOnOneLine } from '../../../base/text.ts';
import type { Proposal } from '../../../vocab/proposal.ts';
import type { Out } from '../../out.ts';
import { showTime } from '../../show-time.ts';
import { renderDiff } from '../render-diff.ts';

/** How much of a revision names it. */
export const SHOWN_REVISION = 12;

/** Everything that a decision about a proposal needs, and what exactly would be written; short, to fit a screen. */
export function renderProposal(proposal: Proposal, out: Out): string {
  const {
    id,
    status,
    skill,
    place,
    title,
    reason,
    createdAt,
    findings,
    quarantineReason,
    settled,
    base,
    notes,
    waivers,
  } = proposal;
  const rows: readonly (readonly [string, string])[] = [
    ['skill', `${skill}, ${base === null ? 'a new one' : 'changed'} in ${place}`],
    ...notes.map((note) => ['note', note] as const),
    ['title', title],
    ['reason', reason],
    ['made', `${showTime(createdAt)}, ${sayOrigin(proposal)}`],
    ['others', proposal.taint.length === 0 ? '' : `what it was made of came from ${proposal.taint.join(', ')}`],
    ['scanner', `${sayFindings(proposal)}${proposal.taint.length === 0 ? '; nobody else spoke in it' : ''}`],
    ['quarantined for', quarantineReason ?? ''],
    ['conflict', status === 'conflicted' ? sayConflict(proposal) : ''],
    [
      'settled',
      settled === null
        ? ''
        : `by ${settled.by}, ${showTime(settled.at)}${settled.note === null ? '' : `: ${settled.note}`}`,
    ],
    ...waivers.map(({ rule, by, reason: why }) => ['waived', `${rule} by ${by}: ${why}`] as const),
  ];
  const lines = rows.flatMap(([key, value]) => (value === '' ? [] : [`  ${key}: ${showOnOneLine(value)}\n`]));
  const head = `${showOnOneLine(id)}  ${status}  revision ${proposal.revision.slice(0, SHOWN_REVISION)}\n`;
  return [head, ...lines, '\n', renderDiff(diffProposal(proposal), findings, out)].join('');
}

/** The diff below is of the skill as it was when it was proposed. */
const sayConflict = ({ steps }: Proposal): string =>
  `${steps.at(-1)?.note ?? ''}; editing it (workshop revise) opens it with what is there now`;

const SOURCES: Readonly<Record<Proposal['source'], string>> = {
  tool: 'by the agent, with its tool',
  agent_end: 'out of what you said',
  reviewer: 'by the reviewer',
  distill: 'by distillation',
};

function sayOrigin({ source, evidence: { session, model } }: Proposal): string {
  const parts = [session === null ? null : `session ${session}`, model === null ? null : `by ${model}`];
  return [SOURCES[source], ...parts.filter((part) => part !== null)].join(', ');
}

function sayFindings({ findings }: Proposal): string {
  const count = (severity: string): number => findings.filter((one) => one.severity === severity).length;
  const said = ['critical', 'warn', 'note'].flatMap((one) => (count(one) === 0 ? [] : [`${count(one)} ${one}`]));
  return said.length === 0 ? 'found nothing' : `found ${said.join(', ')}, marked below`;
}
