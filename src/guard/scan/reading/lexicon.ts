import { RUN_WORDS, WORDS_BY_START, type TableName } from './words-by-start.ts';

/** What a word can stand for in a rule. Two are told by their shape; `sent` is what others send. */
export type Concept = TableName | 'address' | 'secretPlace' | 'sent';

/** A word alone is a phrase of one; `*` ends a stem. */
export interface Phrase {
  readonly words: readonly string[];
  readonly concept: Concept;
}

const phrases = new Map<string, readonly Phrase[]>();

/** The phrases that begin with the same letters as a word. */
function phrasesLike(word: string): readonly Phrase[] {
  const start = word.slice(0, 2);
  const known = phrases.get(start);
  if (known !== undefined) return known;
  if (!Object.hasOwn(WORDS_BY_START, start)) return NOTHING;
  const made = (WORDS_BY_START[start] ?? '').split('\n').map(toPhrase);
  phrases.set(start, made);
  return made;
}

function toPhrase(entry: string): Phrase {
  const [concept = '', ...words] = entry.split(/[ '-]+/);
  return { words, concept: concept as Concept };
}

const NOTHING: readonly Phrase[] = [];

const begun = new Map<string, readonly Phrase[]>();

/** How many words are remembered with what begins with them. */
const MAX_MEMORY = 20_000;

/** The phrases that begin with a word: first those with the whole of it, then by the length of its stem; the longest first. */
export function phrasesFrom(word: string): readonly Phrase[] {
  const known = begun.get(word);
  if (known !== undefined) return known;
  const found = findPhrases(word);
  if (begun.size < MAX_MEMORY) begun.set(word, found);
  return found;
}

const MIN_STEM = 3;
const MAX_STEM = 20;

function findPhrases(word: string): readonly Phrase[] {
  const weigh = (first: string): number => (first === word ? MAX_STEM + 1 : stemOf(word, first));
  const found = phrasesLike(word).flatMap((phrase) => {
    const weight = weigh(phrase.words[0] ?? '');
    return weight < MIN_STEM ? [] : [{ phrase, weight }];
  });
  if (found.length === 0) return NOTHING;
  found.sort((a, b) => b.weight - a.weight || b.phrase.words.length - a.phrase.words.length);
  return found.map(({ phrase }) => phrase);
}

/** How long the stem is that begins a word; 0: it is none, or not one of this word. */
function stemOf(word: string, first: string): number {
  const length = first.length - 1;
  return length <= MAX_STEM && first.endsWith('*') && word.startsWith(first.slice(0, -1)) ? length : 0;
}

/** Whether a stem of at least so many letters begins the word. */
export const hasStem = (word: string, minLength: number): boolean =>
  phrasesLike(word).some(({ words: [first = ''] }) => stemOf(word, first) >= minLength);

let known: ReadonlySet<string> | null = null;

/** Whether the word occurs in a table. */
export const isKnown = (word: string): boolean => (known ??= readKnown()).has(word);

const readKnown = (): ReadonlySet<string> =>
  new Set(
    Object.values(WORDS_BY_START).flatMap((entries) =>
      entries.split('\n').flatMap((entry) => toPhrase(entry).words.filter((word) => !word.endsWith('*'))),
    ),
  );

export const MAX_RUN_WORD = 12;

/** What a run of a script without blanks stands for. */
export const conceptsOfRun = (text: string): readonly Concept[] =>
  Object.hasOwn(RUN_WORDS, text) ? (RUN_WORDS[text] ?? []) : [];

/** Whether a word, as the text has it, fits one of a table. */
export const fitsWord = (word: string, pattern: string): boolean =>
  pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern;
