import { toRegistry, type Indexed } from './registry.ts';
import { toRelevance, type Asked } from './relevance.ts';

/** What is known of a skill beside its text. */
export interface Standing {
  /** How often it was loaded. */
  readonly loads: number;
  /** 1: the owner's own or approved by the owner; 0: found somewhere. */
  readonly trust: number;
}

export interface Ranked<S extends Indexed> {
  readonly skill: S;
  /** How well it fits what is asked, in no unit; 0: nothing in common. */
  readonly relevance: number;
}

/** What use and trust add at most, as a share of the relevance: they decide between equals and never hide what fits. */
const USE_SHARE = 0.12;
const TRUST_SHARE = 0.06;
/** Every so many places one is kept for a skill that was never loaded and has something in common with the turn. */
const UNTRIED_EVERY = 5;

/**
 * Every skill, the fitting ones first: by words of the turn and the turn before, then by use and trust, then by name.
 * The same input gives the same order.
 */
export function rankSkills<S extends Indexed>(
  skills: readonly S[],
  asked: Asked,
  standings: ReadonlyMap<string, Standing>,
): readonly Ranked<S>[] {
  const { scores } = toRelevance(toRegistry(skills), asked);
  const mostLoads = skills.reduce((most, { name }) => Math.max(most, standings.get(name)?.loads ?? 0), 0);
  const ranked = skills.map((skill, at) => {
    const standing = standings.get(skill.name);
    const loads = standing?.loads ?? 0;
    const use = mostLoads === 0 ? 0 : Math.log1p(loads) / Math.log1p(mostLoads);
    const bonus = USE_SHARE * use + TRUST_SHARE * (standing?.trust ?? 0);
    const relevance = scores[at] ?? 0;
    return { skill, relevance, bonus, value: relevance * (1 + bonus), isUntried: loads === 0 };
  });
  ranked.sort((a, b) => b.value - a.value || b.bonus - a.bonus || compare(a.skill.name, b.skill.name));
  const ordered = mostLoads === 0 ? ranked : keepPlaces(ranked);
  return ordered.map(({ skill, relevance }) => ({ skill, relevance }));
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

interface Placed {
  readonly relevance: number;
  readonly isUntried: boolean;
}

/** Moves the next untried one up to each kept place that none has reached by itself. */
function keepPlaces<P extends Placed>(ranked: readonly P[]): readonly P[] {
  const untried = ranked.filter(({ isUntried, relevance }) => isUntried && relevance > 0);
  const placed = new Set<P>();
  let [next, sinceUntried] = [0, 0];
  for (const one of ranked) {
    if (placed.has(one)) continue;
    while (next < untried.length && isPlaced(placed, untried[next])) next++;
    const kept = untried[next];
    if (!one.isUntried && sinceUntried >= UNTRIED_EVERY - 1 && kept !== undefined) {
      placed.add(kept);
      sinceUntried = 0;
    }
    placed.add(one);
    sinceUntried = one.isUntried ? 0 : sinceUntried + 1;
  }
  return [...placed];
}

const isPlaced = <P>(placed: ReadonlySet<P>, one: P | undefined): boolean => one !== undefined && placed.has(one);
