import type { LanguageModelV4CallOptions, LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest } from '../ports/model.ts';
import { isRecord } from './parse-arguments.ts';
import { referenceOf, type Endpoint } from './provider-table.ts';
import { readReplyParts } from './reply-parts.ts';

/** Each package reads its own key and passes over the others'. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** What a model may think on top of what it may say: the providers' limits count both. */
const REASONING_TOKENS = 16_384;

/** Models of OpenAI and Google that do not think by themselves; the limit of some is below what thinking needs. */
const UNTHINKING = /^(?:gpt-[34]|chatgpt|gemini-(?:1|2\.0))/;

type AssistantMessage = Extract<ModelMessage, { role: 'assistant' }>;
type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];
type TextPart = Extract<AssistantPart, { type: 'text' }>;
type CallPart = Extract<AssistantPart, { type: 'tool-call' }>;

/**
 * A request in the words of the packages. The system prompt (with the tools before it) and the last message are marked
 * as worth caching, so that a turn of many calls pays for its beginning once.
 */
export function toCallOptions(request: ModelRequest, endpoint: Endpoint): LanguageModelV4CallOptions {
  const messages = joinResults(request.messages.map((message) => toMessage(message, referenceOf(endpoint))));
  const last = messages.at(-1);
  if (last !== undefined) messages[messages.length - 1] = { ...last, providerOptions: CACHED };
  const system: LanguageModelV4Message[] =
    request.system === '' ? [] : [{ role: 'system', content: request.system, providerOptions: CACHED }];
  const reasoning = findReasoning(request, endpoint);
  const thinks = reasoning !== undefined && reasoning !== 'none';
  return {
    prompt: [...system, ...messages],
    maxOutputTokens: request.maxOutputTokens + (thinks || thinksUnasked(reasoning, endpoint) ? REASONING_TOKENS : 0),
    tools: request.tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      inputSchema: schema,
    })),
    ...(reasoning === undefined ? {} : { reasoning }),
    ...(request.replySchema === undefined
      ? {}
      : { responseFormat: { type: 'json', schema: request.replySchema, name: 'reply' } }),
    providerOptions: {
      // Arguments are taken whole: with `toolStreaming` they would come before the provider has checked that they are JSON.
      // A schema goes with the request and never as a tool that the model has to call, which would lose a plain answer.
      anthropic: { toolStreaming: false, structuredOutputMode: 'outputFormat' },
      // Nothing is left at the provider: what it wants back of its reasoning comes sealed and goes back with the messages.
      openai: { store: false, ...(thinks ? { forceReasoning: true, reasoningSummary: 'auto' } : {}) },
      ...(thinks ? { google: { thinkingConfig: { includeThoughts: true } } } : {}),
    },
  };
}

const thinksUnasked = (reasoning: Endpoint['reasoningEffort'] | undefined, { protocol, model }: Endpoint): boolean =>
  reasoning === undefined && (protocol === 'openai-responses' || protocol === 'gemini') && !UNTHINKING.test(model);

/**
 * The effort that is configured. Anthropic refuses to think in the middle of a row of calls that began without: one
 * that another model began is finished without.
 */
function findReasoning(
  { messages }: ModelRequest,
  endpoint: Endpoint,
): Exclude<Endpoint['reasoningEffort'], null> | undefined {
  const row = messages.slice(messages.findLastIndex(({ role }) => role === 'user') + 1);
  const isForeign = row.some((message) => message.role === 'assistant' && message.model !== referenceOf(endpoint));
  return endpoint.protocol === 'anthropic' && isForeign ? undefined : (endpoint.reasoningEffort ?? undefined);
}

/** Results that follow each other as one message: Gemini wants all results of a reply's calls in one. */
function joinResults(messages: readonly (LanguageModelV4Message | null)[]): LanguageModelV4Prompt {
  const joined: LanguageModelV4Prompt = [];
  for (const message of messages) {
    const last = joined.at(-1);
    if (message?.role === 'tool' && last?.role === 'tool') last.content.push(...message.content);
    else if (message !== null) joined.push(message);
  }
  return joined;
}

/** Null for an assistant message that says nothing: providers refuse those. */
function toMessage(message: ModelMessage, reference: string): LanguageModelV4Message | null {
  if (message.role === 'user') {
    const images = (message.images ?? []).map(
      ({ mediaType, bytes }) => ({ type: 'file', mediaType, data: { type: 'data', data: bytes } }) as const,
    );
    return { role: 'user', content: [...images, { type: 'text', text: message.text }] };
  }
  if (message.role === 'tool') {
    const output = { type: message.isError ? 'error-text' : 'text', value: message.text } as const;
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: message.callId, toolName: message.tool, output }],
    };
  }
  const content = message.model === reference ? toOwnParts(message) : toPlainParts(message);
  return content.length === 0 ? null : { role: 'assistant', content };
}

const toPlainParts = ({ text, calls }: AssistantMessage): AssistantPart[] => [...toText(text), ...calls.map(toCall)];

/** The model's own reply, piece by piece as it came, with what the provider attached to the pieces. */
function toOwnParts(message: AssistantMessage): AssistantPart[] {
  const parts = readReplyParts(message.providerData, message.text, message.calls.length);
  if (parts === null) return toPlainParts(message);
  let at = 0;
  const calls = message.calls.values();
  return parts.flatMap((part): AssistantPart[] => {
    const options = part.data === undefined ? {} : { providerOptions: part.data };
    if (part.type === 'reasoning') return [{ type: 'reasoning', text: part.text, ...options }];
    if (part.type === 'call')
      return calls
        .take(1)
        .toArray()
        .map((call) => ({ ...toCall(call), ...options }));
    const text = message.text.slice(at, (at += part.chars));
    return part.data === undefined ? toText(text) : [{ type: 'text', text, ...options }];
  });
}

const toText = (text: string): TextPart[] => (text.trim() === '' ? [] : [{ type: 'text', text }]);

const toCall = ({ callId, tool, input }: AssistantMessage['calls'][number]): CallPart => ({
  type: 'tool-call',
  toolCallId: callId,
  toolName: tool,
  // Arguments that could not be read are null here; providers take objects only.
  input: isRecord(input) ? input : {},
});
