import { createHttpFetch, MAX_REPLY_BYTES } from '../http-fetch.ts';
import type { Endpoint } from '../provider-table.ts';
import type { Wire } from '../stream-reply.ts';

/** A model behind the Gemini API. The package is loaded here and not before. */
export async function openGemini(endpoint: Endpoint): Promise<Wire> {
  const { createGoogle } = await import('@ai-sdk/google');
  const provider = createGoogle({
    baseURL: endpoint.baseUrl,
    // Without a text the package would look into the environment by itself.
    apiKey: endpoint.apiKey ?? '',
    fetch: createHttpFetch({ idleTimeoutMs: endpoint.idleTimeoutMs, maxReplyBytes: MAX_REPLY_BYTES }),
  });
  return { endpoint, language: provider.chat(endpoint.model) };
}
