import { setTimeout as sleep } from 'node:timers/promises';
import type { Model, ModelDelta, ModelRequest } from '../ports/model.ts';
import { ModelFailure } from './provider-fault.ts';
import { findWait, type RetryPolicy } from './retry.ts';
import { streamReply, type Wire } from './stream-reply.ts';

/** A model of a chain; its package is loaded when its turn comes. */
export interface Link {
  /** `<provider>:<name>`. */
  readonly name: string;
  readonly open: () => Promise<Wire>;
}

type Chain = readonly [Link, ...Link[]];

/**
 * The port over one or several models. A request that failed in passing is sent again; when the provider fails for
 * good, the next model is asked, and stays the one that is asked: whoever waited for a dead provider once has waited
 * enough. Both only as long as nothing of a reply was given out.
 */
export function createModelChain(chain: Chain, policy: RetryPolicy): Model {
  let current = 0;
  return {
    name: chain[0].name,
    scripted: false,
    async *stream(request, signal) {
      for (;;) {
        const link = chain[current] ?? chain[0];
        const failure = yield* streamPatiently(await link.open(), request, { signal, policy });
        if (failure === null) return;
        const next = chain[current + 1];
        if (next === undefined || failure.remedy === 'none') throw failure.fault;
        current += 1;
        const { message, hint } = failure.fault;
        yield { kind: 'fallback', model: link.name, next: next.name, message, hint };
      }
    },
  };
}

interface Patience {
  readonly signal: AbortSignal;
  readonly policy: RetryPolicy;
}

/** Gives back null after a whole reply, or how the model failed for good without a word. */
async function* streamPatiently(
  wire: Wire,
  request: ModelRequest,
  { signal, policy }: Patience,
): AsyncGenerator<ModelDelta, ModelFailure | null> {
  const startedAt = performance.now();
  for (let attempt = 1; ; attempt++) {
    const failure = yield* streamOnce(wire, request, signal);
    if (failure === null || failure.remedy !== 'again') return failure;
    const spentMs = performance.now() - startedAt;
    const { askedMs, why } = failure;
    const waitMs = findWait({ attempt, spentMs, askedMs, chance: Math.random() }, policy);
    if (waitMs === null) return failure;
    const { provider } = wire.endpoint;
    yield { kind: 'retry', provider, why, waitMs, attempt: attempt + 1, attempts: policy.attempts };
    await pause(waitMs, signal);
  }
}

async function* streamOnce(
  wire: Wire,
  request: ModelRequest,
  signal: AbortSignal,
): AsyncGenerator<ModelDelta, ModelFailure | null> {
  let isSilent = true;
  try {
    for await (const delta of streamReply(wire, request, signal)) {
      isSilent = false;
      yield delta;
    }
    return null;
  } catch (error) {
    if (!(error instanceof ModelFailure)) throw error;
    if (isSilent) return error;
    throw error.fault;
  }
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  try {
    await sleep(ms, undefined, { signal });
  } catch (error) {
    signal.throwIfAborted(); // with the caller's own reason
    throw error;
  }
}
