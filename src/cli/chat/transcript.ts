import type { Progress } from '../../app/create-app.ts';
import type { CallOutcome, EventOf, RunEvent } from '../../vocab/event.ts';
import { outcomeWords, scriptedBanner, subjectOf, todoLines, troubleWords, type Request } from '../turn/call-words.ts';

/** One thing of a conversation as a person sees it. Texts are as they came; whoever shows them makes them harmless. */
export type Entry =
  | { readonly kind: 'message'; readonly text: string }
  | { readonly kind: 'thought'; readonly text: string; readonly isOpen: boolean }
  | { readonly kind: 'answer'; readonly text: string; readonly isOpen: boolean }
  | CallEntry
  | OwnEntry
  | { readonly kind: 'notice'; readonly level: 'info' | 'warning' | 'error'; readonly text: string };

/** What the model says or thinks; open while it still comes. */
type StreamEntry = Extract<Entry, { readonly kind: 'answer' } | { readonly kind: 'thought' }>;

/** What the person ran themselves. */
export interface OwnEntry {
  readonly kind: 'own';
  readonly command: string;
  readonly output: string;
  /** How it ended; null while it runs. */
  readonly end: string | null;
}

export interface CallEntry {
  readonly kind: 'call';
  readonly run: string;
  readonly id: string;
  readonly tool: string;
  readonly subject: string;
  readonly input: unknown;
  readonly decided: EventOf<'call-decided'> | null;
  /** What the person said with their answer. */
  readonly said: string | null;
  readonly phase: 'new' | 'asked' | 'running' | CallOutcome;
  /** Epoch ms at which it started; null before. */
  readonly startedAt: number | null;
  /** Behind the verdict, once it ended: `12 ms`, `failed (exit code 1), 8 ms: oops`. */
  readonly end: string;
  /** What it prints while it runs, then its result: the end of it. */
  readonly output: string;
  /** Changed lines, in the manner of a unified diff; null where it changes no text. */
  readonly diff: string | null;
  readonly lines: readonly string[];
}

export interface Transcript {
  readonly entries: readonly Entry[];
  /** Where a call stands, by `<run> <call>`. */
  readonly places: ReadonlyMap<string, number>;
}

export const EMPTY: Transcript = { entries: [], places: new Map() };

/** Of what a call prints so much of its end is kept to be shown; all of it is in the store. */
const MAX_OUTPUT_CHARS = 8_000;

export const addEntry = (transcript: Transcript, entry: Entry): Transcript => ({
  ...transcript,
  entries: [...transcript.entries, entry],
});

export const say = (transcript: Transcript, level: 'info' | 'warning' | 'error', text: string): Transcript =>
  addEntry(transcript, { kind: 'notice', level, text });

export const replaceLast = (transcript: Transcript, entry: Entry): Transcript => ({
  ...transcript,
  entries: [...transcript.entries.slice(0, -1), entry],
});

/** The conversation after one more thing happened. The same events give the same entries, live or out of the store. */
export function foldProgress(transcript: Transcript, progress: Progress): Transcript {
  switch (progress.kind) {
    case 'event':
      return foldEvent(transcript, progress.event);
    case 'text':
      return addText(transcript, 'answer', progress.text);
    case 'thought':
      return addText(transcript, 'thought', progress.text);
    case 'output':
      return updateCall(transcript, progress.call, (call) => ({ output: addOutput(call.output, progress.chunk) }));
    case 'instructions':
      return sayInstructions(transcript, progress);
    case 'retry':
      return say(closeOpen(transcript), 'info', troubleWords(progress));
    case 'fallback':
      return say(closeOpen(transcript), 'warning', `${troubleWords(progress)}\n${progress.hint}`);
    case 'notice':
      return say(transcript, 'warning', progress.text);
    case 'open-calls':
      return transcript; // the events that were stored have shown them already
  }
}

/** A stored conversation in which nothing runs any more: what was running when it was cut off is not. */
export function endRunning(transcript: Transcript): Transcript {
  const entries = transcript.entries.map((entry) =>
    entry.kind === 'call' && entry.phase === 'running'
      ? { ...entry, phase: 'unknown' as const, end: 'cut off: outcome unknown' }
      : entry,
  );
  return { ...transcript, entries };
}

function addText(transcript: Transcript, kind: 'answer' | 'thought', text: string): Transcript {
  const { at, entry } = findOpen(transcript);
  if (entry?.kind === kind) return replaceAt(transcript, at, { ...entry, text: entry.text + text });
  return addEntry(closeOpen(transcript), { kind, text, isOpen: true });
}

/** What streams now. What was said to the person meanwhile stands below it and does not cut it in two. */
function findOpen({ entries }: Transcript): { readonly at: number; readonly entry: StreamEntry | null } {
  const at = entries.findLastIndex(({ kind }) => kind !== 'notice');
  const entry = entries[at];
  return { at, entry: (entry?.kind === 'answer' || entry?.kind === 'thought') && entry.isOpen ? entry : null };
}

const replaceAt = (transcript: Transcript, at: number, entry: Entry): Transcript => ({
  ...transcript,
  entries: transcript.entries.with(at, entry),
});

/** What streams ends where something else begins. */
function closeOpen(transcript: Transcript): Transcript {
  const { at, entry } = findOpen(transcript);
  return entry === null ? transcript : replaceAt(transcript, at, { ...entry, isOpen: false });
}

const decoder = new TextDecoder();

/** The end of what was printed. A carriage return begins the line anew, as in a terminal. */
function addOutput(output: string, chunk: Uint8Array): string {
  return keepEnd(output + decoder.decode(chunk));
}

/** The end of what a program printed, as a terminal would show it. */
export const keepEnd = (text: string): string =>
  text
    .slice(-4 * MAX_OUTPUT_CHARS)
    .replaceAll('\r\n', '\n')
    .split('\n')
    .map((line) => line.slice(line.lastIndexOf('\r') + 1))
    .join('\n')
    .slice(-MAX_OUTPUT_CHARS);

function sayInstructions(
  transcript: Transcript,
  { files, withheld }: Extract<Progress, { kind: 'instructions' }>,
): Transcript {
  const read = files.map(({ path, cut }) => `instructions: ${path}${cut ? ' (only its beginning)' : ''}`);
  const left = withheld.map((path) => `not read: ${path} (bailiwick trust shows what trusting it means)`);
  // Said once a conversation: every turn reads them again.
  const news = [...read, ...left].filter(
    (text) => !transcript.entries.some((entry) => entry.kind === 'notice' && entry.text === text),
  );
  return news.reduce((now, text) => say(now, 'info', text), transcript);
}

function foldEvent(transcript: Transcript, event: RunEvent): Transcript {
  switch (event.kind) {
    case 'run-started':
    case 'run-resumed':
      return event.scripted ? say(transcript, 'warning', scriptedBanner(event.model)) : transcript;
    case 'message-received':
      return addEntry(closeOpen(transcript), { kind: 'message', text: event.text });
    case 'reply-received':
      return addReply(transcript, event);
    case 'reply-failed':
      return say(closeOpen(transcript), 'error', [event.message, event.hint].filter(Boolean).join('\n'));
    case 'history-compacted':
      return say(transcript, 'info', `history shortened: about ${event.before} tokens -> ${event.after}`);
    case 'call-decided':
      return updateEvent(transcript, event, () => ({ decided: event }));
    case 'approval-required':
      return updateEvent(transcript, event, () => ({ phase: 'asked' }));
    case 'approval-settled':
      return updateEvent(transcript, event, () => ({ phase: 'new', said: event.note }));
    case 'call-started':
      return updateEvent(transcript, event, () => ({ phase: 'running', startedAt: event.at, output: '' }));
    case 'call-ended':
      return updateEvent(transcript, event, (call) => endCall(call, event));
    case 'skill-loaded':
      return transcript; // its call says so
    case 'skill-created':
      return say(transcript, 'info', `skill ${event.name} written to ${event.file_path}`);
    case 'run-ended':
      return endRun(closeOpen(transcript), event);
  }
}

/** What streamed is there already; the stored text is the one that counts. */
function addReply(transcript: Transcript, event: EventOf<'reply-received'> & { readonly run: string }): Transcript {
  const { at, entry } = findOpen(transcript);
  let now = transcript;
  if (entry?.kind === 'answer') now = replaceAt(now, at, { kind: 'answer', text: event.text, isOpen: false });
  else if (event.text !== '') now = addEntry(closeOpen(now), { kind: 'answer', text: event.text, isOpen: false });
  now = closeOpen(now);
  const places = new Map(now.places);
  const entries = [...now.entries];
  for (const call of event.calls) places.set(`${event.run} ${call.id}`, entries.push(toCall(event.run, call)) - 1);
  return { entries, places };
}

const toCall = (run: string, { id, tool, input }: Request & { readonly id: string }): CallEntry => ({
  kind: 'call',
  run,
  id,
  tool,
  subject: subjectOf({ tool, input }),
  input,
  decided: null,
  said: null,
  phase: 'new',
  startedAt: null,
  end: '',
  output: '',
  diff: null,
  lines: [],
});

type Change = (call: CallEntry) => Partial<CallEntry>;

const updateEvent = (
  transcript: Transcript,
  { run, call }: { readonly run: string; readonly call: string },
  change: Change,
): Transcript => changeAt(transcript, transcript.places.get(`${run} ${call}`), change);

/** By its id alone: the newest call of that name. */
function updateCall(transcript: Transcript, id: string, change: Change): Transcript {
  const at = transcript.entries.findLastIndex((entry) => entry.kind === 'call' && entry.id === id);
  return changeAt(transcript, at < 0 ? undefined : at, change);
}

function changeAt(transcript: Transcript, at: number | undefined, change: Change): Transcript {
  const entry = at === undefined ? undefined : transcript.entries[at];
  if (at === undefined || entry?.kind !== 'call') return transcript;
  return { ...transcript, entries: transcript.entries.with(at, { ...entry, ...change(entry) }) };
}

function endCall({ decided, tool, input, said }: CallEntry, event: EventOf<'call-ended'>): Partial<CallEntry> {
  const ran = event.outcome === 'done' || event.outcome === 'failed';
  const rule = event.detail['preApproval'];
  return {
    phase: event.outcome,
    end: outcomeWords(decided, event),
    output: ran ? event.text.slice(-MAX_OUTPUT_CHARS) : '',
    diff: event.outcome === 'done' ? diffOf(tool, input, event.detail) : null,
    lines: [
      ...(said === null ? [] : [`you: ${said}`]),
      ...todoLines(event),
      ...(typeof rule === 'string' ? [`allow it beforehand: ${rule}`] : []),
    ],
  };
}

const MAX_NEW_LINES = 2_000;

/** What a call changed, as far as the tool tells: its own diff, the patch as given, or what it wrote. */
function diffOf(tool: string, input: unknown, detail: Readonly<Record<string, unknown>>): string | null {
  if (typeof detail['diff'] === 'string') return detail['diff'];
  const given: Readonly<Record<string, unknown>> = typeof input === 'object' && input !== null ? { ...input } : {};
  if (tool === 'apply_patch') return typeof given['patch'] === 'string' ? given['patch'] : null;
  if (tool === 'write' && typeof given['content'] === 'string') {
    const lines = given['content'].replace(/\n$/, '').split('\n').slice(0, MAX_NEW_LINES);
    return lines.map((line) => `+${line}`).join('\n');
  }
  const { files } = detail;
  if (!Array.isArray(files)) return null;
  const diffs = files.flatMap((file: unknown) => {
    if (typeof file !== 'object' || file === null || !('diff' in file) || !('path' in file)) return [];
    return [`${String(file.path)}\n${String(file.diff)}`];
  });
  return diffs.length === 0 ? null : diffs.join('\n');
}

const QUIET: ReadonlySet<string> = new Set(['answered', 'model-failed']);

/** A failed model has said so itself, and one that was stopped too. */
function endRun(transcript: Transcript, { reason, message }: EventOf<'run-ended'>): Transcript {
  const last = transcript.entries.at(-1);
  if (reason === 'interrupted' && last?.kind === 'notice' && last.level === 'error') return transcript;
  if (message === '' || (QUIET.has(reason) && reason !== 'answered')) return transcript;
  return say(transcript, reason === 'answered' || reason === 'interrupted' ? 'info' : 'warning', message);
}
