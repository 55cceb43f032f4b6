import * as z from 'zod/mini';
import type { Origin } from './principal.ts';
import { SETTLED_WHYS } from './settled-why.ts';

/**
 * What happens in a run, as it is stored. The log is the truth: a run's state is folded from these and nothing else.
 * Kinds are `noun-verb`; other programs get the same word with a dot (`call.decided`).
 */

const origin = z.custom<Origin>((value) => typeof value === 'string' && ORIGIN.test(value));
const ORIGIN = /^(?:owner|file|upload|network|model|person:.+|tool:.+)$/;
const verdict = z.enum(['allow', 'ask', 'deny']);

const runStarted = z.object({
  kind: z.literal('run-started'),
  session: z.string(),
  model: z.string(),
  /** The model is for this run alone: the next one asks whom the session asked before. */
  modelOnce: z.exactOptional(z.literal(true)),
  /** True when nothing thinks: a file is played. */
  scripted: z.boolean(),
  mode: z.enum(['default', 'plan', 'yolo']),
  cwd: z.string(),
  requester: z.string(),
  maxSteps: z.number(),
  /** Input and output tokens of all replies together; null: no limit. */
  maxTokens: z.nullable(z.number()),
  /** What the model can hold at once. */
  windowTokens: z.number(),
});

/** A new process goes on with a run that another one left. */
const runResumed = z.object({
  kind: z.literal('run-resumed'),
  by: z.string(),
  model: z.string(),
  scripted: z.boolean(),
  /** From here on; the person may have switched it. */
  mode: z.enum(['default', 'plan', 'yolo']),
});

const image = z.object({
  name: z.string(),
  path: z.string(),
  mediaType: z.string(),
  bytes: z.number(),
  digest: z.string(),
});

const messageReceived = z.object({
  kind: z.literal('message-received'),
  text: z.string(),
  images: z.exactOptional(z.readonly(z.array(z.readonly(image)))),
  origin,
  private: z.boolean(),
  /** Patterns of injected orders that were found in it: it counts as text of others. */
  suspicious: z.exactOptional(z.readonly(z.array(z.string()))),
});

const replyReceived = z.object({
  kind: z.literal('reply-received'),
  text: z.string(),
  calls: z.readonly(
    z.array(
      z.readonly(
        z.object({
          id: z.string(),
          callId: z.string(),
          tool: z.string(),
          input: z.unknown(),
          fault: z.nullable(z.string()),
        }),
      ),
    ),
  ),
  reason: z.enum(['stop', 'calls', 'length', 'other']),
  /** `<provider>:<name>` of the model that answered: the run's own, or the one that stepped in. */
  model: z.exactOptional(z.string()),
  inputTokens: z.nullable(z.number()),
  outputTokens: z.nullable(z.number()),
  /** Parts of the input and of the output; null where the provider does not say. */
  cachedTokens: z.exactOptional(z.nullable(z.number())),
  reasoningTokens: z.exactOptional(z.nullable(z.number())),
  /** JSON that the provider wants back with this reply, such as signatures of its thinking. */
  providerData: z.exactOptional(z.unknown()),
});

/** The first `upTo` messages of the conversation are replaced by a summary; what is kept stands in it word for word. */
const historyCompacted = z.object({
  kind: z.literal('history-compacted'),
  upTo: z.number(),
  summary: z.string(),
  /** Who wrote the summary: the model, or nobody: a record of the calls. */
  by: z.enum(['model', 'record']),
  kept: z.readonly(z.array(z.string())),
  sources: z.readonly(z.array(origin)),
  isPrivate: z.boolean(),
  /** Tokens of the next request, about. */
  before: z.number(),
  after: z.number(),
});

/** The stream broke; `text` is what had come until then. */
const replyFailed = z.object({
  kind: z.literal('reply-failed'),
  text: z.string(),
  code: z.string(),
  message: z.string(),
  hint: z.string(),
});

const callDecided = z.object({
  kind: z.literal('call-decided'),
  call: z.string(),
  tool: z.string(),
  callDigest: z.string(),
  decision: z.string(),
  verdict,
  step: z.string(),
  code: z.string(),
  reason: z.string(),
  class: z.nullable(z.string()),
  /** `file:line` of the rule that decided; null when none did. */
  rule: z.nullable(z.string()),
});

const approvalRequired = z.object({
  kind: z.literal('approval-required'),
  approval: z.string(),
  call: z.string(),
  factsDigest: z.string(),
  policyDigest: z.string(),
  /** Over the class and the commands that ask: under a changed policy the answer counts only for the same question. */
  askDigest: z.string(),
  /** The model asks, and the call runs with the answer. */
  isQuestion: z.exactOptional(z.literal(true)),
});

const grant = z.object({
  session: z.string(),
  requester: z.string(),
  tool: z.string(),
  kind: z.enum(['exact', 'class']),
  value: z.string(),
  cwd: z.string(),
  by: z.string(),
  at: z.number(),
  callDigest: z.exactOptional(z.string()),
  taint: z.exactOptional(z.readonly(z.array(origin))),
});

/**
 * A person answered, or nobody did: `why` says which. `grant` is what the answer left behind, for this call alone
 * (`once`) or stored for the session as well.
 */
const approvalSettled = z.object({
  kind: z.literal('approval-settled'),
  approval: z.string(),
  call: z.string(),
  state: z.enum(['granted', 'denied', 'expired', 'void']),
  why: z.enum(SETTLED_WHYS),
  answer: z.nullable(z.string()),
  by: z.nullable(z.string()),
  /** What the person said with it, for the model. */
  note: z.nullable(z.string()),
  grant: z.nullable(grant),
});

const callStarted = z.object({
  kind: z.literal('call-started'),
  call: z.string(),
  callDigest: z.string(),
  /** The tool says that running it twice does no harm: a call that left no result is judged and run again. */
  repeatable: z.boolean(),
});

/**
 * How a call came out: `done` and `failed` ran; `denied` was refused by the judge, `refused` by a person, `unasked`
 * because no answer came; `unknown` had started when the process died and is never repeated.
 */
const callEnded = z.object({
  kind: z.literal('call-ended'),
  call: z.string(),
  outcome: z.enum(['done', 'failed', 'denied', 'refused', 'unasked', 'unknown', 'interrupted']),
  text: z.string(),
  origin,
  private: z.boolean(),
  resultDigest: z.nullable(z.string()),
  durationMs: z.number(),
  /** The nonce of the frame in which the text of an untrusted result stands in a prompt. */
  frame: z.exactOptional(z.string()),
  detail: z.record(z.string(), z.unknown()),
});

/** The model has the instructions of a skill. */
const skillLoaded = z.object({ kind: z.literal('skill-loaded'), name: z.string() });

/** A skill was written and can be used at once. */
const skillCreated = z.object({ kind: z.literal('skill-created'), name: z.string(), file_path: z.string() });

const runEnded = z.object({
  kind: z.literal('run-ended'),
  reason: z.enum(['answered', 'silent', 'stuck', 'budget', 'model-failed', 'deadline', 'interrupted', 'failed']),
  message: z.string(),
});

const eventBody = z.discriminatedUnion('kind', [
  runStarted,
  runResumed,
  messageReceived,
  historyCompacted,
  replyReceived,
  replyFailed,
  callDecided,
  approvalRequired,
  approvalSettled,
  callStarted,
  callEnded,
  skillLoaded,
  skillCreated,
  runEnded,
]);

const eventHead = z.object({
  /** Global, in the order of commits. */
  id: z.number(),
  run: z.string(),
  /** 1, 2, 3 … within the run. */
  seq: z.number(),
  at: z.number(),
});

export type EventBody = Readonly<z.infer<typeof eventBody>>;
export type EventHead = Readonly<z.infer<typeof eventHead>>;
export type EventKind = EventBody['kind'];
export type EventOf<K extends EventKind> = Extract<EventBody, { kind: K }>;
export type RunEvent = EventHead & EventBody;
/** What a tool tells besides its result. */
export type SkillEvent = EventOf<'skill-loaded' | 'skill-created'>;
export type RunEnd = EventOf<'run-ended'>['reason'];
export type CallOutcome = EventOf<'call-ended'>['outcome'];

/** A stored event, checked; throws with the place of the first thing that does not fit. */
export const parseEvent = (value: unknown): RunEvent => z.intersection(eventHead, eventBody).parse(value);
