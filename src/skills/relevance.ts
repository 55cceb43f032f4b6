import type { Registry } from './registry.ts';
import { findConcepts, findPairConcepts } from './words/concepts.ts';
import type { Similar } from './words/similar.ts';
import { toStem, toStems } from './words/terms.ts';

/** What a turn asks for: its text, and what was asked in the turn before. */
export interface Asked {
  readonly text: string;
  readonly before?: string;
}

export interface Relevance {
  /** One score a skill, in the order of the list; 0: nothing in common. */
  readonly scores: Float64Array;
  /** As `scores`, with no word counting for much more than one unit: many words in common, not one that is strong. */
  readonly matched: Float64Array;
  /** What a word of the text gives that a single skill has, once. */
  readonly unit: number;
  /** The score of a skill that alone had every word of the text, once each. */
  readonly most: number;
}

type Way = readonly [term: string, weight: number];
/** One word of a question: the terms by which it may be found, and its own weight. */
interface Wanted {
  readonly ways: readonly Way[];
  readonly weight: number;
}

const CONCEPT_WEIGHT = 0.9;
const PART_WEIGHT = 0.7;
const SIMILAR_WEIGHT = 0.8;
const BEFORE_WEIGHT = 0.3;
/** Of a long text the first words say what is wanted, the last ones what came of it. */
const FIRST_WORDS = 160;
const LAST_WORDS = 80;
const MAX_CHARS = 20_000;
const MOST_UNITS = 1.3;
/** Unknown words of a text that are looked for by their spelling; a pasted log is full of them. */
const MOST_SIMILAR = 16;

/** How well each skill of a registry fits what is asked: BM25 over words, what they stand for, and near spellings. */
export function toRelevance(registry: Registry, asked: Asked): Relevance {
  const now = toWanted(registry, asked.text, 1);
  const before = asked.before === undefined ? [] : toWanted(registry, asked.before, BEFORE_WEIGHT);
  const scores = new Float64Array(registry.size);
  const matched = new Float64Array(registry.size);
  const best = new Float64Array(registry.size);
  const unit = toRarity(registry.size, 1);
  let most = 0;
  for (const wanted of [...now, ...before]) {
    const touched = scoreWord(registry, wanted, best);
    for (const place of touched) {
      const score = best[place] ?? 0;
      scores[place] = (scores[place] ?? 0) + score;
      matched[place] = (matched[place] ?? 0) + Math.min(MOST_UNITS * unit, score);
      best[place] = 0;
    }
    if (wanted.weight === 1) most += Math.min(unit, Math.max(...wanted.ways.map(([term]) => rarity(registry, term))));
  }
  return { scores, matched, unit, most };
}

/** Leaves in `best` what the word gives each skill by its best way; gives the skills it touched. */
function scoreWord(registry: Registry, { ways, weight }: Wanted, best: Float64Array): readonly number[] {
  const touched: number[] = [];
  for (const [term, share] of ways) {
    const found = registry.terms.get(term);
    if (found === undefined) continue;
    const factor = weight * share * rarity(registry, term);
    for (let at = 0; at < found.places.length; at++) {
      const place = found.places[at] ?? 0;
      const score = factor * (found.weights[at] ?? 0);
      const held = best[place] ?? 0;
      if (held === 0) touched.push(place);
      if (score > held) best[place] = score;
    }
  }
  return touched;
}

const rarity = (registry: Registry, term: string): number =>
  toRarity(registry.size, registry.terms.get(term)?.places.length ?? 0);

const toRarity = (size: number, holders: number): number => Math.log(1 + (size - holders + 0.5) / (holders + 0.5));

function toWanted(registry: Registry, text: string, weight: number): readonly Wanted[] {
  const cut = text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS / 2)} ${text.slice(-MAX_CHARS / 2)}`;
  const stems = toStems(cut);
  const pairs = new Map(
    stems.slice(1).map((stem, at) => [`${stems[at] ?? ''}_${stem}`, [stems[at] ?? '', stem] as const]),
  );
  const single = [...new Set(stems)];
  const kept =
    single.length <= FIRST_WORDS + LAST_WORDS
      ? single
      : [...single.slice(0, FIRST_WORDS), ...single.slice(-LAST_WORDS)];
  const similar = createSimilarLook(registry);
  return [
    ...kept.map((stem) => ({ ways: toWays(registry, stem, similar), weight })),
    ...[...pairs.values()].flatMap((pair) => {
      const concepts = findPairConcepts(pair[0]).get(pair[1]) ?? [];
      return concepts.length === 0 ? [] : [{ ways: toConceptWays(concepts, 1), weight }];
    }),
  ];
}

/** As it is written; else by its parts, as in German; else by words that look like it. */
function toWays(registry: Registry, stem: string, similar: Similar['find']): readonly Way[] {
  const direct = expand(stem, 1);
  if (isKnown(registry, stem)) return direct;
  const parts = splitCompound(registry, stem);
  if (parts.length > 0) return parts.flatMap((part) => expand(part, PART_WEIGHT));
  const found = similar(stem, 3);
  return found.length === 0 ? direct : found.flatMap(([word, likeness]) => expand(word, likeness * SIMILAR_WEIGHT));
}

/** Finds similar words for so many unknown ones, and then no more. */
function createSimilarLook(registry: Registry): Similar['find'] {
  let left = MOST_SIMILAR;
  return (word, most) => (left-- > 0 ? registry.similar().find(word, most) : []);
}

const expand = (stem: string, weight: number): readonly Way[] => [
  [stem, weight],
  ...toConceptWays(findConcepts(stem), weight),
];

const toConceptWays = (concepts: readonly string[], weight: number): readonly Way[] =>
  concepts.map((concept) => [concept, weight * CONCEPT_WEIGHT] as const);

const isKnown = (registry: Registry, stem: string): boolean =>
  registry.terms.has(stem) || findConcepts(stem).length > 0;

const SHORTEST_PART = 4;

/** `Mietvertrag`: the longest known beginning and the longest known end of a word. */
function splitCompound(registry: Registry, stem: string): readonly string[] {
  const parts: string[] = [];
  for (let end = stem.length - 3; end >= SHORTEST_PART; end--) {
    const found = [stem.slice(0, end), toStem(stem.slice(0, end))].find((part) => isKnown(registry, part));
    if (found === undefined) continue;
    parts.push(found);
    break;
  }
  for (let start = 3; start <= stem.length - SHORTEST_PART; start++) {
    const part = stem.slice(start);
    if (!isKnown(registry, part)) continue;
    parts.push(part);
    break;
  }
  return parts;
}
