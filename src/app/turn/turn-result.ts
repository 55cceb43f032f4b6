import { exitOf } from '../../run/outcome.ts';
import type { RunPorts } from '../../run/run-ports.ts';
import type { CallState, RunState } from '../../run/run-state.ts';
import type { CallOutcome, RunEnd } from '../../vocab/event.ts';

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
  /** The project's own instructions that the model was given: paths of `AGENTS.md` files. */
  readonly instructions: readonly string[];
}

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
  { model, instructions }: Pick<RunPorts, 'model' | 'instructions'>,
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
    instructions: instructions.map(({ path }) => path),
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
