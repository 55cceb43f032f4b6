import { createAnthropic } from '@ai-sdk/anthropic';
import { TypeValidationError } from '@ai-sdk/provider';
import { createHttpFetch, MAX_REPLY_BYTES } from '../http-fetch.ts';
import { isRecord } from '../parse-arguments.ts';
import type { Endpoint } from '../provider-table.ts';
import type { Wire } from '../stream-reply.ts';

/** A model behind the Anthropic Messages protocol. The module brings the package: load it late. */
export function openAnthropic(endpoint: Endpoint): Wire {
  const provider = createAnthropic({
    baseURL: endpoint.baseUrl,
    // Without a text the package would look into the environment by itself.
    apiKey: endpoint.apiKey ?? '',
    fetch: createHttpFetch({ idleTimeoutMs: endpoint.idleTimeoutMs, maxReplyBytes: MAX_REPLY_BYTES }),
  });
  return { endpoint, language: provider.messages(endpoint.model), isNewEvent };
}

const KNOWN_EVENTS: ReadonlySet<unknown> = new Set([
  'message_start',
  'content_block_start',
  'content_block_delta',
  'content_block_stop',
  'message_delta',
  'message_stop',
  'ping',
  'error',
]);

/** The protocol's versioning says that new event types may come at any time and are to be passed over. */
const isNewEvent = (error: unknown): boolean =>
  TypeValidationError.isInstance(error) &&
  isRecord(error.value) &&
  typeof error.value['type'] === 'string' &&
  !KNOWN_EVENTS.has(error.value['type']);
