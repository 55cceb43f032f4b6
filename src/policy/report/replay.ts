import type { Call } from '../../vocab/call.ts';
import type { Decision, Outcome } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy } from '../../vocab/policy.ts';
import { decideAlone } from '../decide.ts';

export interface Replayed {
  readonly before: Outcome;
  readonly after: Outcome;
}

/** Judges a call once more by the facts that were stored with it, at the time of those facts; null: the same verdict. */
export function replayDecision(
  { call, facts, decision }: { readonly call: Call; readonly facts: Facts; readonly decision: Decision },
  policy: Policy,
): Replayed | null {
  const now = decideAlone(call, facts, policy);
  if (now.verdict === decision.verdict) return null;
  const { verdict, step, rule, reason } = decision;
  return { before: { verdict, step, rule, reason }, after: now };
}
