import { createOpenAI } from '@ai-sdk/openai';
import { createHttpFetch, MAX_REPLY_BYTES } from '../http-fetch.ts';
import type { Endpoint } from '../provider-table.ts';
import type { Wire } from '../stream-reply.ts';

/** A model behind OpenAI Responses. The module brings the package: load it late. */
export function openOpenAiResponses(endpoint: Endpoint): Wire {
  const provider = createOpenAI({
    baseURL: endpoint.baseUrl,
    // Without a text the package would look into the environment by itself.
    apiKey: endpoint.apiKey ?? '',
    ...(endpoint.apiKey === null ? { headers: { Authorization: '' } } : {}),
    fetch: createHttpFetch({ idleTimeoutMs: endpoint.idleTimeoutMs, maxReplyBytes: MAX_REPLY_BYTES }),
  });
  return { endpoint, language: provider.responses(endpoint.model) };
}
