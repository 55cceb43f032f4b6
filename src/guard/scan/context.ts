import type { Reading } from './reading/tokens.ts';

const PAIRS = ['""', "''", '``', '“”', '‘’', '«»', '「」', '„“', '『』', '()'] as const;

/** How much may stand in quotes besides what was found. */
const MAX_QUOTED = 48;

/** Whether a place stands in quotation marks or a span of code that hold little else. */
export function isQuoted(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - MAX_QUOTED), start);
  const after = text.slice(end, end + MAX_QUOTED);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  const rest = after.includes('\n') ? after.slice(0, after.indexOf('\n')) : after;
  return PAIRS.some(([open, close]) => {
    if (open === undefined || close === undefined || open === '(') return false;
    const at = line.lastIndexOf(open);
    return at >= 0 && rest.includes(close) && (open !== "'" || !/[\p{L}\p{N}]/u.test(line[at - 1] ?? ' '));
  });
}

/** Words in front of a place that turn it round, or ask about it. */
const TURNED =
  /(?:\b(?:not|never|cannot|can't|don't|doesn't|mustn't|forbid|forbids|forbidden|prevents?|bugs?|lets|against|refuses?|avoid|why|whether|stops?|nobody|no one|warns?|flag|flags|detects?|rejects?|reports?|look for|search for|asks (?:the )?(?:assistant|agent|model|bot))\b|n't)[^.!?\n:;]{0,40}$/;

/** A text of others is spoken of that might say so. */
const REPORTED =
  /\b(?:if|when|because) (?:a|an|the|any|some) (?:\w{1,20} )?(?:page|mail|e-?mail|text|document|file|site|result|comment|readme|output|attacker)s?\b[^.!?\n]{0,60}$/;

/** Somebody was told to, or means to do it. */
const RETOLD =
  /\b(?:told|asked|advised|reminded|taught) (?:me|us|him|her|them|everyone|people) to\b[^.!?\n]{0,40}$|\b(?:decided|agreed|voted|planned|promised) to\b[^.!?\n]{0,40}$/;

const QUESTION =
  /^[\s"'(>*-]*(?:but |and |so |also )?(?:how (?:do|does|can|could|should|would|to)|can|could|should|may|is|are|does|do|did|why|what happens|what if|when does) (?:i|we|the|a|an|one|it|this|that|our|my|people|users|somebody|someone|they|there)\b/;
const END = /[.!?](?=\s|$)|\n/;

/** Whether the sentence asks how something is, and asks for nothing. */
export function isQuestion(text: string, start: number, end: number): boolean {
  const before = text.slice(Math.max(0, start - 200), start);
  const from = before.search(/[.!?]\s[^.!?]*$|\n[^\n]*$/);
  const sentence = before.slice(from + 1) + text.slice(start, start + 80);
  if (QUESTION.test(sentence.trimStart())) return true;
  const rest = text.slice(end, end + 120);
  const stop = END.exec(rest);
  return (
    stop?.[0] === '?' &&
    /\b(?:is (?:that|this|it)|safe|dangerous|risky|why|how|what|should i|allowed)\b/.test(
      before + rest.slice(0, stop.index),
    )
  );
}

/** Whether it is said that a text of others might ask for it. */
export const isReported = (text: string, start: number): boolean =>
  REPORTED.test(text.slice(Math.max(0, start - 100), start)) || RETOLD.test(text.slice(Math.max(0, start - 80), start));

/** Whether what stands right before a place, in its sentence, says the opposite or asks about it. */
export const isTurned = (text: string, start: number): boolean =>
  TURNED.test(text.slice(Math.max(0, start - 60), start));

/** How far from a place a word may stand that says the text is about such texts. */
const META_REACH = 30;

/** Whether the words around a place speak about attacks rather than make one. */
export function isAbout({ tokens, marks }: Reading, start: number, end: number): boolean {
  const metas = marks.get('meta') ?? [];
  if (metas.length === 0) return false;
  const at = (offset: number): number => {
    let [low, high] = [0, tokens.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((tokens[middle]?.start ?? 0) < offset) low = middle + 1;
      else high = middle;
    }
    return tokens[low]?.at ?? tokens.at(-1)?.at ?? 0;
  };
  const [from, to] = [at(start) - META_REACH, at(end) + META_REACH];
  let [low, high] = [0, metas.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((metas[middle]?.at ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  return (metas[low]?.at ?? Infinity) <= to;
}
