import { digestOf } from '../../base/digest.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts, WindowEntry } from '../../vocab/facts.ts';

export interface Loop {
  readonly code: 'same-call' | 'alternating-calls' | 'repeated-denied';
  readonly reason: string;
}

const digests = new WeakMap<object, string>();

/**
 * SHA-256 of canonical JSON of tool, arguments and folder (CONTRACTS, call digest). A call does not change, and is asked
 * about several times: by the loops, by each judgement of it, by its decision.
 */
export function callDigestOf(call: Pick<Call, 'tool' | 'input' | 'cwd'>): string {
  let digest = digests.get(call);
  if (digest === undefined) {
    digest = digestOf({ tool: call.tool, input: call.input, cwd: call.cwd });
    digests.set(call, digest);
  }
  return digest;
}

const TRY_ELSE = 'change the approach, or ask the person';

/**
 * POLICY 8: what has brought nothing new is not done again. Looking at a running job brings something new each time:
 * how long it has run.
 */
export function findLoop(call: Call, facts: Facts): Loop | null {
  if (facts.window.length === 0) return null;
  const digest = callDigestOf(call);
  const { window } = facts;
  if (repeatsDenied(window, digest)) {
    return { code: 'repeated-denied', reason: `the same call was denied three times already; ${TRY_ELSE}` };
  }
  const [before, last] = window.slice(-2);
  if (before !== undefined && last !== undefined && isSame(before, last, digest)) {
    return { code: 'same-call', reason: `the same call gave the same result twice in a row; ${TRY_ELSE}` };
  }
  return alternates(window, digest)
    ? { code: 'alternating-calls', reason: `two calls take turns with the same results; ${TRY_ELSE}` }
    : null;
}

const isSame = (before: WindowEntry, last: WindowEntry, digest: string): boolean =>
  before.call === digest && last.call === digest && last.result !== null && before.result === last.result;

/** The third repeat of a call that was denied: it was asked for, and twice again. */
function repeatsDenied(window: readonly WindowEntry[], digest: string): boolean {
  return window.filter((entry) => entry.denied && entry.call === digest).length >= 3;
}

/** The seventh of A-B-A-B-A-B: six in turn, each with the result it had before. */
function alternates(window: readonly WindowEntry[], digest: string): boolean {
  const last = window.slice(-6);
  const [a, b] = last;
  if (last.length < 6 || a === undefined || b === undefined || a.call === b.call || a.call !== digest) return false;
  return last.every((entry, i) => {
    const first = i % 2 === 0 ? a : b;
    return entry.call === first.call && entry.result !== null && entry.result === first.result;
  });
}
