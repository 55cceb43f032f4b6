/** Of a whole reply, in UTF-16 units; whoever streams one stops there. */
export const MAX_REPLY = 100_000;

/** Places where an object may begin and none ends, after which nobody looks for another. */
const MOST_UNCLOSED = 16;

export interface FoundObjects {
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** Something looked like an object and was none. */
  readonly isBroken: boolean;
}

/**
 * Every JSON object that stands in a model's reply, outermost ones only. Prose and fences around them do not matter, nor
 * fences, line breaks and braces inside their texts, nor commas too many; what the model thought aloud first is no part
 * of the reply. Linear in its length.
 */
export function findObjects(reply: string): FoundObjects {
  const text = leaveOutThoughts(reply);
  const begin = /\{(?=\s{0,100}["'}])/g;
  const objects: Readonly<Record<string, unknown>>[] = [];
  let [isBroken, unclosed] = [false, 0];
  for (let match = begin.exec(text); match !== null && unclosed < MOST_UNCLOSED; match = begin.exec(text)) {
    const closed = readObject(text, match.index);
    const object = closed === null ? null : parseObject(closed.json);
    if (object === null) isBroken = true;
    else objects.push(object);
    if (closed === null) unclosed++;
    else begin.lastIndex = closed.end;
  }
  return { objects, isBroken };
}

interface Closed {
  /** Where the text goes on behind the object. */
  readonly end: number;
  /** The object with control characters in its texts escaped, and without commas before a closing bracket. */
  readonly json: string;
}

/** The text from an opening bracket to the one that closes it; null where none does. */
function readObject(text: string, start: number): Closed | null {
  const isLastComma = /,(?=\s{0,100}[}\]])/y;
  const parts: string[] = [];
  let [depth, from, isText] = [0, start, false];
  const replace = (at: number, by: string): void => {
    parts.push(text.slice(from, at), by);
    from = at + 1;
  };
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? '';
    if (char === '"') isText = !isText;
    else if (isText) {
      if (char === '\\') at++;
      else if (char < ' ') replace(at, escapeControl(char));
    } else if (char === '{' || char === '[') depth++;
    else if (char === '}' || char === ']') depth--;
    else if (char === ',') {
      isLastComma.lastIndex = at;
      if (isLastComma.test(text)) replace(at, '');
    }
    if (depth === 0) return { end: at + 1, json: [...parts, text.slice(from, at + 1)].join('') };
  }
  return null;
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' };

/** Models write line breaks into their texts as they are. */
const escapeControl = (char: string): string =>
  ESCAPES[char] ?? `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`;

function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Readonly<Record<string, unknown>>)
      : null;
  } catch {
    return null;
  }
}

const THOUGHT = /^\uFEFF?\s*<(think|thinking|thought|reasoning|reflection)>/i;

/** One that nobody ends is all that was said. */
function leaveOutThoughts(reply: string): string {
  let left = reply;
  for (let match = THOUGHT.exec(left); match !== null; match = THOUGHT.exec(left)) {
    const end = new RegExp(`</${match[1] ?? ''}>`, 'i').exec(left);
    left = end === null ? '' : left.slice(end.index + end[0].length);
  }
  return left;
}

/** The text of a key of an object's own. */
export const textOf = (object: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
};
