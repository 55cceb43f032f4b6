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

type Json = Readonly<Record<string, unknown>>;

/**
 * The events of one reply as the OpenAI Responses API streams them: `response.created` and `in_progress`, each output
 * item (reasoning with its summary and its encrypted content, message, function calls) from `added` to `done`, and
 * `response.completed`, or `response.incomplete` with the reason. All carry the number of their place.
 */
export function toResponsesEvents(reply: WireReply, model: string, number: number): readonly WireEvent[] {
  const pieceChars = reply.pieceChars ?? 8;
  const response = {
    id: `resp_${number}`,
    object: 'response',
    created_at: 1_700_000_000 + number,
    status: 'in_progress',
    model,
    output: [],
    store: false,
  };
  const items = [
    ...(reply.reasoning === undefined ? [] : [toReasoningItem(reply.reasoning, `rs_${number}`, pieceChars)]),
    ...(reply.say === undefined ? [] : [toMessageItem(reply.say, `msg_${number}`, pieceChars)]),
    ...(reply.calls ?? []).map((call, index) => toCallItem(call, `${number}_${index + 1}`, pieceChars)),
  ];
  const { type, reason } = toEnding(reply);
  const ended = {
    ...response,
    status: type.slice('response.'.length),
    incomplete_details: reason === null ? null : { reason },
    output: items.map(({ done }) => done),
    usage: toUsage(reply.usage ?? { input: 10, output: 5 }),
  };
  const events: readonly Json[] = [
    { type: 'response.created', response },
    { type: 'response.in_progress', response },
    ...items.flatMap(({ added, between, done }, output_index) => [
      { type: 'response.output_item.added', output_index, item: added },
      ...between.map((event) => ({ ...event, item_id: done['id'], output_index })),
      { type: 'response.output_item.done', output_index, item: done },
    ]),
    { type, response: ended },
  ];
  return events.map((event, sequence_number) => toEvent({ ...event, sequence_number }));
}

export const responsesErrorEvent = (type: string, message: string): WireEvent =>
  toEvent({ type: 'error', sequence_number: 99, error: { type, code: null, message, param: null } });

const toEvent = (data: Json): WireEvent => ({ name: String(data['type']), data: JSON.stringify(data) });

interface Item {
  readonly added: Json;
  /** The events between the two, without their place. */
  readonly between: readonly Json[];
  readonly done: Json;
}

function toReasoningItem(text: string, id: string, pieceChars: number): Item {
  const part = { type: 'summary_text', text };
  return {
    added: { id, type: 'reasoning', summary: [], encrypted_content: '' },
    between: [
      { type: 'response.reasoning_summary_part.added', summary_index: 0, part: { ...part, text: '' } },
      ...toTextPieces(text, pieceChars).map((delta) => ({
        type: 'response.reasoning_summary_text.delta',
        summary_index: 0,
        delta,
      })),
      { type: 'response.reasoning_summary_text.done', summary_index: 0, text },
      { type: 'response.reasoning_summary_part.done', summary_index: 0, part },
    ],
    done: { id, type: 'reasoning', summary: [part], encrypted_content: WIRE_SIGNATURE },
  };
}

function toMessageItem(text: string, id: string, pieceChars: number): Item {
  const message = { id, type: 'message', role: 'assistant' };
  const part = { type: 'output_text', text, annotations: [], logprobs: [] };
  return {
    added: { ...message, status: 'in_progress', content: [] },
    between: [
      { type: 'response.content_part.added', content_index: 0, part: { ...part, text: '' } },
      ...toTextPieces(text, pieceChars).map((delta) => ({
        type: 'response.output_text.delta',
        content_index: 0,
        delta,
        logprobs: [],
      })),
      { type: 'response.output_text.done', content_index: 0, text, logprobs: [] },
      { type: 'response.content_part.done', content_index: 0, part },
    ],
    done: { ...message, status: 'completed', content: [part] },
  };
}

function toCallItem(call: WireCall, place: string, pieceChars: number): Item {
  const head = { id: `fc_${place}`, type: 'function_call', call_id: call.id ?? `call_${place}`, name: call.tool };
  const text = toArgumentText(call);
  return {
    added: { ...head, status: 'in_progress', arguments: '' },
    between: [
      ...toUnitPieces(text, pieceChars).map((delta) => ({ type: 'response.function_call_arguments.delta', delta })),
      { type: 'response.function_call_arguments.done', arguments: text },
    ],
    done: { ...head, status: 'completed', arguments: text },
  };
}

function toEnding({ end }: WireReply): { readonly type: string; readonly reason: string | null } {
  if (end === 'length') return { type: 'response.incomplete', reason: 'max_output_tokens' };
  if (end === 'refusal') return { type: 'response.incomplete', reason: 'content_filter' };
  return { type: 'response.completed', reason: null };
}

const toUsage = ({ input, output, cached = 0, reasoning = 0 }: WireUsage): Json => ({
  input_tokens: input,
  input_tokens_details: { cached_tokens: cached },
  output_tokens: output,
  output_tokens_details: { reasoning_tokens: reasoning },
  total_tokens: input + output,
});
