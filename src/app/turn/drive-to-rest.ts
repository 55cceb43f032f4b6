import { settleApproval } from '../../run/approve.ts';
import { driveRun, type Rest } from '../../run/drive.ts';
import { foldRun } from '../../run/fold.ts';
import type { RunPorts } from '../../run/run-ports.ts';
import type { RunState } from '../../run/run-state.ts';
import type { TurnOptions } from './turn-options.ts';

/** Answers that wrote a rule: the policy in force is another one now. */
const CHANGES_POLICY = /^(?:always_|deny_always)/;

/** Drives a run, asking whoever can be asked, until it ends or a question stays open. */
export async function driveToRest(
  begun: RunState,
  ports: RunPorts,
  { answerer, signal }: Pick<TurnOptions, 'answerer' | 'signal'>,
): Promise<Rest> {
  for (let state = begun; ;) {
    const rest = await driveRun(state, ports, signal);
    if (rest.kind === 'ended') return rest;
    const settling = await settleApproval(rest.approval, { ports, answerer, signal });
    if (settling.kind === 'parked') return rest;
    if (settling.kind === 'settled') {
      for (const event of settling.events) ports.watch({ kind: 'event', event });
      state = foldRun(settling.events, rest.state);
      if (CHANGES_POLICY.test(settling.answer ?? '')) await ports.refresh();
    } else {
      // Somebody else answered, maybe for good.
      state = foldRun(await ports.store.log.read(rest.state.session));
      await ports.refresh();
    }
  }
}
