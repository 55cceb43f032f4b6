import { toRegistry, type Indexed } from '../../registry.ts';
import { toRelevance } from '../../relevance.ts';

/** Of a part of the transcript, in UTF-16 units: few enough words that all of them are looked at. */
const PART = 1_000;

/**
 * The skills by how near they are to what happened, the nearest first; equals by name. The transcript is looked at part by
 * part, so that what stands in its middle counts as much as its beginning.
 */
export function rankForTranscript<S extends Indexed>(skills: readonly S[], transcript: string): readonly S[] {
  const registry = toRegistry(skills);
  const total = new Float64Array(skills.length);
  for (let from = 0; from < transcript.length; from += PART) {
    const { scores } = toRelevance(registry, { text: transcript.slice(from, from + PART) });
    for (const [at, score] of scores.entries()) total[at] = (total[at] ?? 0) + score;
  }
  return skills
    .map((skill, at) => ({ skill, score: total[at] ?? 0 }))
    .toSorted((a, b) => b.score - a.score || (a.skill.name < b.skill.name ? -1 : 1))
    .map(({ skill }) => skill);
}
