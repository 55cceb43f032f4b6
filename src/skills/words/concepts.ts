import { ARTEFACTS } from './artefacts.ts';
import { FIELDS } from './fields.ts';
import { OFFICE } from './office.ts';
import { SOFTWARE } from './software.ts';
import { toStem } from './terms.ts';

/** A word by its stem -> the concepts it stands for, as terms that no text can hold. */
type Concepts = ReadonlyMap<string, readonly string[]>;

interface Tables {
  readonly words: Concepts;
  /** Pairs of words: by the first, what follows it. */
  readonly pairs: ReadonlyMap<string, Concepts>;
}

let made: Tables | null = null;

/** Made when first asked for: as long as all skills fit into a prompt nothing is ranked. */
const tables = (): Tables => (made ??= toTables(`${SOFTWARE}\n${OFFICE}\n${ARTEFACTS}\n${FIELDS}`));

function toTables(text: string): Tables {
  const words = new Map<string, string[]>();
  const pairs = new Map<string, Map<string, string[]>>();
  const add = (table: Map<string, string[]>, stem: string, concept: string): void => {
    const held = table.get(stem) ?? [];
    if (!held.includes(concept)) table.set(stem, [...held, concept]);
  };
  for (const [at, line] of text.split('\n').entries()) {
    for (const entry of line.split(' ').filter(Boolean)) {
      const [first = '', second, third] = entry.split('_').map(toStem);
      if (third !== undefined) continue; // a text is only ever asked for two in a row
      const table = second === undefined ? words : (pairs.get(first) ?? new Map<string, string[]>());
      add(table, second ?? first, `#${at}`);
      if (second !== undefined) pairs.set(first, table);
    }
  }
  return { words, pairs };
}

const NONE: readonly string[] = [];
const NO_PAIRS: Concepts = new Map();

/** What a stem stands for. */
export const findConcepts = (stem: string): readonly string[] => tables().words.get(stem) ?? NONE;

/** What a stem stands for together with the one behind it, by that. */
export const findPairConcepts = (stem: string): Concepts => tables().pairs.get(stem) ?? NO_PAIRS;

/** Every single stem that stands for something. */
export const listConceptStems = (): readonly string[] => [...tables().words.keys()];
