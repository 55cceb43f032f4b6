import { digestOf } from '../../base/digest.ts';
import type { ForkedRun } from '../../ports/history.ts';
import type { EventBody, RunEvent } from '../../vocab/event.ts';

export interface ForkPlan {
  /** The id of the new session. */
  readonly session: string;
  /** The id of the session it is forked from. */
  readonly from: string;
  /** How many events it begins with. */
  readonly count: number;
  readonly now: number;
  readonly createRunId: () => string;
}

/** A run of the new session, and the one it is a copy of. */
export interface ForkRun extends ForkedRun {
  readonly from: string;
}

type Forked = ForkedRun['events'][number];

/**
 * The runs of a session that begins with the first `count` events of another. Questions and their answers stay behind:
 * nothing that a person allowed there is allowed here. A turn that is cut through is ended, and its open calls with it.
 */
export function forkEvents(events: readonly RunEvent[], plan: ForkPlan): readonly ForkRun[] {
  const kept = events.slice(0, plan.count);
  const runs = Map.groupBy(kept, ({ run }) => run);
  const newest = kept.at(-1)?.run;
  return [...runs].map(([run, own]) => ({
    id: plan.createRunId(),
    from: run,
    at: own[0]?.at ?? plan.now,
    events: [...own.flatMap((event) => copy(event, plan)), ...(run === newest ? closeRun(own, plan) : [])],
  }));
}

function copy(event: RunEvent, { session }: ForkPlan): readonly Forked[] {
  const { id: _id, run: _run, seq: _seq, at, ...body } = event;
  if (body.kind === 'approval-required' || body.kind === 'approval-settled') return [];
  return [{ at, body: body.kind === 'run-started' ? { ...body, session } : body }];
}

function closeRun(events: readonly RunEvent[], { from, now }: ForkPlan): readonly Forked[] {
  if (events.some(({ kind }) => kind === 'run-ended')) return [];
  const ended = new Set(events.flatMap((event) => (event.kind === 'call-ended' ? [event.call] : [])));
  const asked = events.flatMap((event) => (event.kind === 'reply-received' ? event.calls : []));
  const open = asked.filter(({ id }) => !ended.has(id));
  const closing: readonly EventBody[] = [
    ...open.map(({ id, tool }): EventBody => ({
      kind: 'call-ended',
      call: id,
      outcome: 'interrupted',
      text: 'No result: the conversation was forked before this call had one.',
      origin: `tool:${tool}`,
      private: false,
      resultDigest: digestOf('interrupted'),
      durationMs: 0,
      detail: {},
    })),
    { kind: 'run-ended', reason: 'interrupted', message: `This conversation was forked from ${from} here.` },
  ];
  return closing.map((body) => ({ at: now, body }));
}
