import type { LanguageModelV4CallOptions, LanguageModelV4Message } from '@ai-sdk/provider';
import type { ModelMessage, ModelRequest } from '../ports/model.ts';
import { isRecord } from './parse-arguments.ts';

/** Each package reads its own key and passes over the others'. */
const CACHED = { anthropic: { cacheControl: { type: 'ephemeral' } } } as const;

/** Arguments are taken whole: `toolStreaming` would let the provider send them before it has checked that they are JSON. */
const WHOLE_CALLS = { anthropic: { toolStreaming: false } } as const;

/**
 * A request in the words of the packages. The system prompt (with the tools before it) and the last message are marked
 * as worth caching, so that a turn of many calls pays for its beginning once.
 */
export function toCallOptions(request: ModelRequest): LanguageModelV4CallOptions {
  const messages = request.messages.map(toMessage).filter((message) => message !== null);
  const last = messages.at(-1);
  if (last !== undefined) messages[messages.length - 1] = { ...last, providerOptions: CACHED };
  const system: LanguageModelV4Message[] =
    request.system === '' ? [] : [{ role: 'system', content: request.system, providerOptions: CACHED }];
  return {
    prompt: [...system, ...messages],
    maxOutputTokens: request.maxOutputTokens,
    tools: request.tools.map(({ name, description, schema }) => ({
      type: 'function',
      name,
      description,
      inputSchema: schema,
    })),
    providerOptions: WHOLE_CALLS,
  };
}

/** Null for an assistant message that says nothing: providers refuse those. */
function toMessage(message: ModelMessage): LanguageModelV4Message | null {
  if (message.role === 'user') return { role: 'user', content: [{ type: 'text', text: message.text }] };
  if (message.role === 'tool') {
    const output = { type: message.isError ? 'error-text' : 'text', value: message.text } as const;
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: message.callId, toolName: message.tool, output }],
    };
  }
  const text = message.text.trim() === '' ? [] : [{ type: 'text', text: message.text } as const];
  const calls = message.calls.map(
    ({ callId, tool, input }) =>
      // Arguments that could not be read are null here; providers take objects only.
      ({ type: 'tool-call', toolCallId: callId, toolName: tool, input: isRecord(input) ? input : {} }) as const,
  );
  return text.length + calls.length === 0 ? null : { role: 'assistant', content: [...text, ...calls] };
}
