import { foldText } from './fold.ts';
import { ACT_WORDS } from './words/acts.ts';
import { CONTEXT_WORDS } from './words/context.ts';
import { ORDER_WORDS } from './words/orders.ts';

const TABLES = { ...ORDER_WORDS, ...ACT_WORDS, ...CONTEXT_WORDS };

/** What a word can stand for in a rule. The last two are told by their shape. */
export type Concept = keyof typeof TABLES | 'address' | 'secretPlace';

export interface Phrase {
  readonly words: readonly string[];
  readonly concept: Concept;
}

/** The tables of words, ready to be asked. */
export interface Lexicon {
  /** The phrases that begin with a word, the longest first; a word alone is a phrase of one. */
  readonly startingWith: (word: string) => readonly Phrase[];
  /** Phrases by the stem of their first word. */
  readonly stems: ReadonlyMap<string, readonly Phrase[]>;
  /** What is found inside a run of a script without blanks. */
  readonly runs: ReadonlyMap<string, readonly Concept[]>;
  /** Every word that occurs in a table. */
  readonly known: ReadonlySet<string>;
}

/** Scripts whose words are not parted by blanks, or carry endings that nobody lists. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]/u;

export const MAX_RUN_WORD = 12;

let latin: Lexicon | null = null;
let whole: Lexicon | null = null;

const BEYOND_LATIN = /[^\0-\u024f\u1e00-\u1eff\u2018\u2019]/;

/** Made when it is first asked for; for a text in Latin letters without the words of other scripts. */
export const getLexicon = (text: string): Lexicon =>
  whole ?? (BEYOND_LATIN.test(text) ? (whole = createLexicon(true)) : (latin ??= createLexicon(false)));

function createLexicon(isWhole: boolean): Lexicon {
  const phrases = new Map<string, Phrase[]>();
  const stems = new Map<string, Phrase[]>();
  const runs = new Map<string, Concept[]>();
  const known = new Set<string>();
  for (const [name, lines] of Object.entries(TABLES)) {
    if (!isConcept(name)) continue;
    for (const entry of lines.join(',').split(',')) {
      if (!isWhole && BEYOND_LATIN.test(entry)) continue;
      const text = foldText(entry.trim());
      if (isRun(text) && !text.includes('*')) put(runs, text.replaceAll(' ', ''), name);
      else if (text !== '') putPhrase(text, name, { phrases, stems, known });
    }
  }
  for (const list of [...phrases.values(), ...stems.values()]) list.sort((a, b) => b.words.length - a.words.length);
  const memory = new Map<string, readonly Phrase[]>();
  const startingWith = (word: string): readonly Phrase[] => {
    const known = memory.get(word);
    if (known !== undefined) return known;
    const found = findStarting(word, phrases, stems);
    if (memory.size < MAX_MEMORY) memory.set(word, found);
    return found;
  };
  return { startingWith, stems, runs, known };
}

/** How many words are remembered with what begins with them. */
const MAX_MEMORY = 20_000;

const MIN_STEM = 3;
export const MAX_STEM = 20;

function findStarting(
  word: string,
  phrases: ReadonlyMap<string, readonly Phrase[]>,
  stems: ReadonlyMap<string, readonly Phrase[]>,
): readonly Phrase[] {
  const found = [...(phrases.get(word) ?? [])];
  for (let length = Math.min(word.length, MAX_STEM); length >= MIN_STEM; length--) {
    found.push(...(stems.get(word.slice(0, length)) ?? []));
  }
  return found.length === 0 ? NOTHING : found;
}

const NOTHING: readonly Phrase[] = [];

/** Whether the text holds a character of such a script; no such one is below. */
export const isRun = (text: string): boolean => /[^\0-\u0e00]/.test(text) && RUN.test(text);

interface Words {
  readonly phrases: Map<string, Phrase[]>;
  readonly stems: Map<string, Phrase[]>;
  readonly known: Set<string>;
}

function putPhrase(text: string, concept: Concept, { phrases, stems, known }: Words): void {
  const words = text.split(/[ '-]+/);
  const [first = ''] = words;
  for (const word of words) if (!word.endsWith('*')) known.add(word);
  const isStem = first.endsWith('*');
  const home = isStem ? stems : phrases;
  const key = isStem ? first.slice(0, -1) : first;
  const list = home.get(key);
  if (list === undefined) home.set(key, [{ words, concept }]);
  else list.push({ words, concept });
}

function put(map: Map<string, Concept[]>, key: string, concept: Concept): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [concept]);
  else if (!list.includes(concept)) list.push(concept);
}

const isConcept = (name: string): name is keyof typeof TABLES => name in TABLES;

/** Whether a word, as the text has it, fits one of a table. */
export const fitsWord = (word: string, pattern: string): boolean =>
  pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
