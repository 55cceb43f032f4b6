import { toCanonicalJson } from '../../base/canonical-json.ts';
import { findDangers } from '../../policy/danger/find-dangers.ts';
import type { Call } from '../../vocab/call.ts';
import type { DangerClass } from '../../vocab/danger.ts';
import type { StepName } from '../../vocab/decision.ts';
import type { Danger } from '../../vocab/facts.ts';
import type { Redirect, SimpleCommand } from '../../vocab/shell-line.ts';
import { isToolName, takesPaths, TOOLS } from '../../vocab/tool-names.ts';
import type { Judgement } from '../run-ports.ts';

/** Steps that only a person at the very call lifts; no rule does. */
const NEVER_BEFOREHAND: readonly StepName[] = ['unparsable', 'operator', 'taint-ask'];

const TAINTED =
  'An ordinary rule does not lift this: the turn holds content that others wrote. Only a person at the very call does, or a rule of theirs in the long form with tainted: true.';

/** A rule as it would stand under `permissions:`. */
interface Suggestion {
  readonly pattern: string;
  readonly danger: readonly DangerClass[];
}

/** What an operator would put into config.yml to let a call through that asked, as the model reads it. */
export function sayPreApproval(call: Call, judgement: Judgement): string {
  if (judgement.decision.step === 'taint-ask') return TAINTED;
  if (isNeverBeforehand(judgement)) return 'It cannot be approved beforehand: only a person at the very call can.';
  const line = findPreApproval(call, judgement);
  if (line === null)
    return 'No rule can name this line; written as plain commands with constant words it could be approved beforehand.';
  return `To approve it beforehand, the operator puts this into config.yml: ${line}`;
}

/** The line for config.yml that lets the call through, as a person reads it; null where no rule can. */
export function findPreApproval(call: Call, judgement: Judgement): string | null {
  const rules = isNeverBeforehand(judgement) ? null : suggestRules(call, judgement);
  return rules === null ? null : `permissions: {${rules.map(renderRule).join(', ')}}`;
}

const isNeverBeforehand = ({ decision }: Judgement): boolean => NEVER_BEFOREHAND.includes(decision.step);

const renderRule = ({ pattern, danger }: Suggestion): string =>
  `${JSON.stringify(pattern)}: ${danger.length === 0 ? 'allow' : `{action: allow, danger: [${danger.join(', ')}]}`}`;

/** One rule for each command that asks and each file it would write; null where a part cannot be named by a rule. */
function suggestRules(call: Call, judgement: Judgement): readonly Suggestion[] | null {
  const { facts, decision } = judgement;
  const dangers = findDangers(call, facts);
  const classesOf = (command: number | null): readonly DangerClass[] => [
    ...new Set(dangers.filter((danger) => danger.command === command).map((danger) => danger.class)),
  ];
  if (takesPaths(call.tool) && isToolName(call.tool) && TOOLS[call.tool].effect === 'write' && facts.paths.length > 0)
    return facts.paths.map(({ absolute, real }) => ({
      pattern: `${call.tool} ${absolute}`,
      danger: classesOfPath(dangers, [absolute, real]),
    }));
  if (facts.line === null) return [{ pattern: `${call.tool} ${subjectOf(call)}`.trim(), danger: classesOf(null) }];
  if (facts.line.kind !== 'line' || facts.line.commands.length === 0) return null;
  const rules = facts.line.commands.map((command, i) =>
    decision.segments[i]?.verdict === 'ask' ? rulesFor(command, classesOf(i)) : [],
  );
  return rules.includes(null) ? null : rules.flatMap((some) => some ?? []);
}

const classesOfPath = (dangers: readonly Danger[], path: readonly (string | null)[]): readonly DangerClass[] => [
  ...new Set(dangers.filter(({ paths }) => paths.some((one) => path.includes(one))).map((danger) => danger.class)),
];

function rulesFor(command: SimpleCommand, danger: readonly DangerClass[]): readonly Suggestion[] | null {
  const words = command.words.map(({ value }) => value);
  const files = command.redirects.filter(isFile).map(({ target }) => target?.value ?? null);
  const hasConstantHead = command.words[0] === undefined || command.words[0].features.length === 0;
  const isPlain = command.assignments.length === 0 && !command.place.background && hasConstantHead;
  if (!isPlain || words.includes(null) || files.includes(null)) return null;
  const own = words.length === 0 ? [] : [{ pattern: `shell ${words.join(' ')}`, danger }];
  return [...own, ...files.map((file) => ({ pattern: `write ${file}`, danger }))];
}

const isFile = ({ writes, copies, target }: Redirect): boolean => writes && !copies && target?.value !== '/dev/null';

function subjectOf({ tool, input }: Call): string {
  const subject = isToolName(tool) ? input[TOOLS[tool].subject] : undefined;
  return typeof subject === 'string' ? subject : toCanonicalJson(input);
}
