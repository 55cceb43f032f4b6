import type { Approval } from '../vocab/approval.ts';
import type { AnswerKind } from '../vocab/decision.ts';

/** Who puts a question to a person: a terminal, a canned list, later a server's clients. Holds no rules. */
export interface Answerer {
  /**
   * Shows the question and gives back one of its `answers`, and who gave it. Null: nobody can be asked here. Ends
   * early, with null, when the signal is aborted.
   */
  ask(approval: Approval, signal: AbortSignal): Promise<PersonAnswer | null>;
}

export interface PersonAnswer {
  readonly answer: AnswerKind;
  /** The principal: `local:1000`. */
  readonly by: string;
}
