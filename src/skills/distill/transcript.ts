import { isUntrusted, toFrame } from '../../guard/envelope.ts';
import type { Turn, TurnCall } from './turn.ts';

/** Of everything that the model is shown of a turn, in UTF-16 units. */
export const MAX_TRANSCRIPT = 12_000;
const MAX_REQUEST = 2_500;
const MAX_ANSWER = 2_500;
const MAX_INPUT = 500;
const MAX_RESULT = 700;

export interface TranscriptParts {
  /** Whether a text reads like an injected order. */
  readonly isSuspicious: (text: string) => boolean;
  /** Of the frames around what others wrote; nobody who wrote it can know it. */
  readonly nonce: string;
}

/**
 * A turn as text: the request, the calls with what came of them, the answer. What reads like an injected order is left
 * out wherever it stands; what others wrote stands in a frame; what is private is left out. Where there are too many
 * calls, those in the middle are left out.
 */
export function toTranscript(turn: Turn, parts: TranscriptParts): string {
  const head = section('Request', shown(turn.request, MAX_REQUEST, { ...parts, from: turn.passedOn }));
  const tail = section('Answer', shown(turn.answer, MAX_ANSWER, { ...parts, from: null }));
  const left = MAX_TRANSCRIPT - head.length - tail.length - 2;
  return [head, section('Calls', toCalls(turn.calls, left - 100, parts)), tail].join('\n');
}

const section = (title: string, text: string): string => `## ${title}\n${text}\n`;

/** From both ends inwards, as long as there is room. */
function toCalls(calls: readonly TurnCall[], room: number, parts: TranscriptParts): string {
  const first: string[] = [];
  const last: string[] = [];
  let left = room;
  for (let taken = 0; taken < calls.length; taken++) {
    const at = taken % 2 === 0 ? first.length : calls.length - 1 - last.length;
    const call = calls[at];
    const text = call === undefined ? '' : toCall(call, at + 1, parts);
    if (text.length + 1 > left) break;
    left -= text.length + 1;
    if (taken % 2 === 0) first.push(text);
    else last.unshift(text);
  }
  const missing = calls.length - first.length - last.length;
  return [...first, ...(missing === 0 ? [] : [`[${missing} more calls are left out here]`]), ...last].join('\n');
}

function toCall(
  { tool, input, outcome, text, origin, ...call }: TurnCall,
  number: number,
  parts: TranscriptParts,
): string {
  const given = shown(JSON.stringify(input) ?? '', MAX_INPUT, { ...parts, from: null });
  const head = `${number}. ${tool.slice(0, 100)} ${given} -> ${outcome}`;
  if (call.private) return `${head}\n[private result]`;
  if (text.trim() === '') return head;
  return `${head}\n${shown(text, MAX_RESULT, { ...parts, from: isUntrusted(origin) ? origin : null })}`;
}

const LEFT_OUT = '[left out: it reads like an order to the agent]';

/** Looked at whole where that is affordable: what is cut in two must not pass for harmless. */
const MAX_LOOKED_AT = 100_000;

function shown(
  text: string,
  most: number,
  { isSuspicious, nonce, from }: TranscriptParts & { readonly from: string | null },
): string {
  const bounded = cutMiddle(text, most);
  if (isSuspicious(text.slice(0, MAX_LOOKED_AT)) || isSuspicious(bounded)) return LEFT_OUT;
  return from === null ? bounded : toFrame(bounded, nonce, from);
}

/** The beginning and the end, never in the middle of a character. */
function cutMiddle(text: string, most: number): string {
  if (text.length <= most) return text;
  const half = most / 2;
  const isHigh = (at: number): boolean => /[\ud800-\udbff]/.test(text[at] ?? '');
  const end = isHigh(half - 1) ? half - 1 : half;
  const start = text.length - half + (isHigh(text.length - half - 1) ? 1 : 0);
  return `${text.slice(0, end)}\n[${start - end} characters are left out here]\n${text.slice(start)}`;
}
