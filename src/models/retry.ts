/** How often and how long a request that failed in passing is sent again. */
export interface RetryPolicy {
  /** Requests in all, the first included. */
  readonly attempts: number;
  /** The wait after the first; each later one is twice as long. */
  readonly firstWaitMs: number;
  /** The longest single wait. A provider that asks for more is not waited for. */
  readonly maxWaitMs: number;
  /** From the first request on; no wait begins that would end later. */
  readonly totalMs: number;
}

/** Overloads pass in seconds, rate limits within their minute; a person at a terminal waits no longer than this. */
export const RETRY: RetryPolicy = { attempts: 5, firstWaitMs: 1_000, maxWaitMs: 60_000, totalMs: 180_000 };

export interface Failed {
  /** Which request failed, from 1. */
  readonly attempt: number;
  /** Since the first request was sent. */
  readonly spentMs: number;
  /** What the provider asked for; null when it asked for nothing. */
  readonly askedMs: number | null;
  /** From 0 up to 1: spreads the requests of many clients that failed at the same time. */
  readonly chance: number;
}

/** How long to wait before the next request, in ms; null when there shall be none. */
export function findWait({ attempt, spentMs, askedMs, chance }: Failed, policy: RetryPolicy): number | null {
  if (attempt >= policy.attempts || (askedMs ?? 0) > policy.maxWaitMs) return null;
  const backOffMs = Math.min(policy.firstWaitMs * 2 ** (attempt - 1), policy.maxWaitMs);
  const waitMs = Math.round(Math.max(askedMs ?? 0, backOffMs * (0.5 + chance / 2)));
  return spentMs + waitMs > policy.totalMs ? null : waitMs;
}

type Headers = Readonly<Record<string, string | undefined>>;

/**
 * How long a provider asks to wait, in ms: `retry-after-ms` (OpenAI), `retry-after` in seconds or as a date (RFC 9110,
 * 10.2.3), or Google's `retryDelay` in the body. Null when it does not say, or nothing that can be read.
 */
export function toAskedMs(headers: Headers, body: string, now: number): number | null {
  const exact = toNumber(headers['retry-after-ms']);
  if (exact !== null) return exact;
  const after = headers['retry-after'];
  const seconds = toNumber(after) ?? toNumber(/"retryDelay":\s*"([\d.]+)s"/.exec(body)?.[1]);
  if (seconds !== null) return Math.ceil(seconds * 1000);
  const date = after === undefined ? Number.NaN : Date.parse(after);
  return Number.isNaN(date) ? null : Math.max(0, date - now);
}

const toNumber = (text: string | undefined): number | null =>
  text !== undefined && /^\d+(?:\.\d+)?$/.test(text.trim()) ? Number(text) : null;
