/** A message as the model sees it. Tool calls and results are paired by `callId`. */
export type ModelMessage =
  | { readonly role: 'user'; readonly text: string }
  | {
      readonly role: 'assistant';
      readonly text: string;
      readonly calls: readonly { readonly callId: string; readonly tool: string; readonly input: unknown }[];
    }
  | {
      readonly role: 'tool';
      readonly callId: string;
      readonly tool: string;
      readonly text: string;
      readonly isError: boolean;
    };

export interface ModelTool {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the arguments: an object with properties. */
  readonly schema: Readonly<Record<string, unknown>>;
}

export interface ModelRequest {
  readonly system: string;
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly maxOutputTokens: number;
}

export interface Usage {
  readonly inputTokens: number | null;
  readonly outputTokens: number | null;
}

/** What a model says while it streams. Exactly one `finish` comes, last. */
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
  | { readonly kind: 'finish'; readonly reason: 'stop' | 'calls' | 'length' | 'other'; readonly usage: Usage };

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
