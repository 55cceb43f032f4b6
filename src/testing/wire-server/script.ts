/** What a wire server can do instead of, or in the middle of, a good reply. */
export type WireFault =
  /** An error status with the provider's own form of error body, or with `body` as it is. */
  | { readonly kind: 'status'; readonly status: number; readonly message: string; readonly body?: string }
  /** Status 200, the right content type, and no byte. */
  | { readonly kind: 'empty' }
  /** The stream ends in good order, but half of the reply is missing. */
  | { readonly kind: 'half' }
  /** The socket is destroyed in the middle of the reply. */
  | { readonly kind: 'reset' }
  /** The socket is destroyed before the first byte, when it was used before. */
  | { readonly kind: 'stale' }
  /** A data line that is no JSON stands in the middle of the reply. */
  | { readonly kind: 'garbage' }
  /** The provider reports an error in the middle of a stream that began well, or as its first event. */
  | { readonly kind: 'error-event'; readonly type: string; readonly message: string; readonly atStart?: boolean }
  /** Half a reply, then silence until the client goes. */
  | { readonly kind: 'hang' }
  /** No byte at all until the client goes. */
  | { readonly kind: 'silent' }
  /** An event type that the protocol does not know yet stands in the middle of the reply. */
  | { readonly kind: 'new-event' };

export interface WireCall {
  readonly tool: string;
  /** An object is sent as JSON; a text is sent as it is, also when it is broken. */
  readonly input: Readonly<Record<string, unknown>> | string;
  readonly id?: string;
}

/** One reply, in terms of what the model says; the server puts it into the words of the protocol that was asked. */
export interface WireReply {
  readonly reasoning?: string;
  readonly say?: string;
  readonly calls?: readonly WireCall[];
  /** Why the model ended; default `calls` when there are calls, else `stop`. */
  readonly end?: 'stop' | 'calls' | 'length' | 'refusal';
  /** `input` and `output` are totals; `cached` and `reasoning` are parts of them. */
  readonly usage?: WireUsage;
  readonly fault?: WireFault;
  readonly headers?: Readonly<Record<string, string>>;
  /** Text and arguments are cut into pieces of this many UTF-16 units; arguments also inside a surrogate pair. */
  readonly pieceChars?: number;
  /** The bytes of the stream are cut into chunks of this many, also inside a character. Default: one event a chunk. */
  readonly chunkBytes?: number;
  /** Between two chunks; default: none. */
  readonly pauseMs?: number;
  /** The first byte waits for this. */
  readonly after?: Promise<unknown>;
}

export interface WireUsage {
  readonly input: number;
  readonly output: number;
  readonly cached?: number;
  readonly reasoning?: number;
}

export const WIRE_PROTOCOLS = ['anthropic', 'openai', 'openai-responses', 'gemini'] as const;

export type WireProtocol = (typeof WIRE_PROTOCOLS)[number];

/** What a provider hands out with its reasoning and wants back with the next request, in the protocols that do so. */
export const WIRE_SIGNATURE = 'c2lnbmF0dXJl';

/** One event of a stream as it is written: its name (Anthropic and Responses only) and its data line. */
export interface WireEvent {
  readonly name: string | null;
  readonly data: string;
}

export const toFrame = ({ name, data }: WireEvent): string =>
  `${name === null ? '' : `event: ${name}\n`}data: ${data}\n\n`;

/** Whole characters, for text: providers never send half of one there. */
export function toTextPieces(text: string, pieceChars: number): readonly string[] {
  const pieces: string[] = [];
  for (const char of text) {
    const last = pieces.at(-1);
    if (last === undefined || last.length + char.length > pieceChars) pieces.push(char);
    else pieces[pieces.length - 1] = last + char;
  }
  return pieces;
}

/** UTF-16 units, for arguments: providers cut those anywhere. */
export function toUnitPieces(text: string, pieceChars: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / pieceChars) }, (_, index) =>
    text.slice(index * pieceChars, (index + 1) * pieceChars),
  );
}

export const toArgumentText = ({ input }: WireCall): string =>
  typeof input === 'string' ? input : JSON.stringify(input);
