import { Fault } from '../../base/fault.ts';
import type { Model } from '../../ports/model.ts';
import type { AppConfig } from '../load-config.ts';
import type { AppPorts } from '../turn/turn-options.ts';

/** Which model is to answer. */
export interface ModelWish {
  readonly chosen: string | null;
  /** What the session has been asking. */
  readonly before: string | null;
}

/** Throws a Fault where none is chosen, or it cannot be asked. */
export async function openConfigured(
  config: AppConfig,
  { chosen, before }: ModelWish,
  ports: AppPorts,
): Promise<Model> {
  const reference = chosen ?? before ?? config.model;
  if (reference === null) {
    throw new Fault('model-unknown', 'No model is chosen.', {
      hint: `bailiwick setup asks for all it takes; or give --model <provider>:<name>, or put a line such as "model: anthropic:<name>" into ${config.agentHome}/config.yml`,
    });
  }
  if (ports.openModel !== undefined) return ports.openModel(reference);
  const { openModel: open } = await import('../turn/turn-parts.ts');
  // A model that somebody chose by itself is the only one that gets to see the conversation.
  const isConfigured = chosen === null && reference === config.model;
  const opened = await open(reference, config.models, isConfigured ? config.fallbackModels : []);
  if (!opened.ok) throw opened.error;
  return opened.value;
}
