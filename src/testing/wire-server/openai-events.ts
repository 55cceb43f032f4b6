import {
  toArgumentText,
  toTextPieces,
  toUnitPieces,
  type WireCall,
  type WireEvent,
  type WireReply,
  type WireUsage,
} from './script.ts';

export interface OpenAiReply {
  readonly reply: WireReply;
  readonly model: string;
  readonly number: number;
  /** The request asked for a usage chunk (`stream_options.include_usage`). */
  readonly withUsage: boolean;
}

/**
 * The chunks of one reply as Chat Completions streams them: the role, reasoning (in `reasoning_content`, as llama.cpp,
 * vLLM and DeepSeek name it), content, tool calls in pieces, the reason, the usage in a chunk of its own, `[DONE]`.
 */
export function toOpenAiEvents({ reply, model, number, withUsage }: OpenAiReply): readonly WireEvent[] {
  const pieceChars = reply.pieceChars ?? 8;
  const usage: WireUsage = reply.usage ?? { input: 10, output: 5 };
  const frame = { id: `chatcmpl-${number}`, object: 'chat.completion.chunk', created: 1_700_000_000 + number, model };
  const chunk = (delta: Readonly<Record<string, unknown>>, finish: string | null = null): WireEvent =>
    event({ ...frame, choices: [{ index: 0, delta, logprobs: null, finish_reason: finish }] });
  const tokens = {
    prompt_tokens: usage.input,
    completion_tokens: usage.output,
    total_tokens: usage.input + usage.output,
    ...(usage.cached === undefined ? {} : { prompt_tokens_details: { cached_tokens: usage.cached } }),
    ...(usage.reasoning === undefined ? {} : { completion_tokens_details: { reasoning_tokens: usage.reasoning } }),
  };
  return [
    chunk({ role: 'assistant', content: '' }),
    ...toTextPieces(reply.reasoning ?? '', pieceChars).map((reasoning_content) => chunk({ reasoning_content })),
    ...toTextPieces(reply.say ?? '', pieceChars).map((content) => chunk({ content })),
    ...(reply.calls ?? []).flatMap((call, index) =>
      toCallDeltas(call, { index, id: `call_${number}_${index + 1}`, pieceChars }).map((delta) => chunk(delta)),
    ),
    chunk({}, toFinishReason(reply)),
    ...(withUsage ? [event({ ...frame, choices: [], usage: tokens })] : []),
    { name: null, data: '[DONE]' },
  ];
}

export const openAiError = (type: string, message: string): string =>
  JSON.stringify({ error: { message, type, param: null, code: null } });

export const openAiErrorEvent = (type: string, message: string): WireEvent => ({
  name: null,
  data: openAiError(type, message),
});

const event = (data: unknown): WireEvent => ({ name: null, data: JSON.stringify(data) });

interface CallPlace {
  readonly index: number;
  readonly id: string;
  readonly pieceChars: number;
}

function toCallDeltas(call: WireCall, { index, id, pieceChars }: CallPlace): readonly Record<string, unknown>[] {
  const start = { index, id: call.id ?? id, type: 'function', function: { name: call.tool, arguments: '' } };
  const pieces = toUnitPieces(toArgumentText(call), pieceChars);
  return [
    { tool_calls: [start] },
    ...pieces.map((piece) => ({ tool_calls: [{ index, function: { arguments: piece } }] })),
  ];
}

function toFinishReason(reply: WireReply): string {
  const end = reply.end ?? (reply.calls === undefined ? 'stop' : 'calls');
  return { stop: 'stop', calls: 'tool_calls', length: 'length', refusal: 'content_filter' }[end];
}
