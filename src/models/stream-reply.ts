import { InvalidResponseDataError } from '@ai-sdk/provider';
import type { LanguageModelV4, LanguageModelV4FinishReason, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import type { Model, ModelDelta, ModelRequest } from '../ports/model.ts';
import { parseArguments } from './parse-arguments.ts';
import type { Endpoint } from './provider-table.ts';
import { replyFault, toModelFault } from './provider-fault.ts';
import { toCallOptions } from './to-call-options.ts';

type CallDelta = Extract<ModelDelta, { kind: 'call' }>;
type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

export interface Wire {
  readonly endpoint: Endpoint;
  readonly language: LanguageModelV4;
  /** True for an error of the package that means an event which did not exist when it was written. */
  readonly isNewEvent?: (error: unknown) => boolean;
}

/** The port over a package's model: same deltas, same faults, whatever the protocol. */
export function createWireModel(wire: Wire): Model {
  return {
    name: `${wire.endpoint.provider}:${wire.endpoint.model}`,
    scripted: false,
    stream: (request, signal) => streamReply(wire, request, signal),
  };
}

async function* streamReply(wire: Wire, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta> {
  signal.throwIfAborted();
  try {
    const { stream } = await wire.language.doStream({ ...toCallOptions(request), abortSignal: signal });
    for await (const delta of readParts(stream, wire)) {
      signal.throwIfAborted();
      yield delta;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toModelFault(error, wire.endpoint);
  }
}

/** Calls are held back until the reply is whole: half a reply must not start a tool. */
async function* readParts(parts: AsyncIterable<LanguageModelV4StreamPart>, wire: Wire): AsyncGenerator<ModelDelta> {
  const calls: CallDelta[] = [];
  let finish: FinishPart | null = null;
  let spoke = false;
  for await (const part of parts) {
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      if (part.delta === '') continue;
      spoke = true;
      yield { kind: part.type === 'text-delta' ? 'text' : 'reasoning', text: part.delta };
    } else if (part.type === 'tool-call') {
      calls.push(toCall(part));
    } else if (part.type === 'finish') {
      finish = part;
    } else if (part.type === 'error' && !isMissingEnd(part.error) && !wire.isNewEvent?.(part.error)) {
      throw toModelFault(part.error, wire.endpoint);
    }
  }
  const end = checkEnd({ wire, finish, calls, spoke });
  yield* calls;
  yield end;
}

/** The package's way to say that the stream ended early; `checkEnd` says it for both protocols. */
const isMissingEnd = (error: unknown): boolean =>
  InvalidResponseDataError.isInstance(error) && error.data === undefined;

function toCall(part: Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>): CallDelta {
  return { kind: 'call', callId: part.toolCallId, tool: part.toolName, ...parseArguments(part.input) };
}

interface End {
  readonly wire: Wire;
  readonly finish: FinishPart | null;
  readonly calls: readonly CallDelta[];
  readonly spoke: boolean;
}

function checkEnd({ wire, finish, calls, spoke }: End): ModelDelta {
  const said = spoke || calls.length > 0;
  const reason = finish?.finishReason.unified;
  if (finish === null || reason === 'interrupted' || reason === 'error') {
    throw replyFault(wire.endpoint, said ? 'stopped in the middle of its reply' : 'answered with nothing');
  }
  if (!said && reason !== 'length') {
    throw replyFault(wire.endpoint, `gave an empty reply (reason: ${finish.finishReason.raw ?? 'none'})`);
  }
  if (reason === 'tool-calls' && calls.length === 0) {
    throw replyFault(wire.endpoint, 'said that it calls a tool, and no call came');
  }
  const ids = new Set(calls.map((call) => call.callId));
  if (ids.size < calls.length) throw replyFault(wire.endpoint, 'gave the same id to two tool calls');
  return {
    kind: 'finish',
    reason: toReason(finish.finishReason, calls.length > 0),
    usage: {
      inputTokens: finish.usage.inputTokens.total ?? null,
      outputTokens: finish.usage.outputTokens.total ?? null,
    },
  };
}

/** Some local servers say `stop` after tool calls; the calls count. */
function toReason({ unified }: LanguageModelV4FinishReason, hasCalls: boolean): 'stop' | 'calls' | 'length' | 'other' {
  if (unified === 'length') return 'length';
  if (hasCalls) return 'calls';
  return unified === 'stop' ? 'stop' : 'other';
}
