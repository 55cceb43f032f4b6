import type { Concept } from './reading/lexicon.ts';
import { ACTS } from './reading/mood.ts';
import type { Mark, Reading } from './reading/tokens.ts';

/**
 * A pattern of meanings: words for all of `all` within `within` words of each other, in any order, and none of `not`
 * among them.
 */
export interface Near {
  readonly all: readonly Concept[];
  readonly not: readonly Concept[];
  readonly within: number;
}

/** A place that a rule matches; offsets in the view. */
export interface Place {
  readonly start: number;
  readonly end: number;
}

/** How many words before an act a negation may stand. */
const REACH = 3;

/** How far around a pattern a word counts that takes it back. */
const BEFORE = 12;
const BEHIND = 8;

const FAR_REACH = 8;

/** `'override rules back -meta /9'` as a pattern. */
export function near(text: string): Near {
  const all: Concept[] = [];
  const not: Concept[] = [];
  let within = 10;
  for (const word of text.split(' ')) {
    if (word.startsWith('/')) within = Number(word.slice(1));
    else if (!word.startsWith('-')) all.push(toConcept(word));
    else not.push(toConcept(word.slice(1)));
  }
  return { all, not, within };
}

/** A test holds the rules to the concepts that there are. */
const toConcept = (word: string): Concept => word as Concept;

/** Whether the reading holds every meaning of the pattern. */
export function isPossible({ marks }: Reading, { all }: Near): boolean {
  for (const concept of all) if (!marks.has(concept)) return false;
  return true;
}

/** Every place that the pattern matches and that is not negated; each anchor once. */
export function* findNear(reading: Reading, { all, not, within }: Near): Generator<Place> {
  const lists = all.map((concept) => reading.marks.get(concept) ?? []);
  const rarest = lists.reduce((best, list, i) => (list.length < (lists[best]?.length ?? Infinity) ? i : best), 0);
  for (const anchor of lists[rarest] ?? []) {
    const found = gather(anchor, rarest, lists, within);
    if (found === null) continue;
    const first = found.reduce((a, b) => (b.at < a.at ? b : a));
    const last = found.reduce((a, b) => (b.end > a.end ? b : a));
    const isOff = not.some((concept) =>
      hasBetween(reading.marks.get(concept) ?? [], first.at - BEFORE, last.at + BEHIND),
    );
    if (isOff || found.some((mark, i) => isNegated(reading, mark, all[i]))) continue;
    yield { start: first.start, end: last.end };
  }
}

function gather(
  anchor: Mark,
  rarest: number,
  lists: readonly (readonly Mark[])[],
  within: number,
): readonly Mark[] | null {
  const found: Mark[] = [];
  for (let i = 0; i < lists.length; i++) {
    const mark = i === rarest ? anchor : nearest(lists[i] ?? [], anchor, found);
    if (mark === null) return null;
    found.push(mark);
  }
  const places = found.map(({ at }) => at);
  return Math.max(...places) - Math.min(...places) <= within ? found : null;
}

/** The mark nearest to the anchor that is not the same word as one in use. */
function nearest(list: readonly Mark[], anchor: Mark, used: readonly Mark[]): Mark | null {
  const i = lowerBound(list, anchor.at);
  let best: Mark | null = null;
  for (let k = Math.max(0, i - 2); k <= i + 1 && k < list.length; k++) {
    const mark = list[k];
    if (mark === undefined || overlaps(mark, anchor) || used.some((one) => overlaps(one, mark))) continue;
    if (best === null || Math.abs(mark.at - anchor.at) < Math.abs(best.at - anchor.at)) best = mark;
  }
  return best;
}

const overlaps = (a: Mark, b: Mark): boolean => a.start < b.end && b.start < a.end;

function lowerBound(list: readonly Mark[], at: number): number {
  let [low, high] = [0, list.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((list[middle]?.at ?? 0) < at) low = middle + 1;
    else high = middle;
  }
  return low;
}

const hasBetween = (list: readonly Mark[], from: number, to: number): boolean =>
  (list[lowerBound(list, from)]?.at ?? Infinity) <= to;

/** Whether a word in front of an act, in the same sentence, says the opposite. */
export function isNegated({ marks }: Reading, mark: Mark, concept: Concept | undefined): boolean {
  if (concept === undefined || !ACTS.has(concept)) return false;
  const reach = concept === 'unasked' || concept === 'stealth' || concept === 'disable' ? FAR_REACH : REACH;
  const list = marks.get('not') ?? [];
  for (let i = lowerBound(list, mark.at) - 1; i >= 0; i--) {
    const before = list[i];
    if (before === undefined || before.sentence !== mark.sentence || mark.at - before.at > reach) return false;
    if (before.end <= mark.start && !isWithin(marks, before)) return true;
  }
  return false;
}

/** Whether a negation is part of what says that nobody is asked or told: that turns nothing else round. */
const isWithin = (marks: Reading['marks'], one: Mark): boolean =>
  UNASKED.some((concept) => {
    const list = marks.get(concept) ?? [];
    const found = list[lowerBound(list, one.at)];
    return found !== undefined && found.start <= one.start && found.end > one.end;
  });

const UNASKED = ['unasked', 'stealth'] as const;
