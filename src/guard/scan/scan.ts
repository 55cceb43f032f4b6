import { findAddressed } from './addressed.ts';
import { isAbout, isQuestion, isQuoted, isReported, isTurned } from './context.ts';
import { toView } from './fold.ts';
import { findHidden } from './hidden.ts';
import { findNear, isPossible, type Place } from './near.ts';
import type { Rule } from './rule.ts';
import { findProspects, placesOfShape } from './shapes/prospects.ts';
import type { Token } from './reading/token.ts';
import { readTokens, type Reading } from './reading/tokens.ts';

/** A rule that matched. Offsets are into the original text. */
export interface Hit<S extends string> {
  readonly rule: Rule<S>;
  readonly start: number;
  readonly end: number;
  /** It is quoted, forbidden, or the text around it teaches about such texts. */
  readonly told: boolean;
}

/** Every place at which a rule matches, on every view of the text. Linear in its length. */
export function findHits<S extends string>(source: string, rules: readonly Rule<S>[]): readonly Hit<S>[] {
  const view = toView(source);
  const reading = readTokens(view.text);
  const seen = [...hitsOf(view.text, reading, rules)].map(({ rule, place, told }) => ({
    ...{ rule, told },
    start: view.at[place.start] ?? source.length,
    end: (view.at[place.end - 1] ?? source.length - 1) + 1,
  }));
  const concealing = rules.find(({ id }) => id === 'hidden-text');
  const hidden = findHidden(source).flatMap((one): readonly Hit<S>[] => {
    const { start, end } = one;
    const isConcealed = concealing !== undefined && (one.by === 'tags' || one.by === 'selectors' || one.by === 'bidi');
    const inner = toView(one.text);
    const found = [...hitsOf(inner.text, readTokens(inner.text), rules)].filter(({ told }) => !told);
    return [
      ...(isConcealed ? [{ rule: concealing, start, end, told: false }] : []),
      ...found.map(({ rule }) => ({ rule, start, end, told: false })),
    ];
  });
  return [...seen, ...rawHits(source, rules), ...hidden];
}

/** Without one of these, no shape on the original text has anything to find. */
const UNSEEN = /[\u00AD\u034F\u200B-\u200F\u202A-\u202E\u2060-\u206F\uFE00-\uFE0F\uFEFF\u{E0000}-\u{E01EF}]/u;

function rawHits<S extends string>(source: string, rules: readonly Rule<S>[]): readonly Hit<S>[] {
  const isSeen = !UNSEEN.test(source);
  return rules.flatMap((rule) => {
    const shaped = (isSeen ? [] : (rule.raw ?? [])).flatMap((shape) => placesOfShape(source, shape));
    return [...shaped, ...(rule.find?.(source) ?? [])].map((place) => ({ rule, ...place, told: false }));
  });
}

interface Found<S extends string> {
  readonly rule: Rule<S>;
  readonly place: Place;
  readonly told: boolean;
}

function* hitsOf<S extends string>(text: string, reading: Reading, rules: readonly Rule<S>[]): Generator<Found<S>> {
  const isProspect = findProspects(text);
  const spelt = spell(reading);
  const isSpeltProspect = spelt === null ? null : findProspects(spelt.text);
  for (const rule of rules) {
    const told = (place: Place): boolean => isTold(text, reading, place, rule);
    for (const pattern of rule.near ?? []) {
      if (!isPossible(reading, pattern)) continue;
      for (const place of findNear(reading, pattern)) yield { rule, place, told: told(place) };
    }
    for (const shape of rule.shapes ?? []) {
      const places = isProspect(shape) ? placesOfShape(text, shape) : [];
      for (const place of places) yield { rule, place, told: isTurned(text, place.start) || told(place) };
      if (spelt === null || places.length > 0 || isSpeltProspect?.(shape) !== true) continue;
      for (const place of placesOfShape(spelt.text, shape)) yield { rule, place: spelt.toView(place), told: false };
    }
    if (rule.addressed === true) {
      for (const place of findAddressed(text, reading)) yield { rule, place, told: told(place) };
    }
  }
}

/** How many words around one that was respelt are looked at. */
const AROUND = 12;

interface Spelt {
  readonly text: string;
  readonly toView: (place: Place) => Place;
}

/** The words around respelt ones as they are to be read, with one blank between them, for shapes; null: there is none. */
function spell(reading: Reading): Spelt | null {
  const tokens: Token[] = [];
  let last = -1;
  reading.tokens.forEach(({ isRespelt }, i) => {
    if (!isRespelt) return;
    const to = Math.min(reading.tokens.length - 1, i + AROUND);
    for (let k = Math.max(last + 1, i - AROUND); k <= to; k++) tokens.push(...reading.tokens.slice(k, k + 1));
    last = Math.max(last, to);
  });
  if (tokens.length === 0) return null;
  const starts: number[] = [];
  let length = 0;
  for (const { word } of tokens) {
    starts.push(length);
    length += word.length + 1;
  }
  const tokenAt = (offset: number): Token | undefined => {
    let [low, high] = [0, starts.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle + 1;
      else high = middle;
    }
    return tokens[Math.max(0, low - 1)];
  };
  return {
    text: tokens.map(({ word }) => word).join(' '),
    toView: ({ start, end }) => ({ start: tokenAt(start)?.start ?? 0, end: tokenAt(end - 1)?.end ?? 0 }),
  };
}

function isTold<S extends string>(
  text: string,
  reading: Reading,
  { start, end }: Place,
  { toldBy, asks }: Rule<S>,
): boolean {
  if (toldBy === 'nothing') return false;
  if (isReported(text, start) || (asks === true && isQuestion(text, start, end))) return true;
  const about = isAbout(reading, start, end);
  if (toldBy === 'either') return about || isQuoted(text, start, end);
  return about && (isQuoted(text, start, end) || isQuoted(text, Math.max(start, end - 1), end));
}
