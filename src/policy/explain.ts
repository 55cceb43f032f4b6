import { showOnOneLine } from '../base/text.ts';
import type { Decision, RuleRef, SegmentVerdict, TraceEntry } from '../vocab/decision.ts';

/** `rules.yml:12` with the layer, as people find it again. */
export const showRule = (rule: RuleRef): string =>
  `"${showOnOneLine(rule.text)}" (${rule.layer}, ${rule.file}:${rule.line})`;

/**
 * A decision in words. `person`: the whole trace as a table. `model`: one text that says which layer refused and never
 * claims that a person did. `log`: one line.
 */
export function explain(decision: Decision, reader: 'person' | 'model' | 'log'): string {
  if (reader === 'log') return toLine(decision, '');
  if (reader === 'model') return explainToModel(decision);
  return explainToPerson(decision);
}

const toLine = ({ verdict, step, code, reason }: Decision, what: string): string =>
  `${verdict} by ${what}${step} (${code}): ${showOnOneLine(reason)}`;

function explainToModel({ verdict, step, reason: given, class: danger, segments }: Decision): string {
  const reason = showOnOneLine(given);
  const which = segments.length > 1 ? segments.find((segment) => segment.verdict === verdict) : undefined;
  const where = which === undefined ? '' : ` The command in question: ${showOnOneLine(which.text)}.`;
  const named = danger === null ? '' : ` Danger class: ${danger}.`;
  if (verdict === 'deny') return `Denied by the policy, step ${step}: ${reason}.${named}${where} No person was asked.`;
  if (verdict === 'ask') return `A person has to allow this first, step ${step}: ${reason}.${named}${where}`;
  return `Allowed by step ${step}: ${reason}.`;
}

function explainToPerson(decision: Decision): string {
  const lines = [
    toLine(decision, 'step '),
    ...(decision.rule === null ? [] : [`rule   ${showRule(decision.rule)}`]),
    ...(decision.class === null ? [] : [`class  ${decision.class}`]),
    ...(decision.grants.length === 0 ? [] : [`answers that lift it  ${decision.grants.join(', ')}`]),
    ...(decision.segments.length === 0 ? [] : ['', 'commands', ...table(decision.segments.map(toSegmentRow))]),
    '',
    'steps, the first that answers decides',
    ...table(decision.trace.map((entry) => toTraceRow(entry, decision))),
  ];
  return lines.join('\n');
}

const toSegmentRow = ({ verdict, step, class: danger, text }: SegmentVerdict, i: number): readonly string[] => [
  `${i + 1}`,
  verdict,
  step,
  danger ?? '-',
  showOnOneLine(text),
];

function toTraceRow(entry: TraceEntry, decision: Decision): readonly string[] {
  const decides = entry.step === decision.step && entry.answer === decision.verdict;
  const rule = entry.rule === undefined ? '' : `; rule ${showRule(entry.rule)}`;
  return [decides ? '>' : ' ', entry.step, entry.answer, `${showOnOneLine(entry.reason)}${rule}`];
}

/** Columns padded to their widest cell, two blanks between; the last is left as it is. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  return rows.map((row) =>
    `  ${row.map((cell, i) => (i === row.length - 1 ? cell : cell.padEnd(widths[i] ?? 0))).join('  ')}`.trimEnd(),
  );
}
