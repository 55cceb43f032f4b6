import type { Approval } from '../../vocab/approval.ts';
import type { CallOutcome, EventOf, RunEvent } from '../../vocab/event.ts';
import type { RequestedCall } from '../../vocab/message.ts';

/** One thing that happened in a session, as a person reads it. `n` counts the session's events up to its end. */
export type TranscriptEntry =
  | (Head & { readonly kind: 'turn'; readonly run: string; readonly model: string; readonly mode: string })
  | (Head & { readonly kind: 'message'; readonly text: string; readonly origin: string })
  | (Head & { readonly kind: 'reply'; readonly text: string; readonly failure: string | null })
  | TranscriptCall
  | (Head & { readonly kind: 'end'; readonly reason: string; readonly message: string });

interface Head {
  readonly n: number;
  readonly at: number;
}

/** A call with how it was judged, who was asked about it, and what came of it; null where that is missing. */
export interface TranscriptCall extends Head {
  readonly kind: 'call';
  readonly id: string;
  readonly tool: string;
  readonly input: unknown;
  readonly verdict: string | null;
  readonly step: string | null;
  readonly reason: string | null;
  readonly class: string | null;
  readonly rule: string | null;
  readonly asked: readonly Pick<Approval, 'id' | 'state' | 'why' | 'answer' | 'by'>[];
  readonly outcome: CallOutcome | null;
  readonly result: string | null;
  readonly durationMs: number | null;
}

/** A session's events as turns, messages, replies, calls and ends. Calls stand where the reply asked for them. */
export function toTranscript(events: readonly RunEvent[], approvals: readonly Approval[]): readonly TranscriptEntry[] {
  const entries: TranscriptEntry[] = [];
  const places = new Map<string, number>();
  const update = (run: string, call: string, change: Partial<TranscriptCall>): void => {
    const place = places.get(`${run} ${call}`);
    const entry = place === undefined ? undefined : entries[place];
    if (place !== undefined && entry?.kind === 'call') entries[place] = { ...entry, ...change };
  };
  for (const [i, event] of events.entries()) {
    const head = { n: i + 1, at: event.at };
    if (event.kind === 'call-decided') update(event.run, event.call, { n: head.n, ...toVerdict(event) });
    else if (event.kind === 'call-ended') update(event.run, event.call, { n: head.n, ...toOutcome(event) });
    else if ('call' in event) update(event.run, event.call, { n: head.n });
    else entries.push(...toEntries(event, head));
    if (event.kind !== 'reply-received') continue;
    for (const call of event.calls) {
      const asked = approvals.filter((approval) => approval.run === event.run && approval.call === call.id);
      places.set(`${event.run} ${call.id}`, entries.push(toCall(call, asked, head)) - 1);
    }
  }
  return entries;
}

function toEntries(event: RunEvent, head: Head): readonly TranscriptEntry[] {
  switch (event.kind) {
    case 'run-started':
      return [{ ...head, kind: 'turn', run: event.run, model: event.model, mode: event.mode }];
    case 'message-received':
      return [{ ...head, kind: 'message', text: withImages(event), origin: event.origin }];
    case 'reply-received':
      return event.text === '' ? [] : [{ ...head, kind: 'reply', text: event.text, failure: null }];
    case 'reply-failed':
      return [{ ...head, kind: 'reply', text: event.text, failure: event.message }];
    case 'run-ended':
      return [{ ...head, kind: 'end', reason: event.reason, message: event.message }];
    default:
      return [];
  }
}

const withImages = ({ text, images = [] }: EventOf<'message-received'>): string =>
  [text, ...images.map(({ name }) => `[image ${name}]`)].join('\n');

const toCall = ({ id, tool, input }: RequestedCall, asked: readonly Approval[], head: Head): TranscriptCall => ({
  ...head,
  kind: 'call',
  id,
  tool,
  input,
  verdict: null,
  step: null,
  reason: null,
  class: null,
  rule: null,
  asked: asked.map(({ id: approval, state, why, answer, by }) => ({ id: approval, state, why, answer, by })),
  outcome: null,
  result: null,
  durationMs: null,
});

const toVerdict = (event: EventOf<'call-decided'>): Partial<TranscriptCall> => ({
  verdict: event.verdict,
  step: event.step,
  reason: event.reason,
  class: event.class,
  rule: event.rule,
});

const toOutcome = ({ outcome, text, durationMs }: EventOf<'call-ended'>): Partial<TranscriptCall> => ({
  outcome,
  result: text,
  durationMs,
});
