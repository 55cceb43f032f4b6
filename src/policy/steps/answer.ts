import type { RuleRef, StepName, TraceEntry, Verdict } from '../../vocab/decision.ts';
import type { Rule } from '../../vocab/policy.ts';
import type { Judged } from '../judged.ts';

/** One step of the order: pure, total, `pass` when it has nothing to say. */
export type Step = (judged: Judged) => TraceEntry;

/** A trace line that is no `pass`. */
export type Answered = TraceEntry & { readonly answer: Verdict };

export const pass = (step: StepName, reason: string): TraceEntry => ({ step, answer: 'pass', code: 'pass', reason });

export const answer = (step: StepName, verdict: Verdict, code: string, reason: string): Answered => ({
  step,
  answer: verdict,
  code,
  reason,
});

export const toRuleRef = (rule: Rule): RuleRef => ({
  layer: rule.layer,
  file: rule.file,
  line: rule.line,
  text: rule.text,
  ...(rule.because === null ? {} : { because: rule.because }),
});
