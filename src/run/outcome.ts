import type { RunEnd } from '../vocab/event.ts';
import type { RunState } from './run-state.ts';

/** Exit codes of ends that say everything by themselves (CONTRACTS, "Exit codes"). */
const EXITS: Readonly<Partial<Record<RunEnd, number>>> = {
  'interrupted': 130,
  'deadline': 124,
  'model-failed': 7,
  'budget': 5,
};

/**
 * The exit code of a run that ended: the first of 130, 124, 7, 5, 4, 3, 1 that holds. A call nobody could be asked
 * about gives 4 also when the model answered afterwards; 3 only when no answer came.
 */
export function exitOf({ end, calls }: RunState): number {
  if (end === null) return 1;
  const own = EXITS[end.reason];
  if (own !== undefined) return own;
  if (calls.some(({ ended }) => ended?.outcome === 'unasked')) return 4;
  if (end.reason === 'answered') return 0;
  return calls.some(({ ended }) => ended?.outcome === 'denied' || ended?.outcome === 'refused') ? 3 : 1;
}
