import { ARTEFACTS } from './artefacts.ts';
import { FIELDS } from './fields.ts';
import { OFFICE } from './office.ts';
import { SOFTWARE } from './software.ts';
import { toStem } from './terms.ts';

/** A word or a pair of words, by stem -> the concepts it stands for, as terms that no text can hold. */
const CONCEPTS: ReadonlyMap<string, readonly string[]> = toConcepts(`${SOFTWARE}\n${OFFICE}\n${ARTEFACTS}\n${FIELDS}`);

function toConcepts(table: string): ReadonlyMap<string, readonly string[]> {
  const concepts = new Map<string, string[]>();
  for (const [at, line] of table.split('\n').entries()) {
    for (const word of line.split(' ').filter(Boolean)) {
      const key = word.split('_').map(toStem).join('_');
      const held = concepts.get(key) ?? [];
      if (!held.includes(`#${at}`)) concepts.set(key, [...held, `#${at}`]);
    }
  }
  return concepts;
}

const NONE: readonly string[] = [];

/** What a stem, or two stems joined by `_`, stands for. */
export const findConcepts = (stem: string): readonly string[] => CONCEPTS.get(stem) ?? NONE;

/** Every single stem that stands for something. */
export const listConceptStems = (): readonly string[] => [...CONCEPTS.keys()].filter((stem) => !stem.includes('_'));
