import { STATUS_CODES } from 'node:http';
import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { Fault } from '../base/fault.ts';
import { showOnOneLine } from '../base/text.ts';
import { WireError } from './http-fetch.ts';
import { isRecord } from './parse-arguments.ts';
import { describeKeySettings, type Endpoint } from './provider-table.ts';

const MAX_SHOWN_CHARS = 300;

/** The provider broke its protocol. `what` goes on after its name. */
export const replyFault = (endpoint: Endpoint, what: string): Fault =>
  new Fault('model-reply-invalid', `${nameOf(endpoint)} ${clean(what, endpoint)}.`);

const failedFault = (endpoint: Endpoint, what: string, hint: string): Fault =>
  new Fault('model-failed', `${nameOf(endpoint)} ${clean(what, endpoint)}.`, { hint });

const nameOf = ({ provider, model }: Endpoint): string => `${provider}:${showOnOneLine(model)}`;

/**
 * Whatever the packages or the wire threw, as a fault that names the provider, the status and the way out.
 * The original is not kept as `cause`: it holds the whole request, and logs print causes.
 */
export function toModelFault(error: unknown, endpoint: Endpoint): Fault {
  if (error instanceof Fault) return error;
  const chain = causesOf(error);
  const wire = chain.find((link) => link instanceof WireError);
  if (wire !== undefined) return wireFault(wire, endpoint);
  if (APICallError.isInstance(error) && isErrorStatus(error.statusCode)) return statusFault(error, endpoint);
  const code = chain.map(codeOf).find((found) => found !== null);
  if (code !== undefined && code !== null) return unreachableFault(code, endpoint);
  for (const link of chain) {
    if (JSONParseError.isInstance(link)) return replyFault(endpoint, `sent a line that is not JSON: ${link.text}`);
    if (TypeValidationError.isInstance(link)) {
      return replyFault(endpoint, `sent an event of unknown form: ${toJson(link.value)}`);
    }
  }
  if (!(error instanceof Error) && isRecord(error)) return reportedFault(error, endpoint);
  const last = chain.at(-1);
  return replyFault(
    endpoint,
    `sent a reply that could not be read: ${last instanceof Error ? last.message : 'no reason'}`,
  );
}

/** The error and its causes, outermost first; bounded, since causes may form a ring. */
function causesOf(error: unknown): readonly unknown[] {
  const chain: unknown[] = [];
  for (let link = error; link !== undefined && link !== null && chain.length < 8;) {
    chain.push(link);
    link = link instanceof Error ? link.cause : null;
  }
  return chain;
}

const codeOf = (link: unknown): string | null =>
  link instanceof Error && 'code' in link && typeof link.code === 'string' ? link.code : null;

function wireFault(error: WireError, endpoint: Endpoint): Fault {
  if (error.kind === 'cut') return replyFault(endpoint, 'broke the connection in the middle of its reply');
  if (error.kind === 'no-stream') return replyFault(endpoint, `${error.message}; check base_url`);
  if (error.kind === 'idle') {
    return failedFault(
      endpoint,
      `stayed silent: ${error.message}`,
      'see whether the server is overloaded, then try again',
    );
  }
  return failedFault(endpoint, `could not be read: ${error.message}`, 'check base_url and what stands between');
}

const isErrorStatus = (status: number | undefined): boolean => status !== undefined && (status < 200 || status > 299);

/** What to do about a status, where it is more than trying again. */
function hintForStatus(status: number, endpoint: Endpoint): string {
  if (status === 401) return `check the key: ${describeKeySettings(endpoint.provider)}`;
  if (status === 403)
    return `the key may not use this model or service; check ${describeKeySettings(endpoint.provider)}`;
  if (status === 404) return `check the model name and base_url (${endpoint.baseUrl}), which usually ends in /v1`;
  if (status === 413) return 'the conversation is too long for the provider; start a new session';
  if (status === 429) return 'a rate limit or a quota is used up; wait, or see the account at the provider';
  if (status >= 300 && status < 400) return `redirects are not followed; set providers.${endpoint.provider}.base_url`;
  if (status >= 500) return 'the provider has trouble; try again in a moment';
  return 'the provider does not take this request; its message says why';
}

function statusFault(error: APICallError, endpoint: Endpoint): Fault {
  const status = error.statusCode ?? 0;
  const title = STATUS_CODES[status] ?? '';
  const said = providerMessage(error.responseBody ?? '');
  const location = status < 400 ? error.responseHeaders?.['location'] : undefined;
  const parts = [`answered ${`${status} ${title}`.trim()}`, said ?? (location && `it points to ${bare(location)}`)];
  const wait = error.responseHeaders?.['retry-after'];
  const hint = hintForStatus(status, endpoint);
  const asked =
    wait === undefined ? '' : ` (it asks to wait ${clean(wait, endpoint)}${/^\d+$/.test(wait) ? ' s' : ''})`;
  return failedFault(endpoint, parts.filter(Boolean).join(': '), hint + asked);
}

/** The sentence in a provider's error body: `{error: {message}}`, `{error: text}`, `{message}`, `{detail}` or plain text. */
function providerMessage(body: string): string | null {
  const text = body.trim();
  if (text === '' || text.startsWith('<')) return null;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return text;
  }
  return sentenceIn(value) ?? text;
}

function sentenceIn(value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!isRecord(value)) return null;
  return sentenceIn(value['error']) ?? sentenceIn(value['message']) ?? sentenceIn(value['detail']);
}

const OVERLOADED = /overloaded|rate.?limit|too many/i;

/** An error event inside a stream that began well: `{type, message, code}` in both protocols. */
function reportedFault(error: Record<string, unknown>, endpoint: Endpoint): Fault {
  const type = typeof error['type'] === 'string' ? error['type'] : 'error';
  const said = sentenceIn(error) ?? 'no reason given';
  const hint = OVERLOADED.test(`${type} ${said}`)
    ? 'the provider has too much to do; try again in a moment'
    : 'its message says why; try again or use another model';
  return failedFault(endpoint, `reported ${type} in the middle of its reply: ${said}`, hint);
}

const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'the connection was closed before a reply came',
  EPIPE: 'the connection was closed before a reply came',
  ENOTFOUND: 'its name has no address',
  EAI_AGAIN: 'the name service did not answer',
  ETIMEDOUT: 'the connection timed out',
  EHOSTUNREACH: 'there is no way to that host',
  ENETUNREACH: 'there is no way to that network',
  CERT_HAS_EXPIRED: 'its certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by an unknown authority',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'its certificate is signed by an unknown authority',
  ERR_TLS_CERT_ALTNAME_INVALID: 'its certificate is for another name',
  EPROTO: 'it does not speak TLS there; base_url may need http instead of https',
};

function unreachableFault(code: string, endpoint: Endpoint): Fault {
  const what = `could not be reached at ${endpoint.baseUrl}: ${NETWORK[code] ?? 'the exchange failed'} (${code})`;
  return failedFault(endpoint, what, hintForUnreachable(code, endpoint));
}

function hintForUnreachable(code: string, { provider }: Endpoint): string {
  const setting = `providers.${provider}.base_url`;
  if (code.includes('CERT')) return `give Node your authority with NODE_EXTRA_CA_CERTS, or check ${setting}`;
  if (provider === 'ollama') return `start it with: ollama serve; or set ${setting}`;
  return `check the network and ${setting}`;
}

/** A foreign address without what may be secret in it. */
function bare(address: string): string {
  const url = URL.parse(address);
  return url === null ? 'an address that cannot be read' : `${url.origin}${url.pathname}`;
}

/** One line, bounded, without the key, without a full stop at its end. */
function clean(text: string, { apiKey }: Endpoint): string {
  const safe = apiKey === null ? text : text.replaceAll(apiKey, '[key]');
  const line = showOnOneLine(safe.trim()).replace(/\.$/, '');
  return line.length > MAX_SHOWN_CHARS ? `${line.slice(0, MAX_SHOWN_CHARS)}…` : line;
}

const toJson = (value: unknown): string => JSON.stringify(value) ?? 'nothing';
