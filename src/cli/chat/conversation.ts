import type { App, Progress, SessionChoice, TurnOptions, TurnResult } from '../../app/create-app.ts';
import type { Archive, ShownSession } from '../../app/history/open-archive.ts';
import { Fault } from '../../base/fault.ts';
import type { Answerer } from '../../vocab/approval.ts';
import type { RunEvent } from '../../vocab/event.ts';
import type { Mode } from '../../vocab/principal.ts';
import { localPrincipal } from '../local-principal.ts';
import { toShown, type Shown } from '../turn/own-output.ts';
import { findActive } from './skills/active-skill.ts';
import { toStatus, type ChatStatus, type Sent } from './status/chat-status.ts';
import {
  addEntry,
  EMPTY,
  endRunning,
  foldProgress,
  keepEnd,
  replaceLast,
  say,
  type OwnEntry,
  type Transcript,
} from './transcript.ts';

/** Replies of the model in one turn of a chat, where a person sits beside it and can stop it. */
const MAX_STEPS = 200;

/** One person's talk with the agent, whatever shows it. */
export interface Conversation {
  readonly transcript: Transcript;
  readonly status: ChatStatus;
  /** Sends a message, or keeps it until the turn that runs has ended. */
  send(text: string, modelOnce?: string | null): void;
  /** Stops what runs; false when nothing does. */
  interrupt(): boolean;
  setMode(mode: Mode): void;
  setModel(model: string): void;
  /** Makes a skill active, or none. */
  setSkill(name: string | null): void;
  /** Leaves the session; the next message begins a new one. */
  begin(): Promise<void>;
  /** Goes on with a stored session. Throws a Fault when there is none. */
  open(session: string): Promise<void>;
  /** Goes on with a copy of the session that has its first `count` events (null: all). Throws a Fault without one. */
  branch(count: number | null): Promise<void>;
  /** Goes on in a copy without the last message and all that came of it; gives the message back. */
  undo(): Promise<string>;
  compact(): void;
  /** Goes on with a turn that another process left, or that waited for an answer. */
  goOn(): void;
  /** Runs the person's own command; the model is told with the next message. */
  runOwn(command: string): void;
  notice(text: string, level?: 'info' | 'warning' | 'error'): void;
  /** How the newest turn came out; null before one ended. */
  readonly lastResult: TurnResult | null;
  /** The newest call that was decided, for the question why. */
  lastCall(): { readonly run: string; readonly id: string } | null;
  /** Resolves when nothing runs any more. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

interface ConversationParts {
  readonly app: App;
  readonly archive: () => Promise<Archive>;
  readonly answerer: Answerer;
  readonly mode: Mode;
  readonly model: string | null;
  /** Something is to be shown anew. */
  readonly changed: () => void;
  /** A turn ended after this time; null when it could not begin. */
  readonly ended: (result: TurnResult | null, tookMs: number) => void;
  /** A stored session was opened: what was said in it by the person. */
  readonly opened: (messages: readonly string[]) => void;
  /** Messages that were kept and are not sent now: they go back to where the person writes. */
  readonly giveBack: (texts: readonly string[]) => void;
}

interface State {
  transcript: Transcript;
  status: ChatStatus;
  stop: AbortController | null;
  work: Promise<void>;
  hold: { release(): Promise<void> } | null;
  /** What the person ran since the last message, for the model. */
  shown: Shown[];
  lastResult: TurnResult | null;
}

function createTalk(parts: ConversationParts): Talk {
  const state: State = {
    transcript: EMPTY,
    status: toStatus(parts),
    stop: null,
    work: Promise.resolve(),
    hold: null,
    shown: [],
    lastResult: null,
  };
  return {
    state,
    parts,
    set(status) {
      state.status = { ...state.status, ...status };
      parts.changed();
    },
    show(transcript) {
      state.transcript = transcript;
      parts.changed();
    },
  };
}

export function createConversation(parts: ConversationParts): Conversation {
  const talk = createTalk(parts);
  const { state, set, show } = talk;
  return {
    get transcript() {
      return state.transcript;
    },
    get status() {
      return state.status;
    },
    get lastResult() {
      return state.lastResult;
    },
    send: (text, modelOnce = null) =>
      state.stop === null
        ? work(talk, { text, modelOnce })
        : set({ queued: [...state.status.queued, { text, modelOnce }] }),
    interrupt() {
      state.stop?.abort();
      return state.stop !== null;
    },
    setMode: (mode) => set({ mode }),
    setModel: (model) => set({ model }),
    setSkill: (skill) => set({ skill }),
    begin: () => moveTo(talk, null),
    open: async (session) => moveTo(talk, await (await parts.archive()).show(session)),
    async branch(count) {
      const archive = await parts.archive();
      const fork = await archive.fork(needSession(state), count);
      await moveTo(talk, await archive.show(fork.id));
    },
    undo: () => undo(talk),
    goOn: () => (state.stop === null ? goOn(talk) : show(say(state.transcript, 'warning', BUSY))),
    compact: () => (state.stop === null ? compact(talk) : show(say(state.transcript, 'warning', BUSY))),
    runOwn: (command) => (state.stop === null ? own(talk, command) : show(say(state.transcript, 'warning', BUSY))),
    notice: (text, level = 'info') => show(say(state.transcript, level, text)),
    lastCall: () => state.transcript.entries.findLast((entry) => entry.kind === 'call') ?? null,
    idle: () => state.work,
    async close() {
      state.stop?.abort();
      await state.work;
      await state.hold?.release();
    },
  };
}

interface Talk {
  readonly state: State;
  readonly parts: ConversationParts;
  readonly set: (status: Partial<ChatStatus>) => void;
  readonly show: (transcript: Transcript) => void;
}

const BUSY = 'A turn is running: Esc stops it.';

function needSession({ status }: State): string {
  if (status.session !== null) return status.session;
  throw new Fault('not-found', 'There is no session yet.', { hint: 'the first message begins one' });
}

/** What a task was to send, for the case that it could not. */
interface Unsent {
  readonly text: string;
  readonly own: readonly Shown[];
}

/** Runs one thing at a time; what was typed meanwhile follows, unless it was stopped or failed. */
function start(talk: Talk, task: (signal: AbortSignal) => Promise<boolean>, unsent: Unsent | null = null): void {
  const { state, parts, set, show } = talk;
  const stop = new AbortController();
  const beganAt = performance.now();
  const before = state.transcript.entries.length;
  state.stop = stop;
  set({ isBusy: true });
  state.work = (async () => {
    let goesOn = false;
    let back: readonly string[] = [];
    try {
      goesOn = await task(stop.signal);
    } catch (error) {
      const isStored = state.transcript.entries.slice(before).some(({ kind }) => kind === 'message');
      if (unsent !== null && !isStored) {
        state.shown.unshift(...unsent.own);
        back = [unsent.text];
      }
      show(say(state.transcript, 'error', describe(error)));
      parts.ended(null, performance.now() - beganAt);
    }
    state.stop = null;
    const { queued } = state.status;
    set({ isBusy: false, queued: [] });
    if (!goesOn && back.length + queued.length > 0) return parts.giveBack([...back, ...queued.map(({ text }) => text)]);
    const [next, ...later] = queued;
    if (next === undefined) return;
    set({ queued: later });
    work(talk, next);
    await state.work;
  })();
}

function describe(error: unknown): string {
  if (!(error instanceof Fault)) return error instanceof Error ? error.message : String(error);
  return error.hint === '' ? error.message : `${error.message}\n${error.hint}`;
}

function work(talk: Talk, { text, modelOnce }: Sent): void {
  const { state } = talk;
  const own = state.shown.splice(0);
  const quotesNetwork = own.some(({ reachesNetwork }) => reachesNetwork);
  const task = { text: [...own.map((one) => one.text), text].join('\n\n'), modelOnce, quotesNetwork };
  start(talk, (signal) => takeTurn(talk, task, signal), { text, own });
}

/** A message, the history shortened, or the turn that was left unfinished. */
type Task = (Sent & { readonly quotesNetwork: boolean }) | 'compact' | 'go-on';

async function takeTurn(talk: Talk, task: Task, signal: AbortSignal): Promise<boolean> {
  const { state, parts, set } = talk;
  const beganAt = performance.now();
  const { app } = parts;
  const { session, mode, model } = state.status;
  const activeSkill = await keepActive(talk);
  const choice: SessionChoice = session === null ? { kind: 'new', mode } : { kind: 'id', id: session, mode };
  const options: TurnOptions = {
    principal: localPrincipal(),
    answerer: parts.answerer,
    signal,
    model,
    maxSteps: MAX_STEPS,
    maxTokens: null,
    maxMs: null,
    activeSkill,
    watch: (progress) => watch(talk, progress),
    ...(task === 'compact' ? { compactOnly: true as const } : {}),
    ...(typeof task === 'string' ? {} : { quotesNetwork: task.quotesNetwork, modelOnce: task.modelOnce }),
  };
  const result = await app.say(choice, typeof task === 'string' ? null : task.text, options);
  state.lastResult = result;
  set({ session: result.session });
  if (result.hint !== null && result.reason !== 'model-failed') talk.show(say(state.transcript, 'info', result.hint));
  parts.ended(result, performance.now() - beganAt);
  return result.reason === 'answered' || result.reason === 'silent';
}

/** A skill that was switched off or is gone is active no longer, and the person is told. */
async function keepActive({ state, parts, set, show }: Talk): Promise<string | null> {
  const { skill } = state.status;
  if (skill === null) return null;
  const { isActive, why } = await findActive(parts.app, skill);
  if (isActive) return skill;
  set({ skill: null });
  show(say(state.transcript, 'warning', why));
  return null;
}

function watch(talk: Talk, progress: Progress): void {
  const { state, show } = talk;
  show(foldProgress(state.transcript, progress));
  if (progress.kind === 'event') count(talk, progress.event);
}

/** What the status line says of a conversation, as its events tell. */
function count({ state, parts, set }: Talk, event: RunEvent): void {
  const { status } = state;
  if (event.kind === 'run-started') {
    // Where another chat had it open, that one may be gone by now.
    if (status.session !== event.session || status.isShared) void keep({ state, parts, set }, event.session);
    set({ session: event.session, windowTokens: event.windowTokens });
  }
  if (event.kind === 'history-compacted') set({ contextTokens: event.after });
  if (event.kind !== 'reply-received') return;
  const { inputTokens, outputTokens } = event;
  set({
    contextTokens: inputTokens === null ? status.contextTokens : inputTokens + (outputTokens ?? 0),
    inputTokens: status.inputTokens + (inputTokens ?? 0),
    outputTokens: status.outputTokens + (outputTokens ?? 0),
  });
}

/** Tells other chats that the session is open here, and this one when it is open elsewhere. */
async function keep({ state, parts, set }: Pick<Talk, 'state' | 'parts' | 'set'>, session: string): Promise<void> {
  await state.hold?.release();
  state.hold = await parts.app.people.hold(session);
  set({ isShared: state.hold === null });
}

/** Another session takes the place of this one; null: none yet. */
async function moveTo(talk: Talk, shown: ShownSession | null): Promise<void> {
  const { state, parts, set, show } = talk;
  if (state.stop !== null) throw new Fault('usage', BUSY);
  const fresh = { contextTokens: null, inputTokens: 0, outputTokens: 0, isShared: false };
  state.shown = [];
  await state.hold?.release();
  state.hold = null;
  if (shown === null) {
    set({ ...fresh, session: null, mode: parts.mode });
    return show(EMPTY);
  }
  const { session, events } = shown;
  set({ ...fresh, session: session.id, mode: session.mode });
  let transcript: Transcript = EMPTY;
  for (const event of events) {
    transcript = foldProgress(transcript, { kind: 'event', event });
    count({ ...talk, set: (status) => void (state.status = { ...state.status, ...status }) }, event);
  }
  await keep({ state, parts, set }, session.id);
  show(state.status.isShared ? transcript : endRunning(transcript));
  parts.opened(transcript.entries.flatMap((entry) => (entry.kind === 'message' ? [entry.text] : [])));
  if (isUnfinished(events) && !state.status.isShared) {
    show(say(state.transcript, 'warning', 'Its last turn is unfinished: /continue goes on with it.'));
  }
  if (state.status.isShared) {
    show(
      say(
        state.transcript,
        'warning',
        'This session is open in another chat too: each sees what the other did only when it is opened again.',
      ),
    );
  }
}

/** What is learned of a turn is stored behind its end. */
function isUnfinished(events: readonly RunEvent[]): boolean {
  const last = events.findLast(({ kind }) => kind !== 'skill-created');
  return last !== undefined && last.kind !== 'run-ended';
}

async function undo(talk: Talk): Promise<string> {
  const { parts, state } = talk;
  const archive = await parts.archive();
  const { events } = await archive.show(needSession(state));
  const at = events.findLastIndex(({ kind }) => kind === 'message-received');
  const last = events[at];
  if (last?.kind !== 'message-received') throw new Fault('not-found', 'There is no message to take back.');
  const before = events.findIndex(({ run }) => run === last.run);
  if (before === 0) await moveTo(talk, null);
  else {
    const fork = await archive.fork(needSession(state), before);
    await moveTo(talk, await archive.show(fork.id));
  }
  talk.show(
    say(
      state.transcript,
      'info',
      'The last message is taken back in a copy of the session; files and the first session stay as they are.',
    ),
  );
  return last.text;
}

function goOn(talk: Talk): void {
  needSession(talk.state);
  start(talk, (signal) => takeTurn(talk, 'go-on', signal));
}

function compact(talk: Talk): void {
  if (talk.state.status.session === null) {
    talk.show(say(talk.state.transcript, 'info', 'There is nothing to shorten yet.'));
    return;
  }
  start(talk, (signal) => takeTurn(talk, 'compact', signal));
}

function own(talk: Talk, command: string): void {
  const { state, show, parts } = talk;
  const decoder = new TextDecoder();
  let entry: OwnEntry = { kind: 'own', command, output: '', end: null };
  show(addEntry(state.transcript, entry));
  const update = (change: Partial<OwnEntry>): void => {
    entry = { ...entry, ...change };
    show(replaceLast(state.transcript, entry));
  };
  start(talk, async (signal) => {
    const done = await parts.app.people.runOwn(command, {
      signal,
      onOutput: (chunk) => update({ output: keepEnd(entry.output + decoder.decode(chunk, { stream: true })) }),
    });
    update({ output: done.output, end: `${done.failure ?? 'done'}, ${done.durationMs} ms` });
    state.shown.push(toShown(command, done));
    return true;
  });
}
