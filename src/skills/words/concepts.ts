import { ARTEFACTS } from './artefacts.ts';
import { FIELDS } from './fields.ts';
import { OFFICE } from './office.ts';
import { SOFTWARE } from './software.ts';
import { toStem } from './terms.ts';

let made: ReadonlyMap<string, readonly string[]> | null = null;

/**
 * A word or a pair of words, by stem -> the concepts it stands for, as terms that no text can hold. Made when first
 * asked for: as long as all skills fit into a prompt nothing is ranked.
 */
const concepts = (): ReadonlyMap<string, readonly string[]> =>
  (made ??= toConcepts(`${SOFTWARE}\n${OFFICE}\n${ARTEFACTS}\n${FIELDS}`));

function toConcepts(table: string): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const [at, line] of table.split('\n').entries()) {
    for (const word of line.split(' ').filter(Boolean)) {
      const key = word.split('_').map(toStem).join('_');
      const held = found.get(key) ?? [];
      if (!held.includes(`#${at}`)) found.set(key, [...held, `#${at}`]);
    }
  }
  return found;
}

const NONE: readonly string[] = [];

/** What a stem, or two stems joined by `_`, stands for. */
export const findConcepts = (stem: string): readonly string[] => concepts().get(stem) ?? NONE;

/** Every single stem that stands for something. */
export const listConceptStems = (): readonly string[] => [...concepts().keys()].filter((stem) => !stem.includes('_'));
