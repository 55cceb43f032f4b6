import { APICallError } from '@ai-sdk/provider';
import type { Fault } from '../../base/fault.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import type { Protocol } from '../../vocab/model.ts';
import { createHttpFetch } from '../http-fetch.ts';
import { findEndpoint } from '../open-model.ts';
import { isRecord } from '../parse-arguments.ts';
import { replyFailure, toFailure } from '../provider-fault.ts';
import type { Endpoint, ModelsConfig } from '../provider-table.ts';

/** A list of a few thousand names fits; the largest gateways have some hundred. */
const MAX_LIST_BYTES = 4 * 1024 * 1024;

export interface ListOptions {
  readonly signal: AbortSignal;
  /** How long the provider may stay silent. */
  readonly timeoutMs: number;
}

/** The models that a provider lists by its API, in its order. The fault names the provider and the way out. */
export async function listModels(
  provider: string,
  config: ModelsConfig,
  { signal, timeoutMs }: ListOptions,
): Promise<Result<readonly string[], Fault>> {
  const found = findEndpoint(provider, 'any', { ...config, idleTimeoutMs: timeoutMs });
  if (!found.ok) return found;
  const endpoint = { ...found.value, model: '' }; // messages then name the provider alone
  try {
    const body = await request(endpoint, signal);
    const names = readNames(body, endpoint.protocol);
    return names === null ? fail(replyFailure(endpoint, 'sent no list of models').fault) : ok(names);
  } catch (error) {
    signal.throwIfAborted();
    return fail(toFailure(error, endpoint).fault);
  }
}

async function request(endpoint: Endpoint, signal: AbortSignal): Promise<unknown> {
  const url = `${endpoint.baseUrl}/models${QUERIES[endpoint.protocol]}`;
  const limits = { idleTimeoutMs: endpoint.idleTimeoutMs, maxReplyBytes: MAX_LIST_BYTES, takesJson: true } as const;
  const response = await createHttpFetch(limits)(url, { headers: toHeaders(endpoint), signal });
  const text = await response.text();
  if (response.status === 200) return JSON.parse(text);
  throw new APICallError({
    message: `HTTP ${response.status}`,
    url,
    requestBodyValues: {},
    statusCode: response.status,
    responseHeaders: Object.fromEntries(response.headers.entries()),
    responseBody: text,
  });
}

/** Both page their lists; no account has more models than one page of this size. */
const QUERIES: Readonly<Record<Protocol, string>> = {
  'anthropic': '?limit=1000',
  'openai': '',
  'openai-responses': '',
  'gemini': '?pageSize=1000',
};

/** Anthropic names a version of its API in each request: https://docs.anthropic.com/en/api/versioning. */
function toHeaders({ protocol, apiKey }: Endpoint): Record<string, string> {
  if (protocol === 'anthropic') return { 'x-api-key': apiKey ?? '', 'anthropic-version': '2023-06-01' };
  if (protocol === 'gemini') return { 'x-goog-api-key': apiKey ?? '' };
  return { authorization: apiKey === null ? '' : `Bearer ${apiKey}` };
}

/** `{data: [{id}]}`, and for Gemini `{models: [{name: "models/<id>", supportedGenerationMethods}]}`. */
function readNames(body: unknown, protocol: Protocol): readonly string[] | null {
  const list = isRecord(body) ? body[protocol === 'gemini' ? 'models' : 'data'] : null;
  if (!Array.isArray(list)) return null;
  return list.flatMap((entry: unknown) => {
    if (!isRecord(entry)) return [];
    if (protocol !== 'gemini') return typeof entry['id'] === 'string' ? [entry['id']] : [];
    const { name, supportedGenerationMethods: methods } = entry;
    const speaks = !Array.isArray(methods) || methods.includes('generateContent');
    return typeof name === 'string' && speaks ? [name.replace(/^models\//, '')] : [];
  });
}
