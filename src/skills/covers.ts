import { toRegistry, type Indexed } from './registry.ts';
import { toRelevance } from './relevance.ts';

/**
 * From here on a skill covers a request. Pinned by test/cases/skill-covers.jsonl, among many skills and among few: at most
 * one in thirty requests of another field reaches it, and more than four in five of the own do.
 */
const COVERED_AT = 1.3;

/** The skill that covers the work of a request, or null: then there is something to be learned from it. */
export function findCovering<S extends Indexed>(skills: readonly S[], request: string): S | null {
  let [best, most] = [null as S | null, 0];
  for (const [at, score] of toCoverage(skills, request).entries()) {
    const skill = skills[at];
    if (skill !== undefined && score > most) [best, most] = [skill, score];
  }
  return most >= COVERED_AT ? best : null;
}

/** Whether an existing skill covers the work of a request. */
export const covers = (skills: readonly Indexed[], request: string): boolean => findCovering(skills, request) !== null;

/**
 * The score of the ranking made independent of how many skills there are: the share of the request that a skill has, times
 * the number of rare words that this amounts to. A short request is covered by little only if that little is rare.
 */
function toCoverage(skills: readonly Indexed[], request: string): Float64Array {
  const { matched, unit, most } = toRelevance(toRegistry(skills), { text: request });
  return most === 0 || unit === 0 ? matched : matched.map((score) => (score / most) * (score / unit));
}
