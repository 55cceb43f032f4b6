import { isUntrusted } from '../../guard/envelope.ts';
import type { CallOutcome, RunEnd, RunEvent } from '../../vocab/event.ts';
import type { Mode, Origin } from '../../vocab/principal.ts';

/** One turn as its events tell it: what a skill could be made of. */
export interface Turn {
  readonly mode: Mode;
  /** What the owner asked for. */
  readonly request: string;
  /** Who else may have a word in the request; null: nobody. */
  readonly passedOn: Origin | null;
  /** In the order in which they ended; those that never ran as well. */
  readonly calls: readonly TurnCall[];
  /** The last word; empty when there is none. */
  readonly answer: string;
  readonly end: RunEnd | null;
  /** The model that answered last. */
  readonly model: string;
  /** A skill was written out of this turn already. */
  readonly created: string | null;
}

export interface TurnCall {
  readonly tool: string;
  readonly input: unknown;
  readonly outcome: CallOutcome;
  readonly text: string;
  readonly origin: Origin;
  readonly private: boolean;
}

const EMPTY: Turn = {
  mode: 'default',
  request: '',
  passedOn: null,
  calls: [],
  answer: '',
  end: null,
  model: '',
  created: null,
};

/** The turn that is this run, out of the events of its session. */
export function readTurn(events: readonly RunEvent[], run: string): Turn {
  const requested = new Map<string, { readonly tool: string; readonly input: unknown }>();
  const calls: TurnCall[] = [];
  let turn = EMPTY;
  for (const event of events) {
    if (event.run !== run) continue;
    if (event.kind === 'reply-received') for (const call of event.calls) requested.set(call.id, call);
    if (event.kind === 'call-ended') {
      const { outcome, text, origin, private: isPrivate } = event;
      const { tool = '', input = null } = requested.get(event.call) ?? {};
      calls.push({ tool, input, outcome, text, origin, private: isPrivate });
    }
    turn = { ...turn, ...changeBy(event) };
  }
  return { ...turn, calls };
}

function changeBy(event: RunEvent): Partial<Turn> {
  switch (event.kind) {
    case 'run-started':
    case 'run-resumed':
      return { mode: event.mode, model: event.model };
    case 'message-received': {
      const { text, origin, suspicious } = event;
      return { request: text, passedOn: isUntrusted(origin) ? origin : suspicious === undefined ? null : 'upload' };
    }
    case 'reply-received':
      return { answer: event.text, ...(event.model === undefined ? {} : { model: event.model }) };
    case 'reply-failed':
      return { answer: '' };
    case 'skill-created':
      return { created: event.name };
    case 'run-ended':
      return { end: event.reason };
    default:
      return {};
  }
}
