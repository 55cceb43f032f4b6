import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { createHttpFetch, MAX_REPLY_BYTES } from '../http-fetch.ts';
import type { Endpoint } from '../provider-table.ts';
import type { Wire } from '../stream-reply.ts';

/** A model behind OpenAI Chat Completions, of OpenAI or anybody who speaks it. The module brings the package: load it late. */
export function openOpenAiCompatible(endpoint: Endpoint): Wire {
  const provider = createOpenAICompatible({
    name: 'openai-compatible',
    baseURL: endpoint.baseUrl,
    includeUsage: true,
    supportsStructuredOutputs: true,
    fetch: createHttpFetch({ idleTimeoutMs: endpoint.idleTimeoutMs, maxReplyBytes: MAX_REPLY_BYTES }),
    ...(endpoint.apiKey === null ? {} : { apiKey: endpoint.apiKey }),
    transformRequestBody: ({ max_tokens, ...body }) => ({ ...body, [limitNameFor(endpoint.baseUrl)]: max_tokens }),
  });
  return { endpoint, language: provider.chatModel(endpoint.model) };
}

/** OpenAI's newer models refuse `max_tokens`; most other servers know nothing else. */
export function limitNameFor(baseUrl: string): 'max_tokens' | 'max_completion_tokens' {
  const { hostname } = new URL(baseUrl);
  const isOpenAi = hostname === 'api.openai.com' || hostname.endsWith('.openai.azure.com');
  return isOpenAi ? 'max_completion_tokens' : 'max_tokens';
}
