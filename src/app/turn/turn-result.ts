import { exitOf } from '../../run/outcome.ts';
import type { Rest } from '../../run/drive.ts';
import type { RunPorts } from '../../run/run-ports.ts';
import type { Job } from '../../ports/jobs.ts';
import type { CallState, RunState } from '../../run/run-state.ts';
import type { CallOutcome, RunEnd } from '../../vocab/event.ts';
import type { SandboxState } from '../../vocab/sandbox.ts';

/** How a turn came out, for programs: what `prompt --json` prints. */
export interface TurnResult {
  readonly run: string;
  readonly session: string;
  /** The one that answered last. */
  readonly model: string;
  /** True when nothing thought: a file was played. */
  readonly scripted: boolean;
  /** The model's last word; null when the turn ended without one. */
  readonly answer: string | null;
  /** `waiting`: the question `approval` stays open, and the turn goes on when it is answered. */
  readonly reason: RunEnd | 'waiting';
  readonly approval: string | null;
  /** What there is to say about the end; empty for a plain answer. */
  readonly message: string;
  /** The code of a fault that ended it, for programs; null without one. */
  readonly code: string | null;
  /** The way out of a failure; null without one. */
  readonly hint: string | null;
  readonly exit: number;
  readonly steps: number;
  readonly calls: readonly CallResult[];
  /** The project's own instructions that the model was given: paths of `AGENTS.md` files. */
  readonly instructions: readonly string[];
  /** What commands ran in; `name` null when none ran. */
  readonly sandbox: SandboxState;
  /** Background jobs that still ran when the turn ended, and were ended with it. */
  readonly endedJobs: readonly EndedJob[];
}

export interface EndedJob {
  readonly id: string;
  readonly command: string;
  readonly durationMs: number;
}

export const toEndedJob = (job: Job): EndedJob => ({
  id: job.id,
  command: job.command,
  durationMs: job.state().durationMs,
});

export interface CallResult {
  readonly id: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
  readonly verdict: string | null;
  readonly step: string | null;
  readonly code: string | null;
  readonly reason: string | null;
  readonly class: string | null;
  readonly outcome: CallOutcome | null;
  /** The line for config.yml that lets a call through that nobody was there to approve; null where there is none. */
  readonly hint: string | null;
  readonly durationMs: number | null;
}

/** A call stayed unanswered (CONTRACTS, "Exit codes"). */
const EXIT_UNANSWERED = 4;

export function toTurnResult(
  rest: Rest,
  { model, instructions }: Pick<RunPorts, 'model' | 'instructions'>,
  commands: Pick<TurnResult, 'sandbox' | 'endedJobs'>,
): TurnResult {
  const { state } = rest;
  const approval = rest.kind === 'waiting' ? rest.approval : null;
  const reason = approval === null ? (state.end?.reason ?? 'failed') : 'waiting';
  return {
    run: state.run,
    session: state.session,
    model: state.reply?.model ?? model.name,
    scripted: model.scripted,
    answer: reason === 'answered' ? (state.reply?.text ?? null) : null,
    reason,
    approval,
    message: approval === null ? (state.end?.message ?? '') : `${approval} waits for an answer.`,
    code: state.failure?.code ?? null,
    hint: hintOf(state, approval),
    exit: approval === null ? exitOf(state) : EXIT_UNANSWERED,
    steps: state.steps,
    calls: state.calls.map(toCallResult),
    instructions: instructions.map(({ path }) => path),
    ...commands,
  };
}

function hintOf({ failure, session, calls }: RunState, approval: string | null): string | null {
  if (approval !== null) {
    const isQuestion = calls.some(({ asked }) => asked.some((one) => one.id === approval && one.isQuestion));
    const answer = isQuestion ? '"<your answer>"' : 'once';
    return `bailiwick approvals answer ${approval} ${answer}, then bailiwick prompt --session ${session}`;
  }
  return failure === null || failure.hint === '' ? null : failure.hint;
}

const toCallResult = ({ call, decided, ended }: CallState): CallResult => ({
  id: call.id,
  tool: call.tool,
  input: call.input,
  verdict: decided?.verdict ?? null,
  step: decided?.step ?? null,
  code: decided?.code ?? null,
  reason: decided?.reason ?? null,
  class: decided?.class ?? null,
  outcome: ended?.outcome ?? null,
  hint: typeof ended?.detail['preApproval'] === 'string' ? ended.detail['preApproval'] : null,
  durationMs: ended?.durationMs ?? null,
});
