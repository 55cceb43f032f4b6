import { findConcepts, listConceptStems } from './words/concepts.ts';
import { createSimilar, type Similar } from './words/similar.ts';
import { toStems } from './words/terms.ts';

/** What the ranking reads of a skill. */
export interface Indexed {
  readonly name: string;
  readonly description: string;
}

/** Where a term occurs: `places[i]` is a skill of the list, `weights[i]` how much the term says about it. */
export interface Occurrences {
  readonly places: readonly number[];
  readonly weights: readonly number[];
}

/** What a list of skills says, ready to be searched. */
export interface Registry {
  readonly size: number;
  readonly terms: ReadonlyMap<string, Occurrences>;
  /** Words of the skills and of the table of concepts, for words that are spelt wrongly. Made when first asked for. */
  readonly similar: () => Similar;
}

/** `weights[i]` is what the skill says by `terms[i]`; compact, since there may be thousands of skills. */
interface Features {
  readonly terms: readonly string[];
  readonly weights: Float32Array;
}

const NAME_WEIGHT = 2.2;
/** How strongly a long description counts less for each of its words: 0 not at all, 1 in full. */
const LENGTH_EFFECT = 0.35;
const USUAL_LENGTH = 18;
/** How fast the second and third occurrence of a word stop to add. */
const SATURATION = 3;

const featuresOf = new WeakMap<Indexed, Features>();
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
  const terms = new Map<string, { places: number[]; weights: number[] }>();
  for (const [place, skill] of skills.entries()) {
    const { terms: own, weights } = toFeatures(skill);
    for (const [at, term] of own.entries()) {
      const weight = weights[at] ?? 0;
      const held = terms.get(term);
      if (held === undefined) terms.set(term, { places: [place], weights: [weight] });
      else {
        held.places.push(place);
        held.weights.push(weight);
      }
    }
  }
  let similar: Similar | null = null;
  const stems = (): readonly string[] => [
    ...new Set([...[...terms.keys()].filter((term) => !/^#|_/.test(term)), ...listConceptStems()]),
  ];
  return { size: skills.length, terms, similar: () => (similar ??= createSimilar(stems())) };
}

function toFeatures(skill: Indexed): Features {
  const known = featuresOf.get(skill);
  if (known !== undefined) return known;
  const counts = new Map<string, number>();
  const length = addWords(counts, skill.name, NAME_WEIGHT) + addWords(counts, skill.description, 1);
  const norm = 1 - LENGTH_EFFECT + (LENGTH_EFFECT * length) / USUAL_LENGTH;
  const weigh = (count: number): number => (count * (SATURATION + 1)) / (count + SATURATION * norm);
  const features = { terms: [...counts.keys()], weights: Float32Array.from(counts.values(), weigh) };
  featuresOf.set(skill, features);
  return features;
}

/** Adds the stems of a text and, once a text, what they stand for; gives the number of words that count. */
function addWords(counts: Map<string, number>, text: string, weight: number): number {
  const stems = toStems(text);
  const concepts = new Set<string>();
  for (const [at, stem] of stems.entries()) {
    counts.set(stem, (counts.get(stem) ?? 0) + weight);
    for (const one of findConcepts(stem)) concepts.add(one);
    for (const one of findConcepts(`${stem}_${stems[at + 1] ?? ''}`)) concepts.add(one);
  }
  for (const one of concepts) counts.set(one, (counts.get(one) ?? 0) + weight);
  return stems.length;
}
