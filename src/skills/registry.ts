import { findConcepts, findPairConcepts, listConceptStems } from './words/concepts.ts';
import { createSimilar, type Similar } from './words/similar.ts';
import { toStems } from './words/terms.ts';

/** What the ranking reads of a skill. */
export interface Indexed {
  readonly name: string;
  readonly description: string;
}

/** Where a term occurs: `places[i]` is a skill of the list, `weights[i]` how much the term says about it. */
export interface Occurrences {
  readonly places: Int32Array;
  readonly weights: Float32Array;
}

/** What a list of skills says, ready to be searched. */
export interface Registry {
  readonly size: number;
  readonly terms: ReadonlyMap<string, Occurrences>;
  /** Words of the skills and of the table of concepts, for words that are spelt wrongly. Made when first asked for. */
  readonly similar: () => Similar;
}

/** `weights[i]` is what the skill says by the term of the number `terms[i]`; compact, since there may be thousands. */
interface Features {
  readonly terms: Int32Array;
  readonly weights: Float32Array;
}

const NAME_WEIGHT = 2.2;
/** How strongly a long description counts less for each of its words: 0 not at all, 1 in full. */
const LENGTH_EFFECT = 0.35;
const USUAL_LENGTH = 18;
/** How fast the second and third occurrence of a word stop to add. */
const SATURATION = 3;

/** So many terms are numbered; then everything is numbered anew. */
const MOST_TERMS = 200_000;

let featuresOf = new WeakMap<Indexed, Features>();
let words = createWords();
const registryOf = new WeakMap<Indexed, { readonly skills: readonly Indexed[]; readonly registry: Registry }>();

/** Prepares a list of skills once: the same objects in the same order give the prepared one again. */
export function toRegistry(skills: readonly Indexed[]): Registry {
  const [first] = skills;
  const kept = first === undefined ? undefined : registryOf.get(first);
  if (kept?.skills.length === skills.length && kept.skills.every((skill, at) => skill === skills[at]))
    return kept.registry;
  const registry = createRegistry(skills);
  if (first !== undefined) registryOf.set(first, { skills: [...skills], registry });
  return registry;
}

function createRegistry(skills: readonly Indexed[]): Registry {
  if (words.all.length > MOST_TERMS) {
    featuresOf = new WeakMap();
    words = createWords();
  }
  const terms = toOccurrences(skills.map(toFeatures));
  let similar: Similar | null = null;
  const stems = (): readonly string[] => [
    ...new Set([...[...terms.keys()].filter((term) => !/^#|_/.test(term)), ...listConceptStems()]),
  ];
  return { size: skills.length, terms, similar: () => (similar ??= createSimilar(stems())) };
}

/** By a count first, so that each list is laid down once in its full length: pushing to thousands of lists is slow. */
function toOccurrences(features: readonly Features[]): ReadonlyMap<string, Occurrences> {
  const ends = new Int32Array(words.all.length);
  for (const { terms } of features) for (const term of terms) ends[term] = (ends[term] ?? 0) + 1;
  let total = 0;
  for (const [term, count] of ends.entries()) {
    ends[term] = total;
    total += count;
  }
  const places = new Int32Array(total);
  const weights = new Float32Array(total);
  let place = 0;
  for (const { terms, weights: own } of features) {
    for (let at = 0; at < terms.length; at++) {
      const term = terms[at] ?? 0;
      const to = ends[term] ?? 0;
      places[to] = place;
      weights[to] = own[at] ?? 0;
      ends[term] = to + 1;
    }
    place++;
  }
  const found = new Map<string, Occurrences>();
  let start = 0;
  for (const { term, number } of words.all) {
    const end = ends[number] ?? 0;
    if (end > start) found.set(term, { places: places.subarray(start, end), weights: weights.subarray(start, end) });
    start = end;
  }
  return found;
}

/** A stem or a concept: looked up once a word, and counted in its place. */
interface Counted {
  readonly term: string;
  readonly number: number;
  readonly concepts: readonly Counted[];
  /** What it stands for together with the stem behind it; null: with none. */
  readonly pairs: ReadonlyMap<string, readonly Counted[]> | null;
  count: number;
  /** The text that counted it last: a concept counts once a text. */
  text: number;
}

interface Words {
  readonly all: readonly Counted[];
  of(stem: string): Counted;
  /** A number that no text had before. */
  nextText(): number;
}

function createWords(): Words {
  const known = new Map<string, Counted>();
  const all: Counted[] = [];
  let texts = 0;
  const toConcepts = (names: readonly string[]): readonly Counted[] =>
    names.map((name) => known.get(name) ?? put(name, [], null));
  const put = (term: string, concepts: readonly Counted[], pairs: Counted['pairs']): Counted => {
    const made = { term, number: all.length, concepts, pairs, count: 0, text: 0 };
    known.set(term, made);
    all.push(made);
    return made;
  };
  const create = (stem: string): Counted => {
    const pairs = [...findPairConcepts(stem)].map(([next, names]) => [next, toConcepts(names)] as const);
    return put(stem, toConcepts(findConcepts(stem)), pairs.length === 0 ? null : new Map(pairs));
  };
  return { all, of: (stem) => known.get(stem) ?? create(stem), nextText: () => ++texts };
}

function toFeatures(skill: Indexed): Features {
  const known = featuresOf.get(skill);
  if (known !== undefined) return known;
  const found: Counted[] = [];
  const length = addWords(found, skill.name, NAME_WEIGHT) + addWords(found, skill.description, 1);
  const norm = 1 - LENGTH_EFFECT + (LENGTH_EFFECT * length) / USUAL_LENGTH;
  const terms = new Int32Array(found.length);
  const weights = new Float32Array(found.length);
  let at = 0;
  for (const one of found) {
    terms[at] = one.number;
    weights[at++] = (one.count * (SATURATION + 1)) / (one.count + SATURATION * norm);
    one.count = 0;
  }
  const features = { terms, weights };
  featuresOf.set(skill, features);
  return features;
}

/** Adds the stems of a text and, once a text, what they stand for; gives the number of words that count. */
function addWords(found: Counted[], text: string, weight: number): number {
  const stems = toStems(text);
  const number = words.nextText();
  const concepts: Counted[] = [];
  const note = (one: Counted): void => {
    if (one.text === number) return;
    one.text = number;
    concepts.push(one);
  };
  const add = (one: Counted): void => {
    if (one.count === 0) found.push(one);
    one.count += weight;
  };
  let before: Counted | null = null;
  for (const stem of stems) {
    const one = words.of(stem);
    add(one);
    before?.pairs?.get(stem)?.forEach(note);
    one.concepts.forEach(note);
    before = one;
  }
  concepts.forEach(add);
  return stems.length;
}
