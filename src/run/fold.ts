import type { EventBody, EventOf, RunEvent } from '../vocab/event.ts';
import type { WindowEntry } from '../vocab/facts.ts';
import type { Message } from '../vocab/message.ts';
import { estimateTokens } from './compact/plan-compaction.ts';
import { renderCompacted } from './compact/render-summary.ts';
import { unknownText } from './model/refusal.ts';
import type { AskedState, CallState, RunState } from './run-state.ts';

/** No run yet: what `run-started` begins with. */
const EMPTY: RunState = {
  run: '',
  session: '',
  mode: 'default',
  requester: '',
  cwd: '/',
  model: '',
  sessionModel: null,
  maxSteps: 0,
  maxTokens: null,
  windowTokens: Infinity,
  counted: null,
  replies: 0,
  tokens: 0,
  messages: [],
  steps: 0,
  calls: [],
  window: [],
  reply: null,
  failure: null,
  end: null,
};

/** The state of a session's newest run, out of the session's events in their order. */
export const foldRun = (events: readonly RunEvent[], from: RunState = EMPTY): RunState =>
  events.reduce((state, event) => applyEvent(state, event, event.run), from);

function applyEvent(state: RunState, event: EventBody, run: string): RunState {
  switch (event.kind) {
    case 'run-started':
      return startRun(state, event, run);
    case 'run-resumed':
      return resumeRun(state, event);
    case 'message-received':
      return { ...state, window: [], messages: [...state.messages, toUserMessage(event)] };
    case 'history-compacted':
      return { ...state, counted: null, messages: [toSummary(event), ...state.messages.slice(event.upTo)] };
    case 'reply-received':
      return addReply(state, event);
    case 'reply-failed':
      return { ...state, failure: event };
    case 'call-decided':
      return updateCall(state, event.call, () => ({ decided: event, started: false }));
    case 'approval-required':
      return updateCall(state, event.call, ({ asked }) => ({
        asked: [...asked, toAsked(event)],
      }));
    case 'approval-settled':
      return settle(state, event);
    case 'call-started':
      return updateCall(state, event.call, () => ({ started: true, repeatable: event.repeatable }));
    case 'call-ended':
      return endCall(state, event);
    case 'skill-loaded':
    case 'skill-created':
      return state;
    case 'run-ended':
      return { ...state, end: event };
  }
}

const toAsked = (event: EventOf<'approval-required'>): AskedState => ({
  id: event.approval,
  factsDigest: event.factsDigest,
  policyDigest: event.policyDigest,
  askDigest: event.askDigest,
  isQuestion: event.isQuestion ?? false,
  settled: null,
});

/** A run that died leaves calls without results behind; every provider refuses a conversation with such a gap. */
function startRun(state: RunState, event: EventOf<'run-started'>, run: string): RunState {
  const { session, mode, requester, cwd, model, maxSteps, maxTokens, windowTokens } = event;
  const gaps = state.calls
    .filter(({ ended }) => ended === null)
    .map((call) => toResult(call, unknownText(call.started)));
  const messages = [...state.messages, ...gaps];
  const { replies } = state;
  const sessionModel = event.modelOnce === true ? state.sessionModel : model;
  const given = { session, mode, requester, cwd, model, maxSteps, maxTokens, windowTokens };
  return { ...EMPTY, ...given, sessionModel, run, replies, messages };
}

/** Another model than the run's own is a choice of the person. */
const resumeRun = (state: RunState, { model, mode }: EventOf<'run-resumed'>): RunState => ({
  ...state,
  model,
  mode,
  sessionModel: model === state.model ? state.sessionModel : model,
});

const toSummary = ({ summary, kept, sources, isPrivate }: EventOf<'history-compacted'>): Message => ({
  role: 'summary',
  text: renderCompacted({ summary, kept }),
  summary,
  kept,
  sources,
  private: isPrivate,
});

const toUserMessage = ({
  text,
  images,
  origin,
  private: isPrivate,
  suspicious,
}: EventOf<'message-received'>): Message => ({
  role: 'user',
  text,
  ...(images === undefined ? {} : { images }),
  origin,
  private: isPrivate,
  ...(suspicious === undefined ? {} : { suspicious }),
});

const toResult = ({ call, callId }: CallState, text: string): Message => ({
  role: 'tool',
  callId,
  tool: call.tool,
  text,
  isError: true,
  origin: `tool:${call.tool}`,
  private: false,
});

function addReply(state: RunState, event: EventOf<'reply-received'>): RunState {
  const calls = event.calls.map(({ id, callId, tool, input, fault }): CallState => {
    const isObject = typeof input === 'object' && input !== null && !Array.isArray(input);
    const why = fault ?? (isObject ? null : 'the arguments must be a JSON object');
    const call = { id, tool, input: isObject ? (input as Readonly<Record<string, unknown>>) : {}, cwd: state.cwd };
    return { call, callId, fault: why, decided: null, asked: [], started: false, repeatable: false, ended: null };
  });
  const isEmpty = event.text === '' && calls.length === 0;
  const { text, model, providerData } = event;
  const message: Message = {
    role: 'assistant',
    text,
    calls: event.calls,
    ...(model === undefined ? {} : { model }),
    ...(providerData === undefined ? {} : { providerData }),
  };
  return {
    ...state,
    reply: event,
    steps: state.steps + 1,
    replies: state.replies + 1,
    counted: event.inputTokens === null ? null : state.messages.length,
    tokens: state.tokens + tokensUsed(state, event),
    calls: [...state.calls, ...calls],
    messages: isEmpty ? state.messages : [...state.messages, message],
  };
}

/** What the provider did not count is estimated. */
const tokensUsed = (state: RunState, { inputTokens, outputTokens, text }: EventOf<'reply-received'>): number =>
  (inputTokens ?? estimateTokens({ ...state, reply: null })) + (outputTokens ?? Math.ceil(text.length / 4));

function settle(state: RunState, event: EventOf<'approval-settled'>): RunState {
  const looksAgain = event.state === 'granted' || event.state === 'void';
  return updateCall(state, event.call, (call) => ({
    decided: looksAgain ? null : call.decided,
    asked: call.asked.map((asked) => (asked.id === event.approval ? { ...asked, settled: event } : asked)),
  }));
}

function endCall(state: RunState, event: EventOf<'call-ended'>): RunState {
  const call = state.calls.find((known) => known.call.id === event.call);
  if (call === undefined) return state;
  const { text, origin, outcome, resultDigest } = event;
  const message: Message = {
    role: 'tool',
    callId: call.callId,
    tool: call.call.tool,
    text,
    isError: outcome !== 'done',
    ...(outcome === 'denied' || outcome === 'refused' ? { isRefusal: true } : {}),
    origin,
    private: event.private,
    ...(event.frame === undefined ? {} : { frame: event.frame }),
  };
  const entry =
    call.decided === null
      ? []
      : [{ call: call.decided.callDigest, result: resultDigest, denied: resultDigest === null }];
  return {
    ...updateCall(state, event.call, () => ({ ended: event })),
    messages: [...state.messages, message],
    window: trimWindow([...state.window, ...entry]),
  };
}

/** What the doom-loop step can still need: the last calls, and of earlier ones those that were denied. */
const LATEST = 12;
const MAX_DENIED = 100;

function trimWindow(window: readonly WindowEntry[]): readonly WindowEntry[] {
  if (window.length <= LATEST) return window;
  const denied = window.slice(0, -LATEST).filter((entry) => entry.denied);
  return [...denied.slice(-MAX_DENIED), ...window.slice(-LATEST)];
}

function updateCall(state: RunState, id: string, change: (call: CallState) => Partial<CallState>): RunState {
  const at = state.calls.findLastIndex(({ call }) => call.id === id);
  const call = state.calls[at];
  return call === undefined ? state : { ...state, calls: state.calls.with(at, { ...call, ...change(call) }) };
}
