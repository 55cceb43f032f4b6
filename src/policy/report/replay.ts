import type { Call } from '../../vocab/call.ts';
import type { Decision, Outcome, Verdict } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy } from '../../vocab/policy.ts';
import { decideAlone } from '../decide.ts';

export interface Replayed {
  readonly before: Outcome;
  readonly after: Outcome;
}

/** What was stored with a decision; the decision itself is asked for where the verdict flips. */
export interface StoredQuestion {
  readonly call: Call;
  readonly facts: Facts;
  readonly verdict: Verdict;
  readonly decision: () => Decision;
}

/** Judges a call once more by the facts that were stored with it, at the time of those facts; null: the same verdict. */
export function replayDecision({ call, facts, verdict, decision }: StoredQuestion, policy: Policy): Replayed | null {
  const now = decideAlone(call, facts, policy);
  if (now.verdict === verdict) return null;
  const { step, rule, reason } = decision();
  return { before: { verdict, step, rule, reason }, after: now };
}
