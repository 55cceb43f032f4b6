import { digestOf } from '../base/digest.ts';
import { Fault } from '../base/fault.ts';
import { isUntrusted, KEPT_UNTRUSTED } from '../guard/envelope.ts';
import type { Jobs } from '../ports/jobs.ts';
import type { ToolContext, ToolResult } from '../ports/tool.ts';
import type { PersonReply } from '../vocab/approval.ts';
import type { Call } from '../vocab/call.ts';
import type { EventBody, EventOf } from '../vocab/event.ts';
import type { GuardedJobs } from './guarded/guard-jobs.ts';
import { labelCall, labelResult, type Label } from './guarded/label.ts';
import { interruptedText } from './model/refusal.ts';
import { findOpenings } from './openings.ts';
import { redactOutput } from './guarded/redacted.ts';
import type { Judgement, RunPorts } from './run-ports.ts';
import type { CallState } from './run-state.ts';

/** The last line of defence: our own tools bound their results, each with a notice of its own. */
const MAX_RESULT_CHARS = 200_000;

/**
 * Runs a call that was allowed and whose start is stored; gives back its end and what happened besides. Whatever goes
 * wrong becomes a result.
 */
export async function executeCall(
  { call, asked }: CallState,
  { ports, judgement, signal }: { ports: RunPorts; judgement: Judgement; signal: AbortSignal },
): Promise<readonly EventBody[]> {
  const startedAt = ports.clock.now();
  const tool = ports.tools.get(call.tool);
  const label = labelOf(call, judgement, ports);
  const output = ports.redact.byteStream();
  const show = (chunk: Uint8Array): void => {
    if (chunk.length > 0) ports.watch({ kind: 'output', call: call.id, chunk });
  };
  const context: ToolContext = {
    ...ports.place,
    sandbox: redactOutput(ports.sandbox, ports.redact),
    openings: findOpenings(call, judgement.facts, judgement.decision),
    jobs: markStarted(ports.jobs, label),
    env: ports.commandEnv(judgement),
    signal,
    keep: (id, bytes) => ports.keep(nameOfKept(id, label), ports.redact.bytes(bytes)),
    onOutput: (chunk) => show(output.push(chunk)),
    floor: ports.floor,
    floorOfInput: ports.floorOfInput,
    reply: findReply(asked),
    taint: judgement.facts.taint,
    isSecret: ports.isSecret,
    preview: judgement.facts.preview ?? null,
    approvedBy: asked.findLast(({ isQuestion }) => !isQuestion)?.settled?.by ?? null,
    run: ports.run,
    model: ports.model.name,
  };
  const end = (result: ToolResult): EventOf<'call-ended'> =>
    toEnd(
      { call, result: ports.redact.value(result), label: labelResult(label, result, judgement.facts) },
      ports,
      startedAt,
    );
  try {
    if (tool === undefined) throw new Error(`there is no tool ${call.tool}`);
    const result = await tool.run(call, context);
    show(output.end());
    const ended = end(await boundResult(result, (bytes) => context.keep(call.id, bytes)));
    return [ended, ...ports.redact.value(result.events ?? [])];
  } catch (error) {
    if (signal.aborted) return [{ ...closedCall(call.id, call.tool, true), durationMs: ports.clock.now() - startedAt }];
    return [end({ isError: true, text: brokenText(error) })];
  }
}

/** A call about a job is as untrusted as the line that started it, and as what was typed into it. */
function labelOf(call: Call, judgement: Judgement, { jobs }: RunPorts): Label {
  const own = labelCall(call, judgement);
  const { job } = call.input;
  return typeof job === 'string' && jobs.find(job) !== null ? jobs.mark(job, own) : own;
}

const markStarted = (jobs: GuardedJobs, label: Label): Jobs => ({
  ...jobs,
  async start(command, spec) {
    const job = await jobs.start(command, spec);
    jobs.mark(job.id, label);
    return job;
  },
});

const nameOfKept = (id: string, { origin }: Label): string => (isUntrusted(origin) ? `${KEPT_UNTRUSTED}${id}` : id);

function findReply(asked: CallState['asked']): PersonReply | null {
  const settled = asked.findLast(({ isQuestion }) => isQuestion)?.settled ?? null;
  return settled?.state !== 'granted' || settled.note === null || settled.by === null
    ? null
    : { text: settled.note, by: settled.by };
}

function brokenText(error: unknown): string {
  if (error instanceof Fault) return `${error.message} (${error.hint})`;
  return `The tool broke: ${error instanceof Error ? error.message : String(error)}. This is a fault of Bailiwick, not of the call.`;
}

interface Outcome {
  readonly call: Call;
  readonly result: ToolResult;
  readonly label: Label;
}

function toEnd({ call, result, label }: Outcome, { clock }: RunPorts, startedAt: number): EventOf<'call-ended'> {
  const { text } = result;
  return {
    kind: 'call-ended',
    call: call.id,
    outcome: result.isError ? 'failed' : 'done',
    text,
    ...label,
    ...(isUntrusted(label.origin) ? { frame: clock.createId('data') } : {}),
    resultDigest: digestOf([result.isError, result.compare ?? text]),
    durationMs: clock.now() - startedAt,
    detail: result.detail ?? {},
  };
}

/** What a tool did not bound itself is cut, and kept whole where the model can read on. */
async function boundResult(result: ToolResult, keep: (bytes: Uint8Array) => Promise<string>): Promise<ToolResult> {
  const { text } = result;
  if (text.length <= MAX_RESULT_CHARS) return result;
  const path = await keep(Buffer.from(text, 'utf8'));
  const shown = text.slice(0, MAX_RESULT_CHARS).toWellFormed();
  const rest = `[cut off: ${text.length - MAX_RESULT_CHARS} more characters; read them in ${path}]`;
  return { ...result, text: `${shown}\n${rest}`, compare: result.compare ?? text };
}

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
