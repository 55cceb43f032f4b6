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

/**
 * Queues the learning from a turn that has ended, when it may teach something. No model is asked, and most turns cost
 * nothing.
 */
export async function queueDistill(state: RunState, parts: QueueParts): Promise<void> {
  const { config, store, clock, shelf } = parts;
  if (state.calls.length < config.skills.distillThreshold || !config.skills.enabled) return;
  const { gateTurn, gateWork } = await import('../../skills/distill/gate.ts');
  const calls = state.calls.flatMap(({ ended }) => (ended === null ? [] : [ended]));
  const turn = { mode: state.mode, end: state.end?.reason ?? null, answer: state.reply?.text ?? '', calls };
  if (gateTurn(turn, config.skills) !== 'pass') return;
  const enabled = (await shelf.look()).skills.filter((skill) => skill.state === 'enabled');
  const request = state.messages.findLast(({ role }) => role === 'user')?.text ?? '';
  if (gateWork(request, enabled) !== 'pass') return;
  const now = clock.now();
  const job = { id: clock.createId('job'), workspace: findWorkspaceId(config.cwd), kind: DISTILL, subject: state.run };
  await store.queue.add({ ...job, dueAt: now }, now);
}
