import { mapTexts } from '../base/map-texts.ts';

/** A value that must not be seen, and the name it is told by. */
export interface Secret {
  readonly name: string;
  readonly value: string;
}

/** Replaces known secret values, wherever they stand, by `[secret NAME]`. */
export interface Redactor {
  text(text: string): string;
  bytes(bytes: Uint8Array): Uint8Array;
  /** Every text inside a value of JSON, keys of objects included; the value itself where there is nothing to replace. */
  value<T>(value: T): T;
  /** The name of a secret whose mark stands in a value; null without one. */
  findMark(value: unknown): string | null;
  /** For text that comes in pieces: a value that is cut in two is found too. */
  stream(): RedactingStream<string>;
  byteStream(): RedactingStream<Uint8Array>;
}

export interface RedactingStream<T> {
  /** What can be shown by now; the rest may be the beginning of a value. */
  push(piece: T): T;
  /** What was held back. */
  end(): T;
}

/** Shorter values would be found in ordinary text. */
export const MIN_SECRET_CHARS = 8;

/** Lines of a value of several lines (a key in PEM) are looked for by themselves from this length on. */
const MIN_LINE_CHARS = 16;

/** What is held back at most; overlapping values could chain without end. */
const MAX_HELD = 65_536;

const markOf = (name: string): string => `[secret ${name}]`;

/** A redactor for these values; those that are too short are left out, of equal ones the first name counts. */
export function createRedactor(secrets: readonly Secret[]): Redactor {
  const names = new Map<string, string>();
  for (const { name, value } of secrets) {
    for (const part of partsOf(value)) if (!names.has(part)) names.set(part, name);
  }
  if (names.size === 0) return NOTHING;
  const texts = createReplacer([...names]);
  const bytes = createReplacer([...names].map(([value, name]) => [toLatin1(value), name]));
  const marks = new Map([...new Set(names.values())].map((name) => [markOf(name), name]));
  return {
    text: (text) => texts.whole(text),
    bytes: (given) => viaLatin1(given, (text) => bytes.whole(text)),
    value: (value) => mapTexts(value, texts.whole),
    findMark: (value) => findIn(value, marks),
    stream: () => createStream(texts),
    byteStream() {
      const inner = createStream(bytes);
      return {
        push: (piece) => viaLatin1(piece, (text) => inner.push(text)),
        end: () => Buffer.from(inner.end(), 'latin1'),
      };
    },
  };
}

const partsOf = (value: string): readonly string[] => {
  const whole = value.trim();
  if (whole.length < MIN_SECRET_CHARS) return [];
  const lines = whole.includes('\n') ? whole.split(/\r?\n/).filter((line) => line.length >= MIN_LINE_CHARS) : [];
  return [whole, ...lines.filter((line) => !/^-+[A-Z ]+-+$/.test(line))];
};

const toLatin1 = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');

function viaLatin1(bytes: Uint8Array, change: (text: string) => string): Uint8Array {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
  const changed = change(text);
  return changed === text ? bytes : Buffer.from(changed, 'latin1');
}

interface Span {
  readonly from: number;
  to: number;
  readonly name: string;
}

interface Replacer {
  whole(text: string): string;
  find(text: string): readonly Span[];
  /** Length of the longest end of a text with which a value may begin. */
  openEnd(text: string): number;
}

function createReplacer(values: readonly (readonly [value: string, name: string])[]): Replacer {
  const longest = Math.max(...values.map(([value]) => value.length));
  const find = (text: string): readonly Span[] => merge(values.flatMap(([value, name]) => spansOf(text, value, name)));
  return {
    find,
    whole: (text) => replace(text, find(text)),
    openEnd(text) {
      for (let length = Math.min(text.length, longest - 1); length > 0; length--) {
        const end = text.slice(text.length - length);
        if (values.some(([value]) => value.length > length && value.startsWith(end))) return length;
      }
      return 0;
    },
  };
}

function spansOf(text: string, value: string, name: string): readonly Span[] {
  const spans: Span[] = [];
  for (let from = text.indexOf(value); from !== -1; from = text.indexOf(value, from + 1)) {
    spans.push({ from, to: from + value.length, name });
  }
  return spans;
}

/** Values that overlap go under one mark, so that no rest of one stays behind. */
function merge(spans: readonly Span[]): readonly Span[] {
  const merged: Span[] = [];
  for (const span of [...spans].sort((a, b) => a.from - b.from || b.to - a.to)) {
    const last = merged.at(-1);
    if (last !== undefined && span.from < last.to) last.to = Math.max(last.to, span.to);
    else merged.push({ ...span });
  }
  return merged;
}

function replace(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let at = 0;
  let result = '';
  for (const { from, to, name } of spans) {
    result += text.slice(at, from) + markOf(name);
    at = to;
  }
  return result + text.slice(at);
}

function createStream(replacer: Replacer): RedactingStream<string> {
  let held = '';
  return {
    push(piece) {
      held += piece;
      const spans = replacer.find(held);
      const open = held.length - replacer.openEnd(held);
      const cut = spans.find(({ from, to }) => from < open && to > open)?.from ?? open;
      const safe = held.length - cut > MAX_HELD ? held.length : cut;
      const shown = replace(
        held.slice(0, safe),
        spans.filter(({ to }) => to <= safe),
      );
      held = held.slice(safe);
      return shown;
    },
    end() {
      const shown = replacer.whole(held);
      held = '';
      return shown;
    },
  };
}

/** The value with every text exchanged; the very same value where no text changes. */
function findIn(value: unknown, marks: ReadonlyMap<string, string>): string | null {
  let found: string | null = null;
  mapTexts(value, (text) => {
    for (const [mark, name] of marks) if (text.includes(mark)) found = name;
    return text;
  });
  return found;
}

const asIs: RedactingStream<string> = { push: (piece) => piece, end: () => '' };
const bytesAsIs: RedactingStream<Uint8Array> = { push: (piece) => piece, end: () => new Uint8Array() };

/** No secret is known. */
const NOTHING: Redactor = {
  text: (text) => text,
  bytes: (bytes) => bytes,
  value: (value) => value,
  findMark: () => null,
  stream: () => asIs,
  byteStream: () => bytesAsIs,
};
