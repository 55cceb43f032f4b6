import type { DangerClass } from './danger.ts';
import type { SourceRef } from './policy.ts';
import type { Verdict } from './verdict.ts';

export { VERDICTS, type Verdict } from './verdict.ts';

/** The fixed order of POLICY: the first step that answers decides. */
export const STEPS = [
  'access',
  'rate-limit',
  'wellformed',
  'hardline',
  'control',
  'workspace',
  'permission-deny',
  'mode-plan',
  'taint-deny',
  'doom-loop',
  'unparsable',
  'operator',
  'yolo',
  'taint-ask',
  'permission-rule',
  'allowlist',
  'readonly',
  'confirm-policy',
  'mode-fallback',
] as const;

/** A step of the order, or `grant`: a person's stored answer lifted an ask. */
export type StepName = (typeof STEPS)[number] | 'grant';

/** What people can answer to an ask. */
export type AnswerKind = 'once' | 'session' | 'always_prefix' | 'always_command' | 'deny' | 'deny_always';

/** The rule that decided: where it stands and what it says. */
export interface RuleRef extends SourceRef {
  readonly text: string;
  readonly because?: string;
}

/** What one step answered; `pass` when it had nothing to say. */
export interface TraceEntry {
  readonly step: StepName;
  readonly answer: Verdict | 'pass';
  readonly code: string;
  readonly reason: string;
  readonly rule?: RuleRef;
  /** The commands of the line this answer is about (indexes of `segments`). */
  readonly segments?: readonly number[];
}

/** One simple command of a shell line with its own verdict. */
export interface SegmentVerdict {
  readonly text: string;
  readonly words: readonly (string | null)[];
  readonly verdict: Verdict;
  readonly step: StepName;
  readonly class?: DangerClass;
}

export interface Decision {
  readonly verdict: Verdict;
  readonly step: StepName;
  /** A stable word for programs, such as `recursive-delete-root`. */
  readonly code: string;
  /** One sentence a person understands. */
  readonly reason: string;
  readonly rule: RuleRef | null;
  readonly class: DangerClass | null;
  readonly segments: readonly SegmentVerdict[];
  /** Which answers may lift this ask; empty for allow and deny. */
  readonly grants: readonly AnswerKind[];
  /** The answer of every step, also of those after the one that decided. */
  readonly trace: readonly TraceEntry[];
  readonly policy: string;
  readonly call: string;
}

/** What a decision came down to. */
export type Outcome = Pick<Decision, 'verdict' | 'step' | 'rule' | 'reason'>;
