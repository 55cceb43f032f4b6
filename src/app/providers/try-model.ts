import { Fault } from '../../base/fault.ts';
import { fail, ok, type Result } from '../../base/result.ts';
import { openModel } from '../../models/open-model.ts';
import type { ModelsConfig } from '../../models/provider-table.ts';

export { listModels } from '../../models/listing/list-models.ts';
export { findLocalServers, type FoundServer } from '../../models/listing/local-servers.ts';

/** A local model may have to be read from the disk first. */
const ANSWER_MS = 120_000;

/** Few; a model that thinks first gets room for that by itself. */
const MAX_OUTPUT_TOKENS = 64;

/** A tool as the agent has them: a model or server that takes none is of no use to it. */
const TOOL = {
  name: 'read',
  description: 'Read a file.',
  schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
};

/** Asks the model one short question, once; gives back how long its first word took, in ms. */
export async function tryModel(
  reference: string,
  config: ModelsConfig,
  signal: AbortSignal,
): Promise<Result<number, Fault>> {
  const retry = { attempts: 1, firstWaitMs: 0, maxWaitMs: 0, totalMs: 0 };
  const opened = await openModel(reference, { ...config, retry, idleTimeoutMs: ANSWER_MS });
  if (!opened.ok) return opened;
  const startedAt = performance.now();
  const request = {
    replies: 0,
    system: 'You are being tried out. Answer with one word.',
    messages: [{ role: 'user', text: 'Say hello.' }] as const,
    tools: [TOOL],
    maxOutputTokens: MAX_OUTPUT_TOKENS,
  };
  try {
    for await (const delta of opened.value.stream(request, signal)) {
      if (delta.kind !== 'retry' && delta.kind !== 'fallback') break;
    }
    return ok(Math.round(performance.now() - startedAt));
  } catch (error) {
    if (signal.aborted || !(error instanceof Fault)) throw error;
    return fail(error);
  }
}
