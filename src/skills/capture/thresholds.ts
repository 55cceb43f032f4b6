/** What is counted for a workspace since the last review that was completed. */
export interface ReviewState {
  readonly turns: number;
  readonly toolCalls: number;
  /** Ids of calls that were counted already, the latest last. */
  readonly seen: readonly string[];
  /** Reviews that failed, one after the other. */
  readonly failures: number;
  /** Turns until one is tried again. */
  readonly wait: number;
}

export const NO_REVIEW: ReviewState = { turns: 0, toolCalls: 0, seen: [], failures: 0, wait: 0 };

/** A turn as it ended. */
export interface ReviewedTurn {
  readonly isSuccess: boolean;
  /** The calls that were seen; those of earlier turns may be among them. */
  readonly callIds: readonly string[];
}

interface ThresholdSettings {
  readonly autoCapture: boolean;
  readonly reviewMode: 'off' | 'heuristic' | 'llm' | 'hybrid';
  readonly reviewInterval: number;
  readonly reviewMinToolCalls: number;
}

/** Calls that are remembered; more than the largest threshold, so that none is counted twice. */
const MOST_SEEN = 2_000;
const BACK_OFF_TURNS = [1, 5, 30] as const;

/**
 * Counts a turn, and says whether a review is due behind it: after so many turns or so many calls, never behind a turn
 * that failed, and not while it waits after failures. It stays due until {@link afterReview} is told.
 */
export function nextReview(
  state: ReviewState,
  turn: ReviewedTurn,
  settings: ThresholdSettings,
): { readonly due: boolean; readonly state: ReviewState } {
  const { autoCapture, reviewMode, reviewInterval, reviewMinToolCalls } = settings;
  if (!autoCapture || reviewMode === 'off' || reviewMode === 'heuristic') return { due: false, state };
  const known = new Set(state.seen);
  const fresh = [...new Set(turn.callIds)].filter((id) => !known.has(id));
  const next: ReviewState = {
    turns: state.turns + (turn.isSuccess ? 1 : 0),
    toolCalls: state.toolCalls + fresh.length,
    seen: [...state.seen, ...fresh].slice(-MOST_SEEN),
    failures: state.failures,
    wait: Math.max(0, state.wait - 1),
  };
  const isReached = next.turns >= reviewInterval || next.toolCalls >= reviewMinToolCalls;
  return { due: turn.isSuccess && next.wait === 0 && isReached, state: next };
}

/**
 * What is counted behind a review that began at `reviewed`: completed, what it saw is taken off and what came meanwhile
 * stays; failed (a time-out, an error, a reply that cannot be read), everything stays and the next try waits.
 */
export function afterReview(
  state: ReviewState,
  outcome: 'completed' | 'failed',
  reviewed: Pick<ReviewState, 'turns' | 'toolCalls'> = state,
): ReviewState {
  if (outcome === 'failed') {
    const failures = state.failures + 1;
    return { ...state, failures, wait: BACK_OFF_TURNS[Math.min(failures, BACK_OFF_TURNS.length) - 1] ?? 30 };
  }
  return {
    turns: Math.max(0, state.turns - reviewed.turns),
    toolCalls: Math.max(0, state.toolCalls - reviewed.toolCalls),
    seen: state.seen,
    failures: 0,
    wait: 0,
  };
}
