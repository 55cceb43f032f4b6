import type { Clock } from '../../ports/clock.ts';
import type { Store } from '../../ports/store.ts';
import type { RunState } from '../../run/run-state.ts';
import type { AppConfig } from '../load-config.ts';
import type { ShelfReader } from '../skills/open-shelf.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';

/** The job that makes a skill of a turn; its subject is the run. */
export const DISTILL = 'distill';

export interface QueueParts {
  readonly config: AppConfig;
  readonly store: Store;
  readonly clock: Clock;
  /** Of the folder of the turn. */
  readonly shelf: ShelfReader;
}

/** Queues the learning from a turn that has ended, when it may teach something; no model is asked, and most turns cost nothing. */
export async function queueDistill(state: RunState, parts: QueueParts): Promise<void> {
  const { config, store, clock, shelf } = parts;
  if (state.calls.length < config.skills.distillThreshold || !config.skills.enabled) return;
  const [{ gateTurn, gateWork }, { readTurn }] = await Promise.all([
    import('../../skills/distill/gate.ts'),
    import('../../skills/distill/turn.ts'),
  ]);
  const turn = readTurn(await store.log.read(state.session), state.run);
  if (gateTurn(turn, config.skills) !== 'pass') return;
  const enabled = (await shelf.look()).skills.filter((skill) => skill.state === 'enabled');
  if (gateWork(turn.request, enabled) !== 'pass') return;
  const now = clock.now();
  const job = { id: clock.createId('job'), workspace: findWorkspaceId(config.cwd), kind: DISTILL, subject: state.run };
  await store.queue.add({ ...job, dueAt: now }, now);
}
