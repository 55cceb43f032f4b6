import type { Call } from '../../vocab/call.ts';
import type { Decision, RuleRef, Verdict } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy } from '../../vocab/policy.ts';
import { decide } from '../decide.ts';

/** What a decision came down to. */
export interface Outcome {
  readonly verdict: Verdict;
  readonly step: string;
  readonly rule: RuleRef | null;
  readonly reason: string;
}

export interface Replayed {
  readonly before: Outcome;
  readonly after: Outcome;
}

/** Judges a call once more by the facts that were stored with it, at the time of those facts; null: the same verdict. */
export function replayDecision(
  { call, facts, decision }: { readonly call: Call; readonly facts: Facts; readonly decision: Decision },
  policy: Policy,
): Replayed | null {
  const now = decide(call, facts, policy);
  return now.verdict === decision.verdict ? null : { before: toOutcome(decision), after: toOutcome(now) };
}

const toOutcome = ({ verdict, step, rule, reason }: Decision): Outcome => ({ verdict, step, rule, reason });
