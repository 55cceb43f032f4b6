import { STATUS_CODES } from 'node:http';
import { APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { Fault } from '../base/fault.ts';
import { showOnOneLine } from '../base/text.ts';
import { WireError } from './http-fetch.ts';
import { isRecord } from './parse-arguments.ts';
import { describeKeySettings, referenceOf, type Endpoint } from './provider-table.ts';
import { toAskedMs } from './retry.ts';

const MAX_SHOWN_CHARS = 300;

/** What helps: the same request again, another model, or nothing, since the request itself is at fault. */
export type Remedy = 'again' | 'elsewhere' | 'none';

/** How a request failed: what a person reads of it, and what can be done. */
export class ModelFailure extends Error {
  readonly fault: Fault;
  readonly remedy: Remedy;
  /** A few words, for a line about trying again. */
  readonly why: string;
  /** How long the provider asks to wait, in ms. */
  readonly askedMs: number | null;

  constructor(fault: Fault, remedy: Remedy, why: string, askedMs: number | null = null) {
    super(fault.message);
    this.name = 'ModelFailure';
    this.fault = fault;
    this.remedy = remedy;
    this.why = why;
    this.askedMs = askedMs;
  }
}

/** The provider broke its protocol. `what` goes on after its name. */
export const replyFailure = (endpoint: Endpoint, what: string, remedy: Remedy = 'elsewhere'): ModelFailure => {
  const fault = new Fault('model-reply-invalid', `${nameOf(endpoint)} ${clean(what, endpoint)}.`);
  return new ModelFailure(fault, remedy, 'a broken reply');
};

const failedFault = (endpoint: Endpoint, what: string, hint: string): Fault =>
  new Fault('model-failed', `${nameOf(endpoint)} ${clean(what, endpoint)}.`, { hint });

const nameOf = (endpoint: Endpoint): string => showOnOneLine(referenceOf(endpoint));

/**
 * Whatever the packages or the wire threw, as a failure whose fault names the provider, the status and the way out.
 * The original is not kept as `cause`: it holds the whole request, and logs print causes.
 */
export function toFailure(error: unknown, endpoint: Endpoint): ModelFailure {
  if (error instanceof ModelFailure) return error;
  const chain = causesOf(error);
  const wire = chain.find((link) => link instanceof WireError);
  if (wire !== undefined) return wireFailure(wire, endpoint);
  if (APICallError.isInstance(error) && isErrorStatus(error.statusCode)) return statusFailure(error, endpoint);
  const code = chain.map(codeOf).find((found) => found !== null);
  if (code !== undefined && code !== null) return unreachableFailure(code, endpoint);
  for (const link of chain) {
    if (JSONParseError.isInstance(link)) return replyFailure(endpoint, `sent a line that is not JSON: ${link.text}`);
    if (TypeValidationError.isInstance(link)) {
      return replyFailure(endpoint, `sent an event of unknown form: ${toJson(link.value)}`);
    }
  }
  if (!(error instanceof Error) && isRecord(error)) return reportedFailure(error, endpoint);
  const last = chain.at(-1);
  return replyFailure(
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

function wireFailure(error: WireError, endpoint: Endpoint): ModelFailure {
  if (error.kind === 'cut') {
    return replyFailure(endpoint, 'broke the connection in the middle of its reply', 'again');
  }
  if (error.kind === 'no-stream') return replyFailure(endpoint, `${error.message}; check base_url`);
  if (error.kind === 'idle') {
    const hint = 'see whether the server is overloaded, then try again';
    return new ModelFailure(failedFault(endpoint, `stayed silent: ${error.message}`, hint), 'elsewhere', 'silence');
  }
  const fault = failedFault(endpoint, `could not be read: ${error.message}`, 'check base_url and what stands between');
  return new ModelFailure(fault, error.kind === 'stale' ? 'again' : 'elsewhere', 'a broken connection');
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

function statusFailure(error: APICallError, endpoint: Endpoint): ModelFailure {
  const { responseHeaders: headers = {}, responseBody: body = '' } = error;
  const status = isKeyFault(body) ? 401 : (error.statusCode ?? 0);
  const title = STATUS_CODES[status] ?? '';
  const said = providerMessage(body);
  const location = status < 400 ? headers['location'] : undefined;
  const parts = [`answered ${`${status} ${title}`.trim()}`, said ?? (location && `it points to ${bare(location)}`)];
  const wait = headers['retry-after'];
  const hint = hintForStatus(status, endpoint);
  const asked =
    wait === undefined ? '' : ` (it asks to wait ${clean(wait, endpoint)}${/^\d+$/.test(wait) ? ' s' : ''})`;
  const fault = failedFault(endpoint, parts.filter(Boolean).join(': '), hint + asked);
  return new ModelFailure(
    fault,
    remedyFor(status, body, headers['x-should-retry']),
    whyOf(status),
    toAskedMs(headers, body, Date.now()),
  );
}

/** Gemini answers 400 to a wrong key. */
const isKeyFault = (body: string): boolean => body.includes('API_KEY_INVALID');

/** The account, and no request of it, is refused; waiting for seconds does not help. */
const USED_UP = /insufficient_quota|credit balance|billing/i;

/** 408 Request Timeout, 409 Conflict (OpenAI: a lock), 425 Too Early, 429 Too Many Requests. */
const IN_PASSING = new Set([408, 409, 425, 429]);

/** The request itself, most often because the conversation is too long or the model takes no tools. */
const AT_FAULT = new Set([400, 413, 422]);

/** `wish` is the header `x-should-retry`, by which Anthropic and OpenAI say it themselves. */
function remedyFor(status: number, text: string, wish?: string): Remedy {
  if (USED_UP.test(text)) return 'elsewhere';
  if (AT_FAULT.has(status)) return 'none';
  if (wish === 'true' || wish === 'false') return wish === 'true' ? 'again' : 'elsewhere';
  return IN_PASSING.has(status) || status >= 500 ? 'again' : 'elsewhere';
}

const WORDS: Readonly<Record<number, string>> = {
  408: 'timed out',
  429: 'rate limit',
  500: 'internal error',
  502: 'bad gateway',
  503: 'unavailable',
  504: 'gateway timed out',
  529: 'overloaded',
};

const whyOf = (status: number): string =>
  `${WORDS[status] ?? STATUS_CODES[status]?.toLowerCase() ?? 'error'} (${status})`;

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
  return (
    sentenceIn(value['error']) ??
    sentenceIn(value['message']) ??
    sentenceIn(value['detail']) ??
    sentenceIn(value['response'])
  );
}

const OVERLOADED = /overloaded|rate.?limit|too many/i;

/** An error event inside a stream that began well: `{type, message, code}` in every protocol. */
function reportedFailure(error: Record<string, unknown>, endpoint: Endpoint): ModelFailure {
  const type = typeof error['type'] === 'string' ? error['type'] : 'error';
  const said = sentenceIn(error) ?? 'no reason given';
  const isBusy = OVERLOADED.test(`${type} ${said}`);
  const hint = isBusy
    ? 'the provider has too much to do; try again in a moment'
    : 'its message says why; try again or use another model';
  const fault = failedFault(endpoint, `reported ${type} in the middle of its reply: ${said}`, hint);
  const status = typeof error['statusCode'] === 'number' ? error['statusCode'] : isBusy ? 529 : 0;
  return new ModelFailure(fault, remedyFor(status, `${type} ${said}`), clean(type, endpoint));
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

/** What may pass by itself; a name without an address or a refused connection seldom does. */
const CUT_OFF = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT']);

function unreachableFailure(code: string, endpoint: Endpoint): ModelFailure {
  const what = `could not be reached at ${endpoint.baseUrl}: ${NETWORK[code] ?? 'the exchange failed'} (${code})`;
  const fault = failedFault(endpoint, what, hintForUnreachable(code, endpoint));
  return new ModelFailure(fault, CUT_OFF.has(code) ? 'again' : 'elsewhere', `unreachable (${code})`);
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
