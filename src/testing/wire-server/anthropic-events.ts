import {
  toArgumentText,
  toTextPieces,
  toUnitPieces,
  WIRE_SIGNATURE,
  type WireCall,
  type WireEvent,
  type WireReply,
  type WireUsage,
} from './script.ts';

/**
 * The events of one reply as the Messages API streams them: `message_start`, a `ping`, each content block with start,
 * deltas and stop, `message_delta` with the reason and the usage, `message_stop`.
 */
export function toAnthropicEvents(reply: WireReply, model: string, number: number): readonly WireEvent[] {
  const pieceChars = reply.pieceChars ?? 8;
  const usage: WireUsage = reply.usage ?? { input: 10, output: 5 };
  const blocks = [
    ...(reply.reasoning === undefined ? [] : [thinkingBlock(reply.reasoning, pieceChars)]),
    ...(reply.say === undefined ? [] : [textBlock(reply.say, pieceChars)]),
    ...(reply.calls ?? []).map((call, index) => toolBlock(call, `toolu_${number}_${index + 1}`, pieceChars)),
  ];
  const message = {
    id: `msg_${number}`,
    type: 'message',
    role: 'assistant',
    model,
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage: {
      input_tokens: usage.input - (usage.cached ?? 0),
      cache_read_input_tokens: usage.cached ?? 0,
      output_tokens: 1,
    },
  };
  return [
    event({ type: 'message_start', message }),
    event({ type: 'ping' }),
    ...blocks.flatMap((block, index) => toBlockEvents(block, index)),
    event({
      type: 'message_delta',
      delta: { stop_reason: toStopReason(reply), stop_sequence: null },
      usage: {
        output_tokens: usage.output,
        ...(usage.reasoning === undefined ? {} : { output_tokens_details: { thinking_tokens: usage.reasoning } }),
      },
    }),
    event({ type: 'message_stop' }),
  ];
}

export const anthropicError = (type: string, message: string): string =>
  JSON.stringify({ type: 'error', error: { type, message } });

export const anthropicErrorEvent = (type: string, message: string): WireEvent => ({
  name: 'error',
  data: anthropicError(type, message),
});

const event = (data: { readonly type: string } & Record<string, unknown>): WireEvent => ({
  name: data.type,
  data: JSON.stringify(data),
});

interface Block {
  readonly start: Readonly<Record<string, unknown>>;
  readonly deltas: readonly Readonly<Record<string, unknown>>[];
}

const toBlockEvents = (block: Block, index: number): readonly WireEvent[] => [
  event({ type: 'content_block_start', index, content_block: block.start }),
  ...block.deltas.map((delta) => event({ type: 'content_block_delta', index, delta })),
  event({ type: 'content_block_stop', index }),
];

const thinkingBlock = (text: string, pieceChars: number): Block => ({
  start: { type: 'thinking', thinking: '', signature: '' },
  deltas: [
    ...toTextPieces(text, pieceChars).map((thinking) => ({ type: 'thinking_delta', thinking })),
    { type: 'signature_delta', signature: WIRE_SIGNATURE },
  ],
});

const textBlock = (text: string, pieceChars: number): Block => ({
  start: { type: 'text', text: '' },
  deltas: toTextPieces(text, pieceChars).map((piece) => ({ type: 'text_delta', text: piece })),
});

/** The first piece of arguments is empty, as the API sends it. */
const toolBlock = (call: WireCall, id: string, pieceChars: number): Block => ({
  start: { type: 'tool_use', id: call.id ?? id, name: call.tool, input: {} },
  deltas: ['', ...toUnitPieces(toArgumentText(call), pieceChars)].map((partial_json) => ({
    type: 'input_json_delta',
    partial_json,
  })),
});

function toStopReason(reply: WireReply): string {
  const end = reply.end ?? (reply.calls === undefined ? 'stop' : 'calls');
  return { stop: 'end_turn', calls: 'tool_use', length: 'max_tokens', refusal: 'refusal' }[end];
}
