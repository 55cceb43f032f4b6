import { digestOf } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import type { ToolContext, ToolResult } from '../ports/tool.ts';
import type { EventOf } from '../vocab/event.ts';
import { interruptedText } from './model/refusal.ts';
import { findOpenings } from './openings.ts';
import type { Judgement, RunPorts } from './run-ports.ts';
import type { CallState } from './run-state.ts';

/** The last line of defence: tools bound their results, each with a notice of its own. */
const MAX_RESULT_CHARS = 200_000;

/** Runs a call that was allowed and whose start is stored. Whatever goes wrong becomes a result. */
export async function executeCall(
  { call }: CallState,
  { ports, judgement, signal }: { ports: RunPorts; judgement: Judgement; signal: AbortSignal },
): Promise<EventOf<'call-ended'>> {
  const startedAt = ports.clock.now();
  const tool = ports.tools.get(call.tool);
  const context: ToolContext = {
    ...ports.place,
    sandbox: ports.sandbox,
    openings: findOpenings(call, judgement.facts, judgement.decision),
    jobs: ports.jobs,
    env: ports.commandEnv(judgement),
    signal,
    keep: ports.keep,
    onOutput: (chunk) => ports.watch({ kind: 'output', call: call.id, chunk }),
    floor: ports.floor,
    floorOfInput: ports.floorOfInput,
    isSecret: ports.isSecret,
  };
  try {
    if (tool === undefined) throw new Error(`there is no tool ${call.tool}`);
    const result = await tool.run(call, context);
    return toEnd(call.id, call.tool, result, ports.clock.now() - startedAt);
  } catch (error) {
    if (signal.aborted) return { ...closedCall(call.id, call.tool, true), durationMs: ports.clock.now() - startedAt };
    return toEnd(call.id, call.tool, { isError: true, text: brokenText(error) }, ports.clock.now() - startedAt);
  }
}

function brokenText(error: unknown): string {
  if (error instanceof Fault) return `${error.message} (${error.hint})`;
  return `The tool broke: ${error instanceof Error ? error.message : String(error)}. This is a fault of Bailiwick, not of the call.`;
}

function toEnd(call: string, tool: string, result: ToolResult, durationMs: number): EventOf<'call-ended'> {
  const text = clip(result.text);
  return {
    kind: 'call-ended',
    call,
    outcome: result.isError ? 'failed' : 'done',
    text,
    origin: `tool:${tool}`,
    private: false,
    resultDigest: digestOf([result.isError, result.compare ?? text]),
    durationMs,
    detail: result.detail ?? {},
  };
}

const clip = (text: string): string =>
  text.length <= MAX_RESULT_CHARS
    ? text
    : `${text.slice(0, MAX_RESULT_CHARS)}\n[cut off: ${text.length - MAX_RESULT_CHARS} more characters]`;

/** The end of a call that did not run because the judge, a person or nobody said yes to it. */
export const refusedCall = (
  call: string,
  outcome: 'denied' | 'refused' | 'unasked',
  { text, detail }: Pick<EventOf<'call-ended'>, 'text' | 'detail'>,
): EventOf<'call-ended'> => ({
  kind: 'call-ended',
  call,
  outcome,
  text,
  origin: 'owner',
  private: false,
  resultDigest: null,
  durationMs: 0,
  detail,
});

/** The end of a call that the stop of its turn cut short. */
export const closedCall = (call: string, tool: string, started: boolean): EventOf<'call-ended'> => ({
  kind: 'call-ended',
  call,
  outcome: 'interrupted',
  text: interruptedText(started),
  origin: `tool:${tool}`,
  private: false,
  resultDigest: digestOf('interrupted'),
  durationMs: 0,
  detail: {},
});
