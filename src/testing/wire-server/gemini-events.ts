import {
  toTextPieces,
  WIRE_SIGNATURE,
  type WireCall,
  type WireEvent,
  type WireReply,
  type WireUsage,
} from './script.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * The chunks of one reply as Gemini streams them: thoughts, text, whole function calls (the first with the signature of
 * the thoughts), and a last chunk with the reason and the usage. Arguments are no text in this protocol: a call whose
 * text is no JSON object becomes what the API makes of it, a reply that ends with `MALFORMED_FUNCTION_CALL`.
 */
export function toGeminiEvents(reply: WireReply, model: string, number: number): readonly WireEvent[] {
  const pieceChars = reply.pieceChars ?? 8;
  const frame = { modelVersion: model, responseId: `gemini_${number}` };
  const chunk = (parts: readonly Json[], more: Json = {}, usage: Json = {}): WireEvent =>
    event({ candidates: [{ content: { role: 'model', parts }, index: 0, ...more }], ...usage, ...frame });
  const calls = (reply.calls ?? []).map((call, index) => toCallPart(call, `fc_${number}_${index + 1}`));
  const signed = calls.findIndex((part) => part !== null);
  return [
    ...toTextPieces(reply.reasoning ?? '', pieceChars).map((text) => chunk([{ text, thought: true }])),
    ...toTextPieces(reply.say ?? '', pieceChars).map((text) => chunk([{ text }])),
    ...calls.flatMap((part, index) => {
      if (part === null) return [];
      return [chunk([index === signed && isThoughtful(reply) ? { ...part, thoughtSignature: WIRE_SIGNATURE } : part])];
    }),
    chunk(
      calls.length === 0 && isThoughtful(reply) ? [{ text: '', thoughtSignature: WIRE_SIGNATURE }] : [],
      { finishReason: calls.includes(null) ? 'MALFORMED_FUNCTION_CALL' : toFinishReason(reply) },
      { usageMetadata: toUsage(reply.usage ?? { input: 10, output: 5 }) },
    ),
  ];
}

const isThoughtful = ({ reasoning }: WireReply): boolean => reasoning !== undefined;

/** The API's own names for statuses; others are `UNKNOWN` here. */
const STATUS_NAMES: Readonly<Record<number, string>> = {
  400: 'INVALID_ARGUMENT',
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  429: 'RESOURCE_EXHAUSTED',
  500: 'INTERNAL',
  503: 'UNAVAILABLE',
};

export const geminiError = (message: string, code: number): string =>
  JSON.stringify({ error: { code, message, status: STATUS_NAMES[code] ?? 'UNKNOWN' } });

export const geminiErrorEvent = (type: string, message: string): WireEvent =>
  event({ error: { code: 503, message, status: type } });

const event = (data: unknown): WireEvent => ({ name: null, data: JSON.stringify(data) });

function toCallPart(call: WireCall, id: string): Json | null {
  const head = { name: call.tool, id: call.id ?? id };
  if (call.input === '') return { functionCall: head };
  return typeof call.input === 'string' ? null : { functionCall: { ...head, args: call.input } };
}

function toFinishReason({ end }: WireReply): string {
  if (end === 'length') return 'MAX_TOKENS';
  return end === 'refusal' ? 'SAFETY' : 'STOP';
}

const toUsage = ({ input, output, cached, reasoning = 0 }: WireUsage): Json => ({
  promptTokenCount: input,
  candidatesTokenCount: output - reasoning,
  totalTokenCount: input + output,
  ...(cached === undefined ? {} : { cachedContentTokenCount: cached }),
  ...(reasoning === 0 ? {} : { thoughtsTokenCount: reasoning }),
});
