import { foldWord } from './fold.ts';
import { ACT_WORDS } from './words/acts.ts';
import { CONTEXT_WORDS } from './words/context.ts';
import { ORDER_WORDS } from './words/orders.ts';

const TABLES = { ...ORDER_WORDS, ...ACT_WORDS, ...CONTEXT_WORDS };

/** What a word can stand for in a rule. The last three are told by their shape. */
export type Concept = keyof typeof TABLES | 'address' | 'secretPlace' | 'digits';

interface Phrase {
  readonly words: readonly string[];
  readonly concepts: Concept[];
}

/** The tables of words, ready to be asked. */
export interface Lexicon {
  /** Phrases by their first word, the longest first; a word alone is a phrase of one. */
  readonly phrases: ReadonlyMap<string, readonly Phrase[]>;
  /** The same by a stem. */
  readonly stems: ReadonlyMap<string, readonly Phrase[]>;
  /** What is found inside a run of a script without blanks. */
  readonly runs: ReadonlyMap<string, readonly Concept[]>;
  /** Every word that occurs in a table. */
  readonly known: ReadonlySet<string>;
}

/** Scripts whose words are not parted by blanks, or carry endings that nobody lists. */
export const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;

export const MAX_RUN_WORD = 12;

let made: Lexicon | null = null;

/** Made when it is first asked for. */
export const getLexicon = (): Lexicon => (made ??= createLexicon());

function createLexicon(): Lexicon {
  const phrases = new Map<string, Phrase[]>();
  const stems = new Map<string, Phrase[]>();
  const runs = new Map<string, Concept[]>();
  const known = new Set<string>();
  for (const [concept, text] of entries()) {
    if (RUN.test(text) && !text.includes('*')) {
      put(runs, text.replaceAll(' ', ''), concept);
      continue;
    }
    const words = text.split(/[^\p{L}\p{M}\p{N}*]+/u).filter((word) => word !== '');
    const [first = ''] = words;
    for (const word of words) if (!word.endsWith('*')) known.add(word);
    const home = first.endsWith('*') ? stems : phrases;
    const key = first.replace('*', '');
    const list = home.get(key) ?? [];
    const same = list.find((phrase) => phrase.words.join(' ') === words.join(' '));
    if (same !== undefined) same.concepts.push(concept);
    else list.push({ words, concepts: [concept] });
    home.set(key, list);
  }
  for (const list of [...phrases.values(), ...stems.values()]) list.sort((a, b) => b.words.length - a.words.length);
  return { phrases, stems, runs, known };
}

function put(map: Map<string, Concept[]>, key: string, concept: Concept): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [concept]);
  else if (!list.includes(concept)) list.push(concept);
}

const isConcept = (name: string): name is keyof typeof TABLES => name in TABLES;

function entries(): readonly (readonly [Concept, string])[] {
  return Object.entries(TABLES).flatMap(([name, lines]) =>
    isConcept(name)
      ? lines
          .join(',')
          .split(',')
          .map((word) => [name, foldWord(word.trim())] as const)
          .filter(([, word]) => word !== '')
      : [],
  );
}

/** Whether a word, as the text has it, fits one of a table. */
export const fitsWord = (word: string, pattern: string): boolean =>
  pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
