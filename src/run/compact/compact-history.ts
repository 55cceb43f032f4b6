import { Fault } from '../../base/fault.ts';
import type { EventOf } from '../../vocab/event.ts';
import type { Message } from '../../vocab/message.ts';
import type { RunPorts } from '../run-ports.ts';
import type { RunState } from '../run-state.ts';
import { estimateTokens, tokensOf, type CompactionPlan } from './plan-compaction.ts';
import { renderCompacted, renderRecord, renderTranscript, SUMMARY_TASK } from './render-summary.ts';

const MAX_SUMMARY_TOKENS = 2_000;

/** Of the window: how much of the history the model is given to shorten at once. */
const TRANSCRIPT = 0.5;

/** A shortened history has to be well below what it was. */
const SHRINKS = 0.7;

/**
 * Shortens the beginning of the history: by the model, and by a bare record of the calls where that one fails, says
 * nothing or too much. Null where neither makes the prompt really smaller.
 */
export async function compactHistory(
  state: RunState,
  plan: CompactionPlan,
  { ports, signal }: { readonly ports: RunPorts; readonly signal: AbortSignal },
): Promise<EventOf<'history-compacted'> | null> {
  const replaced = state.messages.slice(0, plan.upTo);
  const before = estimateTokens(state);
  const written = await summarise(replaced, state, { ports, signal });
  const record = renderRecord(replaced, MAX_SUMMARY_TOKENS * 4);
  for (const summary of written === null ? [record] : [written, record]) {
    const text = renderCompacted({ summary, kept: plan.kept });
    const after = before - tokensOf(replaced) + Math.ceil(text.length / 4);
    if (after > before * SHRINKS) continue;
    checkKept(text, plan.kept);
    const by = summary === written ? 'model' : 'record';
    return {
      kind: 'history-compacted',
      ...plan,
      kept: [...plan.kept],
      sources: [...plan.sources],
      summary,
      by,
      before,
      after,
    };
  }
  return null;
}

/** Byte for byte: what still holds must not be lost in a rendering. */
function checkKept(text: string, kept: readonly string[]): void {
  const lost = kept.find((words) => !text.includes(words));
  if (lost !== undefined)
    throw new Fault('internal', `A shortened history lost words that still hold: ${lost.slice(0, 80)}`);
}

async function summarise(
  replaced: readonly Message[],
  { windowTokens, replies }: RunState,
  { ports, signal }: { readonly ports: RunPorts; readonly signal: AbortSignal },
): Promise<string | null> {
  if (ports.model.scripted) return null; // it plays what comes next, and reads nothing
  const text = renderTranscript(replaced, windowTokens * TRANSCRIPT * 4);
  const request = {
    system: SUMMARY_TASK,
    messages: [{ role: 'user', text }],
    tools: [],
    maxOutputTokens: MAX_SUMMARY_TOKENS,
    replies,
  } as const;
  try {
    let summary = '';
    for await (const delta of ports.model.stream(request, signal)) if (delta.kind === 'text') summary += delta.text;
    const told = ports.redact.value(summary.trim());
    return told === '' || told.length > MAX_SUMMARY_TOKENS * 8 ? null : told;
  } catch (error) {
    if (error instanceof Fault || signal.aborted) return null;
    throw error;
  }
}
