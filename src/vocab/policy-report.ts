import type { Verdict } from './decision.ts';
import type { PolicyFault, SourceRef } from './policy.ts';
import type { Mode } from './principal.ts';

/** Something in a policy that works and yet is probably not what its author meant. */
export interface Finding extends PolicyFault {
  readonly level: 'warning' | 'hint';
  /** A stable word for programs, such as `never-matches`. */
  readonly code: string;
}

/** One difference between two policies. */
export interface PolicyChange {
  readonly what: 'added' | 'removed' | 'changed';
  /** A key such as `approvals.mode`, or `rule` with the pattern in `name`. */
  readonly key: string;
  readonly name: string | null;
  readonly before: string | null;
  readonly after: string | null;
}

/** A value in force, with where it was set; null: the default. */
export interface ShownValue {
  readonly key: string;
  readonly value: string;
  readonly source: SourceRef | null;
}

/** One question of a file for `policy test`, with the answer that is expected. */
export interface PolicyCase {
  readonly file: string;
  readonly line: number;
  readonly question: PolicyQuestion;
  readonly expect: Verdict;
  /** The step that must decide; null: any. */
  readonly step: string | null;
  readonly note: string | null;
}

/** What the judge is asked: a call, and the session's mode. A shell line is the tool `shell` with a `command`. */
export interface PolicyQuestion {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly mode: Mode;
}

/** How one case came out. */
export interface CaseOutcome {
  readonly case: PolicyCase;
  readonly verdict: Verdict;
  readonly step: string;
  readonly reason: string;
  readonly passed: boolean;
}

/** A case whose verdict differs between two policies. */
export interface Flip {
  readonly case: PolicyCase;
  readonly before: Verdict;
  readonly after: Verdict;
}
