import * as z from 'zod/mini';
import { DANGER_ORDER } from './danger.ts';
import type { AnswerKind } from './decision.ts';

export const ANSWERS = [
  'once',
  'session',
  'always_prefix',
  'always_command',
  'deny',
  'deny_always',
] as const satisfies readonly AnswerKind[];

export const approvalStateSchema = z.enum(['pending', 'granted', 'denied', 'expired', 'void']);

/**
 * A question to a person, kept in the store: bound to the call, to what was known and to the policy it was asked under.
 * `segment` is the first command of a line that asks, `asking` all of them; both as a person would read them.
 */
export const approvalSchema = z.readonly(
  z.object({
    id: z.string(),
    session: z.string(),
    run: z.string(),
    call: z.string(),
    callDigest: z.string(),
    /** Over cwd, workspace, env, line, paths and scripts of the facts. */
    factsDigest: z.string(),
    policyDigest: z.string(),
    tool: z.string(),
    input: z.record(z.string(), z.unknown()),
    cwd: z.string(),
    step: z.string(),
    reason: z.string(),
    /** `file:line  text` of the rule that asks; null when none does. */
    rule: z.nullable(z.string()),
    class: z.nullable(z.enum(DANGER_ORDER)),
    segment: z.nullable(z.string()),
    asking: z.readonly(z.array(z.string())),
    /** What may be answered, each with the words for what it would let through. */
    answers: z.readonly(z.array(z.readonly(z.object({ answer: z.enum(ANSWERS), width: z.string() })))),
    /** What in the turn came from others, where that is why it asks: `the network (shell  curl https://…)`. */
    sources: z.exactOptional(z.readonly(z.array(z.string()))),
    requester: z.string(),
    approvers: z.readonly(z.array(z.string())),
    askedAt: z.number(),
    /** Epoch ms after which no answer counts; null: never. */
    expiresAt: z.nullable(z.number()),
    state: approvalStateSchema,
    answer: z.nullable(z.enum(ANSWERS)),
    by: z.nullable(z.string()),
    at: z.nullable(z.number()),
    note: z.nullable(z.string()),
  }),
);

export type Approval = z.infer<typeof approvalSchema>;
export type ApprovalState = z.infer<typeof approvalStateSchema>;

/** Who puts a question to a person: a terminal, a canned list, later a server's clients. Holds no rules. */
export interface Answerer {
  /**
   * Shows the question and gives back one of its `answers`, and who gave it. Null: nobody can be asked here. `park`:
   * the question stays open, and the run goes on when somebody answered it elsewhere. Ends early, with null, when the
   * signal is aborted.
   */
  ask(approval: Approval, signal: AbortSignal): Promise<PersonAnswer | 'park' | null>;
  /** Puts a question of the model; null as for `ask`. Absent: questions are not taken here. */
  reply?(question: PersonQuestion, signal: AbortSignal): Promise<PersonReply | null>;
}

/** A question of the model to the person; `options` may be empty. */
export interface PersonQuestion {
  readonly question: string;
  readonly options: readonly string[];
}

export interface PersonReply {
  readonly text: string;
  /** The principal: `local:1000`. */
  readonly by: string;
}

export interface PersonAnswer {
  readonly answer: AnswerKind;
  /** The principal: `local:1000`. */
  readonly by: string;
  /** What the model is told with it. */
  readonly note?: string;
}
