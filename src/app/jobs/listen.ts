import { Fault } from '../../base/fault.ts';
import type { Model } from '../../ports/model.ts';
import { MAX_REPLY } from '../../skills/reply/find-objects.ts';

export interface Question {
  readonly system: string;
  readonly text: string;
  readonly maxOutputTokens: number;
  /** How often the model has spoken before, for one that plays a script. */
  readonly replies: number;
  /** As in a `ModelRequest`. */
  readonly replySchema?: Readonly<Record<string, unknown>>;
  /** Told why a request failed that is sent again. */
  readonly onTrouble?: (why: string) => void;
}

/** One call without tools; the text of the reply, of a very long one the beginning. */
export async function listen(
  model: Model,
  { text, onTrouble, ...asked }: Question,
  signal: AbortSignal,
): Promise<string> {
  const request = { ...asked, messages: [{ role: 'user', text }], tools: [] } as const;
  let heard = '';
  for await (const delta of model.stream(request, signal)) {
    if (delta.kind === 'text') heard += delta.text;
    if (delta.kind === 'retry') onTrouble?.(delta.why);
    if (delta.kind === 'finish' && delta.reason === 'length')
      throw new Fault('model-reply-invalid', `The reply was cut off at ${asked.maxOutputTokens} tokens.`);
    if (heard.length > MAX_REPLY) break;
  }
  return heard;
}
