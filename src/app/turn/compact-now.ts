import { compactHistory } from '../../run/compact/compact-history.ts';
import { planAskedCompaction } from '../../run/compact/plan-compaction.ts';
import type { Rest } from '../../run/drive.ts';
import { foldRun } from '../../run/fold.ts';
import type { RunPorts } from '../../run/run-ports.ts';
import type { RunState } from '../../run/run-state.ts';
import type { EventBody } from '../../vocab/event.ts';
import type { TurnOptions } from './turn-options.ts';

/** Shortens the history of a session as far as that brings something, and ends the run. */
export async function compactNow(
  state: RunState,
  ports: RunPorts,
  { signal }: Pick<TurnOptions, 'signal'>,
): Promise<Rest> {
  const plan = planAskedCompaction(state);
  const compacted = plan === null ? null : await compactHistory(state, plan, { ports, signal });
  const end: EventBody = {
    kind: 'run-ended',
    reason: signal.aborted ? 'interrupted' : 'answered',
    message: compacted === null ? 'The history is as short as it gets.' : '',
  };
  const events = await ports.store.log.append(state.run, [...(compacted === null ? [] : [compacted]), end]);
  for (const event of events) ports.watch({ kind: 'event', event });
  return { kind: 'ended', state: foldRun(events, state) };
}
