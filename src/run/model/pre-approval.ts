import { findDangers } from '../../policy/danger/find-dangers.ts';
import { exactRules, findAsking, type StandingRule } from '../../policy/answers/standing.ts';
import type { Call } from '../../vocab/call.ts';
import type { StepName } from '../../vocab/decision.ts';
import type { Judgement } from '../run-ports.ts';

/** Steps that only a person at the very call lifts; no rule does. */
const NEVER_BEFOREHAND: readonly StepName[] = ['unparsable', 'operator', 'taint-ask'];

const TAINTED =
  'An ordinary rule does not lift this: the turn holds content that others wrote. Only a person at the very call does, or a rule of theirs in the long form with tainted: true.';

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

const renderRule = ({ pattern, danger }: StandingRule): string =>
  `${JSON.stringify(pattern)}: ${danger.length === 0 ? 'allow' : `{action: allow, danger: [${danger.join(', ')}]}`}`;

function suggestRules(call: Call, { facts, decision }: Judgement): readonly StandingRule[] | null {
  return exactRules({ call, facts, dangers: findDangers(call, facts), asking: findAsking(decision, facts) }, 'allow');
}
