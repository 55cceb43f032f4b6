import { createGoogle } from '@ai-sdk/google';
import { createHttpFetch, MAX_REPLY_BYTES } from '../http-fetch.ts';
import type { Endpoint } from '../provider-table.ts';
import type { Wire } from '../stream-reply.ts';

/** A model behind the Gemini API. The module brings the package: load it late. */
export function openGemini(endpoint: Endpoint): Wire {
  const provider = createGoogle({
    baseURL: endpoint.baseUrl,
    // Without a text the package would look into the environment by itself.
    apiKey: endpoint.apiKey ?? '',
    fetch: createHttpFetch({ idleTimeoutMs: endpoint.idleTimeoutMs, maxReplyBytes: MAX_REPLY_BYTES }),
  });
  return { endpoint, language: provider.chat(endpoint.model) };
}
