import * as z from 'zod/mini';
import { DANGER_ORDER } from './danger.ts';
import type { AnswerKind } from './decision.ts';
import { SETTLED_WHYS } from './settled-why.ts';

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
    /** The model's own question, which is answered in words; there are no `answers` then. */
    question: z.exactOptional(z.readonly(z.object({ question: z.string(), options: z.readonly(z.array(z.string())) }))),
    /** What in the turn came from others, where that is why it asks: `the network (shell  curl https://…)`. */
    sources: z.exactOptional(z.readonly(z.array(z.string()))),
    /** What the call would do, where its arguments do not tell: a diff. */
    preview: z.exactOptional(z.string()),
    requester: z.string(),
    approvers: z.readonly(z.array(z.string())),
    askedAt: z.number(),
    /** Epoch ms after which no answer counts; null: never. */
    expiresAt: z.nullable(z.number()),
    state: approvalStateSchema,
    why: z.nullable(z.enum(SETTLED_WHYS)),
    /** `reply`: the words of `note` answer the model's question. */
    answer: z.nullable(z.enum([...ANSWERS, 'reply'])),
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
   * Shows the question and gives back one of its `answers`, or words where the model asks, and who gave it. Null:
   * nobody can be asked here. `park`: the question stays open, and the run goes on when somebody answered it elsewhere.
   * Ends early, with null, when the signal is aborted.
   */
  ask(approval: Approval, signal: AbortSignal): Promise<PersonAnswer | PersonReply | 'park' | null>;
}

/** A question of the model to the person; `options` may be empty. */
export type PersonQuestion = NonNullable<Approval['question']>;

/** What a person said to a question of the model. */
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

/** True when no answer to it counts any more. */
export const isLate = ({ expiresAt }: Approval, now: number): boolean => expiresAt !== null && now >= expiresAt;
