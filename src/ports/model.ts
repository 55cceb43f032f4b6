/** A message as the model sees it. Tool calls and results are paired by `callId`. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string; readonly images?: readonly ModelImage[] }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly callId: string; readonly tool: string; readonly input: unknown }[];
      /** Which model said it, as in `finish`. */
      readonly model?: string;
      /** What came with `finish`, unchanged; only the same model gets it back. */
      readonly providerData?: unknown;
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly tool: string;
      readonly text: string;
      readonly isError: boolean;
    };

export interface ModelImage {
  /** Such as `image/png`. */
  readonly mediaType: string;
  readonly bytes: Uint8Array;
}

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object with properties. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  /** How often the model has spoken in this conversation, also where the history was shortened. */
  readonly replies: number;
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
  /**
   * JSON Schema of the one object that the reply shall be. A provider that can holds its model to it; any other leaves it
   * out, so that whoever reads the reply has to expect anything.
   */
  readonly replySchema?: Readonly<Record<string, unknown>>;
}

/** Null where the provider does not say. */
export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
  /** The part of the input that came out of the provider's cache. */
  readonly cachedTokens: number | null;
  /** The part of the output that was reasoning. */
  readonly reasoningTokens: number | null;
}

/** What a model says while it streams. Exactly one `finish` comes, last; `retry` and `fallback` come before a word. */
export type ModelDelta =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'reasoning'; readonly text: string }
  /** `input` is the parsed arguments; `fault` says why they could not be parsed (then `input` is null). */
  | {
      readonly kind: 'call';
      readonly callId: string;
      readonly tool: string;
      readonly input: unknown;
      readonly fault: string | null;
    }
  /** A request failed and is sent again after `waitMs`, as number `attempt` of `attempts` at most. */
  | {
      readonly kind: 'retry';
      readonly provider: string;
      /** A few words, such as `overloaded (529)`. */
      readonly why: string;
      readonly waitMs: number;
      readonly attempt: number;
      readonly attempts: number;
    }
  /** `model` failed for good, as `message` says; `next` is asked from now on. */
  | {
      readonly kind: 'fallback';
      readonly model: string;
      readonly next: string;
      readonly message: string;
      readonly hint: string;
    }
  | {
      readonly kind: 'finish';
      readonly reason: 'stop' | 'calls' | 'length' | 'other';
      readonly usage: Usage;
      /** `<provider>:<name>` of the model that answered, where it may be another than the one asked for. */
      readonly model?: string;
      /** JSON that the provider wants back with this reply; nobody else reads it. */
      readonly providerData?: unknown;
    };

export interface Model {
  /** `<provider>:<name>`, as configured. */
  readonly name: string;
  /** True for a model that does not think but plays a file. */
  readonly scripted: boolean;
  /**
   * Streams one reply. Ends after `finish`; throws a Fault `model-failed` or `model-reply-invalid` (a stream that ends
   * early, an empty reply, a broken protocol) and the signal's reason when aborted. Never yields after it threw.
   */
  stream(request: ModelRequest, signal: AbortSignal): AsyncIterable<ModelDelta>;
}
