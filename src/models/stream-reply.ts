import { InvalidResponseDataError } from '@ai-sdk/provider';
import type {
  LanguageModelV4,
  LanguageModelV4FinishReason,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import type { ModelDelta, ModelRequest, Usage } from '../ports/model.ts';
import { parseArguments } from './parse-arguments.ts';
import { referenceOf, type Endpoint } from './provider-table.ts';
import { ModelFailure, replyFailure, toFailure } from './provider-fault.ts';
import { createPartCollector, type PartCollector } from './reply-parts.ts';
import { toCallOptions } from './to-call-options.ts';

type CallDelta = Extract<ModelDelta, { kind: 'call' }>;
type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** A package's model and where it is reached. */
export interface Wire {
  readonly endpoint: Endpoint;
  readonly language: LanguageModelV4;
  /** True for an error of the package that means an event which did not exist when it was written. */
  readonly isNewEvent?: (error: unknown) => boolean;
}

/**
 * One request and its reply: same deltas, same failures, whatever the protocol. Throws a `ModelFailure`. A provider that
 * refuses a request which holds its model to a schema is asked once more without: many servers know no such thing.
 */
export async function* streamReply(wire: Wire, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta> {
  const { replySchema, ...free } = request;
  let began = false;
  try {
    for await (const delta of streamOnce(wire, request, signal)) {
      began = true;
      yield delta;
    }
  } catch (error) {
    const isRefused = error instanceof ModelFailure && error.remedy === 'none' && !began;
    if (replySchema === undefined || !isRefused) throw error;
    yield* streamOnce(wire, free, signal);
  }
}

async function* streamOnce(wire: Wire, request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelDelta> {
  signal.throwIfAborted();
  try {
    const options = toCallOptions(request, wire.endpoint);
    const { stream } = await wire.language.doStream({ ...options, abortSignal: signal });
    for await (const delta of readParts(stream, wire)) {
      signal.throwIfAborted();
      yield delta;
    }
  } catch (error) {
    signal.throwIfAborted();
    throw toFailure(error, wire.endpoint);
  }
}

/** Calls are held back until the reply is whole: half a reply must not start a tool. */
async function* readParts(parts: AsyncIterable<LanguageModelV4StreamPart>, wire: Wire): AsyncGenerator<ModelDelta> {
  const calls: CallDelta[] = [];
  const collector = createPartCollector();
  let finish: FinishPart | null = null;
  let spoke = false;
  for await (const part of parts) {
    collector.take(part);
    if (part.type === 'text-delta' || part.type === 'reasoning-delta') {
      if (part.delta === '') continue;
      spoke = true;
      yield { kind: part.type === 'text-delta' ? 'text' : 'reasoning', text: part.delta };
    } else if (part.type === 'tool-call') {
      calls.push(toCall(part));
    } else if (part.type === 'finish') {
      finish = part;
    } else if (part.type === 'error' && !isMissingEnd(part.error) && !wire.isNewEvent?.(part.error)) {
      throw toFailure(part.error, wire.endpoint);
    }
  }
  const end = checkEnd({ wire, finish, calls, spoke, collector });
  yield* calls;
  yield end;
}

/** The package's way to say that the stream ended early; `checkEnd` says it for all protocols. */
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
  readonly collector: PartCollector;
}

function checkEnd({ wire: { endpoint }, finish, calls, spoke, collector }: End): ModelDelta {
  const said = spoke || calls.length > 0;
  const { unified: reason, raw } = finish?.finishReason ?? { unified: 'interrupted', raw: undefined };
  if (reason === 'error' && raw !== undefined && raw !== 'error') {
    throw replyFailure(endpoint, `broke off its reply (reason: ${raw})`, 'again');
  }
  if (finish === null || reason === 'interrupted' || reason === 'error') {
    throw replyFailure(endpoint, said ? 'stopped in the middle of its reply' : 'answered with nothing');
  }
  if (!said && reason !== 'length') {
    const remedy = reason === 'content-filter' ? 'none' : 'elsewhere';
    throw replyFailure(endpoint, `gave an empty reply (reason: ${raw ?? 'none'})`, remedy);
  }
  if (reason === 'tool-calls' && calls.length === 0) {
    throw replyFailure(endpoint, 'said that it calls a tool, and no call came');
  }
  const ids = new Set(calls.map((call) => call.callId));
  if (ids.size < calls.length) throw replyFailure(endpoint, 'gave the same id to two tool calls');
  const providerData = collector.end();
  return {
    kind: 'finish',
    reason: toReason(finish.finishReason, calls.length > 0),
    usage: toUsage(finish.usage),
    model: referenceOf(endpoint),
    ...(providerData === null ? {} : { providerData }),
  };
}

const toUsage = ({ inputTokens, outputTokens }: LanguageModelV4Usage): Usage => ({
  inputTokens: inputTokens.total ?? null,
  outputTokens: outputTokens.total ?? null,
  cachedTokens: inputTokens.cacheRead ?? null,
  reasoningTokens: outputTokens.reasoning ?? null,
});

/** Some local servers say `stop` after tool calls; the calls count. */
function toReason({ unified }: LanguageModelV4FinishReason, hasCalls: boolean): 'stop' | 'calls' | 'length' | 'other' {
  if (unified === 'length') return 'length';
  if (hasCalls) return 'calls';
  return unified === 'stop' ? 'stop' : 'other';
}
