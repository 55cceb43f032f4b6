import type { Call } from '../vocab/call.ts';
import type { EventOf } from '../vocab/event.ts';
import type { WindowEntry } from '../vocab/facts.ts';
import type { Message } from '../vocab/message.ts';
import type { Mode } from '../vocab/principal.ts';

/** A question about a call, and its end when it has one. */
export interface AskedState {
  readonly id: string;
  readonly factsDigest: string;
  readonly policyDigest: string;
  readonly askDigest: string;
  /** The model asks, not the judge. */
  readonly isQuestion: boolean;
  readonly settled: EventOf<'approval-settled'> | null;
}

/** Where a call of this run stands. */
export interface CallState {
  readonly call: Call;
  /** What the provider pairs the result by. */
  readonly callId: string;
  /** Why the model's arguments could not be read; null when they could. */
  readonly fault: string | null;
  /** The judgement in force; null before the first and after an answer, which makes the judge look again. */
  readonly decided: EventOf<'call-decided'> | null;
  /** Every question asked about it, oldest first. */
  readonly asked: readonly AskedState[];
  readonly started: boolean;
  /** It started, and running it once more does no harm. */
  readonly repeatable: boolean;
  readonly ended: EventOf<'call-ended'> | null;
}

/** Everything the next move depends on; folded from the log of a session and nothing else. */
export interface RunState {
  readonly run: string;
  readonly session: string;
  readonly mode: Mode;
  readonly requester: string;
  readonly cwd: string;
  /** The model that the run began with, and whether it plays a file. */
  readonly model: string;
  /** Whom the session's next run asks unless it is told otherwise; null: the one that is configured. */
  readonly sessionModel: string | null;
  readonly maxSteps: number;
  readonly maxTokens: number | null;
  readonly windowTokens: number;
  /** Input and output tokens of this run's replies, as far as they were told. */
  readonly tokens: number;
  /** The conversation, also of the session's earlier runs. */
  readonly messages: readonly Message[];
  /** So many of `messages` the provider had counted in its newest reply; null: it did not. */
  readonly counted: number | null;
  /** Replies of the model in the whole session, also those of a shortened history. */
  readonly replies: number;
  /** Replies of the model in this run. */
  readonly steps: number;
  /** The calls of this run in the order in which they were made. */
  readonly calls: readonly CallState[];
  /** What the doom-loop step looks at. */
  readonly window: readonly WindowEntry[];
  readonly reply: EventOf<'reply-received'> | null;
  readonly failure: EventOf<'reply-failed'> | null;
  readonly end: EventOf<'run-ended'> | null;
}
