import { hasStem, isKnown } from './lexicon.ts';
import { isRun } from './runs.ts';
import type { Token } from './token.ts';

/** A word that is cut out of a run of letters. */
export type Part = Pick<Token, 'word' | 'start' | 'end' | 'isRespelt'>;

/** A run of letters as words: a contraction in two, a run of a script without blanks in its characters. */
export function toWords(raw: string, from: number): readonly Part[] {
  let start = from;
  if (isRun(raw)) return [...splitRun(raw, start)];
  const open = /^[$@'’]*/.exec(raw)?.[0].length ?? 0;
  const word = raw.replaceAll('’', "'").replace(/^[$@']+|[$@']+$/g, '');
  const end = start + open + word.length;
  start += open;
  if (word === '') return [];
  const part = (one: string): Part => ({ word: one, start, end, isRespelt: false });
  if (word.endsWith("n't")) {
    const verb = word === "can't" ? 'can' : word === "won't" ? 'will' : word.slice(0, -3);
    return [part(verb), part('not')];
  }
  const parts = word.split("'");
  const [head = '', tail = ''] = parts;
  const read = (one: string): Part => {
    const meant = plain(one);
    return { ...part(meant), isRespelt: meant !== one };
  };
  const rest = parts.length === 2 && head !== '' ? SHORT[tail] : undefined;
  if (rest !== undefined) return rest === '' ? [read(head)] : [read(head), part(rest)];
  return [read(parts.length === 2 && head.length <= 2 ? tail : parts.join(''))];
}

const SHORT: Readonly<Record<string, string>> = { re: 'are', ve: 'have', s: '', ll: 'will', d: '', m: 'am' };

function* splitRun(raw: string, start: number): Generator<Part> {
  let offset = 0;
  for (const character of raw) {
    yield { word: character, start: start + offset, end: start + offset + character.length, isRespelt: false };
    offset += character.length;
  }
}

const LOOKALIKES = 'аaеeоoрpсcуyхxіiјjѕsԁdһhӏlԛqԝwѵvкkмmтtвbнhαaοoνvρpτtιiκkεeυuηnχxγyαaіiɑaɡgոnսuօoհhցg';

/** The Latin letter that one of another script is drawn like. */
function unmask(letter: string): string {
  const at = LOOKALIKES.indexOf(letter);
  return at >= 0 && at % 2 === 0 ? (LOOKALIKES[at + 1] ?? letter) : letter;
}

const LEET: Readonly<Record<string, string>> = {
  0: 'o',
  1: 'i',
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  '@': 'a',
  '$': 's',
};

/** The word itself where a table knows it, else as which it may have been meant to be read. */
export function plain(word: string): string {
  const isForeign = /[^\p{ASCII}]/u.test(word);
  const isMixed = /[\d@$]/.test(word) && /\p{L}/u.test(word);
  if ((!isForeign && !isMixed) || isKnown(word)) return word;
  const latin = isForeign ? [...word].map(unmask).join('') : word;
  const spelt = isMixed ? [...latin].map((one) => LEET[one] ?? one).join('') : latin;
  const meant = [latin, spelt, spelt.replaceAll('i', 'l')].find(isKnown);
  if (meant !== undefined) return meant;
  const longest = [spelt, latin].find((one) => !/[^a-z]/.test(one) && hasStem(one, MIN_SPELT));
  return longest ?? (isForeign && !/[^a-z]/.test(latin) ? latin : word);
}

/** A shorter stem would be read into many a word. */
const MIN_SPELT = 4;
