import { exitOf } from '../../run/outcome.ts';
import type { Job } from '../../ports/jobs.ts';
import type { CallState, RunState } from '../../run/run-state.ts';
import type { CallOutcome, RunEnd } from '../../vocab/event.ts';
import type { SandboxState } from '../../vocab/sandbox.ts';

/** How a turn came out, for programs: what `prompt --json` prints. */
export interface TurnResult {
  readonly run: string;
  readonly session: string;
  readonly model: string;
  /** True when nothing thought: a file was played. */
  readonly scripted: boolean;
  /** The model's last word; null when the turn ended without one. */
  readonly answer: string | null;
  readonly reason: RunEnd;
  /** What there is to say about the end; empty for a plain answer. */
  readonly message: string;
  /** The way out of a failure; null without one. */
  readonly hint: string | null;
  readonly exit: number;
  readonly steps: number;
  readonly calls: readonly CallResult[];
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

export function toTurnResult(
  state: RunState,
  model: { readonly name: string; readonly scripted: boolean },
  commands: Pick<TurnResult, 'sandbox' | 'endedJobs'>,
): TurnResult {
  const reason = state.end?.reason ?? 'failed';
  return {
    run: state.run,
    session: state.session,
    model: model.name,
    scripted: model.scripted,
    answer: reason === 'answered' ? (state.reply?.text ?? null) : null,
    reason,
    message: state.end?.message ?? '',
    hint: state.failure === null || state.failure.hint === '' ? null : state.failure.hint,
    exit: exitOf(state),
    steps: state.steps,
    calls: state.calls.map(toCallResult),
    ...commands,
  };
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
