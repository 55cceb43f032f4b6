import { Fault } from '../../base/fault.ts';
import type { RunLock, SessionRow, Store } from '../../ports/store.ts';
import { expireApproval } from '../../run/approve.ts';
import { closedCall } from '../../run/execute.ts';
import { foldRun } from '../../run/fold.ts';
import { unknownText } from '../../run/model/refusal.ts';
import type { CallState, RunState } from '../../run/run-state.ts';
import type { EventBody, RunEvent } from '../../vocab/event.ts';
import type { StoredImage } from '../../vocab/message.ts';
import type { Mode } from '../../vocab/principal.ts';

/** What is known of a turn before its first event. */
export interface TurnPlan {
  readonly run: string;
  /** Null: the run does something to the session without a message. */
  readonly text: string | null;
  /** Patterns of injected orders that were found in it. */
  readonly suspicious: readonly string[];
  readonly images: readonly StoredImage[];
  readonly model: { readonly name: string; readonly scripted: boolean };
  /** It is asked in this turn alone. */
  readonly modelOnce: boolean;
  readonly requester: string;
  readonly mode: Mode;
  readonly maxSteps: number;
  readonly maxTokens: number | null;
  readonly windowTokens: number;
}

/** A run that this process drives. The lock is released by whoever got it. */
export interface BegunRun {
  readonly state: RunState;
  readonly lock: RunLock;
  /** What was stored to begin. */
  readonly events: readonly RunEvent[];
}

/** The newest run of a session as the log has it; null when there is none. */
export async function readRun(session: SessionRow, store: Store): Promise<RunState | null> {
  const events = await store.log.read(session.id);
  return events.length === 0 ? null : foldRun(events);
}

/** Goes on with a run that a process left open. Throws a Fault when another one drives it, or nothing is open. */
export async function resumeRun(
  session: SessionRow,
  by: string,
  { store, model, mode }: { readonly store: Store } & Pick<TurnPlan, 'model' | 'mode'>,
): Promise<BegunRun> {
  const found = await readRun(session, store);
  if (found === null || found.end !== null) {
    throw new Fault('usage', `Nothing is left to do in the session ${session.id}: its last turn has ended.`, {
      hint: 'give a text to begin the next turn',
    });
  }
  const lock = await takeLock(found, store);
  // Read again: who held the lock may have gone on until now.
  const state = await readRun(session, store);
  if (state === null || state.run !== found.run || state.end !== null) {
    await lock.release(true);
    return resumeRun(session, by, { store, model, mode });
  }
  const events = await store.log.append(state.run, [
    { kind: 'run-resumed', by, model: model.name, scripted: model.scripted, mode },
  ]);
  return { state: foldRun(events, state), lock, events };
}

/** Begins the next run of a session behind `before`, after closing that one when a process left it open. */
export async function beginRun(
  session: SessionRow,
  before: RunState | null,
  plan: TurnPlan,
  { store, now }: { readonly store: Store; readonly now: () => number },
): Promise<BegunRun> {
  const last = before === null || before.end !== null ? before : await closeLeft(before, store, now());
  const { run, text, suspicious, images, model, requester, mode, maxSteps, maxTokens, windowTokens } = plan;
  const lock = await takeLock({ run, session: session.id }, store);
  const isNext = await store.sessions.createRun({ id: run, session: session.id, at: now() }, before?.run ?? null);
  if (!isNext) {
    await lock.release(true);
    throw busy(session.id);
  }
  const message: readonly EventBody[] =
    text === null
      ? []
      : [
          {
            kind: 'message-received',
            text,
            ...(images.length === 0 ? {} : { images }),
            origin: 'owner',
            private: false,
            ...(suspicious.length === 0 ? {} : { suspicious }),
          },
        ];
  const events: readonly EventBody[] = [
    {
      kind: 'run-started',
      session: session.id,
      model: model.name,
      ...(plan.modelOnce ? { modelOnce: true as const } : {}),
      scripted: model.scripted,
      mode,
      cwd: session.cwd,
      requester,
      maxSteps,
      maxTokens,
      windowTokens,
    },
    ...message,
  ];
  const stored = await store.log.append(run, events);
  return { state: foldRun(stored, last ?? undefined), lock, events: stored };
}

async function takeLock({ run, session }: Pick<RunState, 'run' | 'session'>, store: Store): Promise<RunLock> {
  const lock = await store.locks.take(run);
  if (lock === null) throw busy(session);
  return lock;
}

const busy = (session: string): Fault =>
  new Fault('session-busy', `Another process is at work in the session ${session}.`);

/** A new message comes while the last turn is still open: its process is gone, or it waits for a person. */
async function closeLeft(left: RunState, store: Store, at: number): Promise<RunState> {
  const waiting = left.calls.flatMap(({ asked }) => asked.filter(({ settled }) => settled === null));
  for (const { id } of waiting) {
    const approval = await store.approvals.find(id);
    if (approval?.state !== 'pending') continue;
    if (approval.expiresAt === null || approval.expiresAt > at) {
      throw new Fault('session-waiting', `The session ${left.session} waits for an answer to ${id}.`, {
        hint: `bailiwick approvals show ${id}; answer it, then go on with --continue and no text`,
      });
    }
    await store.approvals.answer(expireApproval(approval, at));
  }
  const lock = await takeLock(left, store);
  const open = left.calls.filter(({ ended }) => ended === null).map(toClosed);
  const end = {
    kind: 'run-ended',
    reason: 'interrupted',
    message: 'The process that drove the turn was gone.',
  } as const;
  const events = await store.log.append(left.run, [...open, end]);
  await lock.release(true);
  return foldRun(events, left);
}

function toClosed({ call, started }: CallState): EventBody {
  const closed = closedCall(call.id, call.tool, started);
  return { ...closed, outcome: started ? 'unknown' : 'interrupted', text: unknownText(started) };
}
