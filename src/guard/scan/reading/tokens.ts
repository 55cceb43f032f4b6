import { cutTokens } from './cut-tokens.ts';
import { conceptsOfRun, fitsWord, isKnown, MAX_RUN_WORD, phrasesFrom, type Concept } from './lexicon.ts';
import { isRun } from './runs.ts';
import { isDenied, isGoal, isSentByOthers, mayMean } from './mood.ts';
import { plain } from './spelling.ts';
import type { Token } from './token.ts';

/** A word or phrase that means something to the rules. */
export interface Mark {
  readonly at: number;
  readonly start: number;
  readonly end: number;
  readonly sentence: number;
  /** Index of its first token. */
  readonly token: number;
}

export interface Reading {
  readonly tokens: readonly Token[];
  readonly marks: ReadonlyMap<Concept, readonly Mark[]>;
}

/** The words of a view and what they stand for. Linear in its length. */
export function readTokens(text: string): Reading {
  const tokens = joinLetters(cutTokens(text));
  return { tokens, marks: findMarks(text, tokens) };
}

const MIN_LETTERS = 4;

const isLetter = (token: Token | undefined): boolean =>
  token !== undefined && token.word.length === 1 && /^[a-zа-я0-9]$/.test(token.word);

function hasLetters(tokens: readonly Token[]): boolean {
  let count = 0;
  for (const token of tokens) {
    count = isLetter(token) ? count + 1 : 0;
    if (count === 3) return true;
  }
  return false;
}

/** Letters that stand alone, four or more in a row, as the words they spell; a wider gap parts two words. */
function joinLetters(tokens: readonly Token[]): readonly Token[] {
  if (!hasLetters(tokens)) return tokens;
  const out: Token[] = [];
  let gone = 0;
  for (let i = 0; i < tokens.length;) {
    const one = tokens[i];
    if (one !== undefined && !isLetter(one)) {
      out.push(gone === 0 ? one : { ...one, at: one.at - gone });
      i++;
      continue;
    }
    let end = i;
    while (isLetter(tokens[end]) && (end === i || gapBefore(tokens, end) <= 5)) end++;
    const run = tokens.slice(i, end);
    const next = Math.max(end, i + 1);
    const spelt = run.length >= MIN_LETTERS ? spell(run) : tokens.slice(i, next);
    const shift = gone;
    for (const token of spelt) out.push(shift === 0 ? token : { ...token, at: token.at - shift });
    gone += next - i - spelt.length;
    i = next;
  }
  return out;
}

const gapBefore = (tokens: readonly Token[], i: number): number => (tokens[i]?.start ?? 0) - (tokens[i - 1]?.end ?? 0);

function spell(run: readonly Token[]): readonly Token[] {
  const words: Token[][] = [[]];
  run.forEach((token, i) => {
    if (i > 0 && gapBefore(run, i) > 1) words.push([]);
    words.at(-1)?.push(token);
  });
  let at = run[0]?.at ?? 0;
  return words.flatMap((letters) => {
    const spelt = letters.map(({ word }) => word).join('');
    const [first] = letters;
    const last = letters.at(-1);
    if (first === undefined || last === undefined) return [];
    const cut = words.length === 1 && spelt.length > 12 ? segment(spelt) : [plain(spelt)];
    return cut.map((word) => ({ ...first, word, end: last.end, at: at++, isRespelt: true }));
  });
}

/** The longest known words one after the other. */
function segment(spelt: string): readonly string[] {
  const words: string[] = [];
  for (let i = 0; i < spelt.length;) {
    let length = Math.min(20, spelt.length - i);
    while (length > 1 && !isKnown(spelt.slice(i, i + length))) length--;
    words.push(spelt.slice(i, i + length));
    i += length;
  }
  return words;
}

const NOTHING = { word: '', shape: null } as const;

function findMarks(text: string, tokens: readonly Token[]): ReadonlyMap<Concept, readonly Mark[]> {
  const marks = new Map<Concept, Mark[]>();
  const put: Put = (concept, first, last) => {
    const [from, to] = [tokens[first], tokens[last]];
    if (from === undefined || to === undefined) return;
    const mark = { at: from.at, start: from.start, end: to.end, sentence: from.sentence, token: first };
    const list = marks.get(concept);
    if (list === undefined) marks.set(concept, [mark]);
    else list.push(mark);
  };
  for (let i = 0; i < tokens.length; i++) {
    const { word, shape } = tokens[i] ?? NOTHING;
    if (shape !== null) {
      if (shape !== 'secretPlace' || !isGoal(tokens, i)) put(shape, i, i);
    } else if (word.charCodeAt(0) > 0x7f && isRun(word)) markRun(tokens, i, put);
    else markPhrases({ text, tokens }, i, put);
  }
  return marks;
}

type Put = (concept: Concept, first: number, last: number) => void;

interface Words {
  readonly text: string;
  readonly tokens: readonly Token[];
}

function markPhrases({ text, tokens }: Words, i: number, put: Put): void {
  const starting = phrasesFrom(tokens[i]?.word ?? '');
  if (starting.length === 0) return;
  const seen: Concept[] = [];
  for (const { words, concept } of starting) {
    if (seen.includes(concept) || !fitsPhrase(tokens, i, words)) continue;
    seen.push(concept);
    if (words.length > 1 && (concept === 'unasked' || concept === 'stealth') && isDenied(tokens, i)) continue;
    if (words.length === 1 && !mayMean(concept, text, tokens, i)) {
      if (isSentByOthers(concept, text, tokens, i)) put('sent', i, i);
      continue;
    }
    put(concept, i, i + words.length - 1);
  }
}

function fitsPhrase(tokens: readonly Token[], i: number, words: readonly string[]): boolean {
  for (let k = 1; k < words.length; k++) {
    const token = tokens[i + k];
    if (token === undefined || !fitsWord(token.word, words[k] ?? '')) return false;
  }
  return true;
}

function markRun(tokens: readonly Token[], i: number, put: Put): void {
  let text = '';
  for (let k = 0; k < MAX_RUN_WORD; k++) {
    const token = tokens[i + k];
    if (token === undefined || (k > 0 && token.sentence !== tokens[i]?.sentence)) return;
    text += token.word;
    for (const concept of conceptsOfRun(text)) put(concept, i, i + k);
  }
}
