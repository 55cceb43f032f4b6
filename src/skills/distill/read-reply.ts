import type { SkillDraft } from '../../vocab/skill.ts';
import { MAX_DESCRIPTION, toName } from '../names.ts';

/** Of a whole reply, in UTF-16 units; whoever streams one stops there. */
export const MAX_REPLY = 100_000;
/** Of the body of a skill (`maxSkillBytes` of the workshop). */
const MAX_BODY_BYTES = 40_000;

export type DistillReply =
  | { readonly kind: 'create'; readonly draft: SkillDraft }
  /** Nothing comes of it; `code` says why. */
  | {
      readonly kind: 'nothing';
      readonly code: 'none' | 'prose' | 'broken-json' | 'invalid' | 'oversized';
      readonly message: string;
    };

type Nothing = Extract<DistillReply, { kind: 'nothing' }>;

const nothing = (code: Nothing['code'], message: string): Nothing => ({ kind: 'nothing', code, message });

/**
 * Reads what the auxiliary model said. Prose and fences around the object do not matter, nor fences, line breaks and
 * braces inside its texts, nor commas too many. Of several objects the last one that says what to do counts: what stands
 * before it is an example or a draft. Never throws; linear in the length of the reply.
 */
export function readReply(reply: string): DistillReply {
  if (reply.length > MAX_REPLY) return nothing('oversized', `The reply is longer than ${MAX_REPLY} characters.`);
  const { objects, isBroken } = findObjects(reply);
  const answers = objects.map(readAnswer).filter((answer) => answer !== null);
  const last = answers.findLast((answer) => answer.kind === 'create' || answer.code !== 'invalid') ?? answers.at(-1);
  if (last !== undefined) return last;
  if (isBroken) return nothing('broken-json', 'The reply holds an object that is no JSON.');
  return objects.length > 0
    ? nothing('invalid', 'The reply names no action.')
    : nothing('prose', 'The reply holds no JSON object.');
}

/** Null: the object says nothing about what to do. */
function readAnswer(object: Readonly<Record<string, unknown>>): DistillReply | null {
  const action = textOf(object, 'action')?.trim().toLowerCase();
  if (action === undefined)
    return Object.hasOwn(object, 'action') ? nothing('invalid', 'The action is no text.') : null;
  if (action === 'none') return nothing('none', 'The model found nothing worth keeping.');
  if (action !== 'create') return nothing('invalid', `There is no action ${JSON.stringify(action.slice(0, 40))}.`);
  const [name, description, body] = ['name', 'description', 'body'].map((key) => textOf(object, key)?.trim() ?? '');
  const missing = Object.entries({ name, description, body }).find(([, value]) => value === '');
  if (missing !== undefined) return nothing('invalid', `The skill has no ${missing[0]}.`);
  return toDraft({ name: name ?? '', description: description ?? '', body: body ?? '' });
}

function toDraft({ name: written, description: lines, body }: SkillDraft): DistillReply {
  const name = written.length > 1_000 ? null : toName(written);
  if (name === null) return nothing('invalid', `${JSON.stringify(written.slice(0, 80))} is no name for a skill.`);
  const description = lines.replaceAll(/\s+/g, ' ');
  if (description.length > MAX_DESCRIPTION)
    return nothing('oversized', `The description is longer than ${MAX_DESCRIPTION} characters.`);
  if (new TextEncoder().encode(body).length > MAX_BODY_BYTES)
    return nothing('oversized', `The body is longer than ${MAX_BODY_BYTES} bytes.`);
  return { kind: 'create', draft: { name, description, body } };
}

const textOf = (object: Readonly<Record<string, unknown>>, key: string): string | undefined => {
  const value = Object.hasOwn(object, key) ? object[key] : undefined;
  return typeof value === 'string' ? value : undefined;
};

/** Places where an object may begin and none ends, after which nobody looks for another. */
const MOST_UNCLOSED = 16;

interface FoundObjects {
  readonly objects: readonly Readonly<Record<string, unknown>>[];
  /** Something looked like an object and was none. */
  readonly isBroken: boolean;
}

/** Every JSON object that stands in the text, outermost ones only. */
function findObjects(text: string): FoundObjects {
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
