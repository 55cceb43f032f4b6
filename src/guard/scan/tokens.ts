import { isAscii, isRun } from './fold.ts';
import { conceptsOfRun, fitsWord, hasStem, isKnown, MAX_RUN_WORD, phrasesFrom, type Concept } from './lexicon.ts';

/** A word of a view. `at` counts words, and more at the end of a sentence. */
export interface Token {
  readonly word: string;
  readonly start: number;
  readonly end: number;
  readonly at: number;
  /** Of the sentence it stands in. */
  readonly sentence: number;
  /** What its shape says it is; null: a word. */
  readonly shape: 'address' | 'secretPlace' | null;
  /** It was not written as it is to be read. */
  readonly isRespelt: boolean;
}

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

/** How far apart the last word of a sentence and the first of the next are. */
const SENTENCE_GAP = 6;

const ADDRESS = String.raw`https?:\/\/[^\s<>"'\x60)\]]{1,300}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\w-]{1,40}\.){1,3}(?:invalid|com|net|org|io|ru|cn|xyz|top|site|info|biz|onion)\b`;
const SECRET_PLACE = String.raw`(?<![\w])~?\/?\.(?:env(?!\.example|\.sample|\.template)|ssh|netrc|npmrc|pypirc|pgpass|aws|kube|gnupg|git-credentials)(?:\/[\w.-]{1,64}){0,4}(?![\w])|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:shadow|passwd)\b|\bauthorized_keys\b|\bos\.environ\b|\bprocess\.env\b(?!\.)|~\/\.config\/(?:secrets?|credentials?|tokens?|gh|gcloud|op|bailiwick)\b[\w./-]{0,64}`;
const STOP = String.raw`[.!?]{1,8}(?=[\s"')\]]|$)|[!?]|\n[ \t]*\n\s*|\n|[:>]|\x60\x60\x60`;
const WORD = "[a-z0-9@$][a-z0-9'@$]{0,63}";
/** The same with all letters and marks that there are. */
const ANY_STOP = STOP.replace('[.!?]', '[.!?…]').replace('[!?]', '[。!?；।؟]');
const ANY_WORD = String.raw`[\p{L}\p{N}@$][\p{L}\p{M}\p{N}'’@$]{0,63}`;

/** First what most words are: with nothing behind them that an address could go on with. */
const toScan = (word: string, stop: string): RegExp =>
  new RegExp(`([a-z]{1,64}(?=[ ,;)\\n]))|(${ADDRESS})|(${SECRET_PLACE})|(${word})|(${stop})`, 'gu');

let plainScan: RegExp | null = null;
let anyScan: RegExp | null = null;

/** Made when it is first asked for; what knows no letters but those of ASCII is made much faster. */
const scanFor = (text: string): RegExp =>
  isAscii(text) ? (plainScan ??= toScan(WORD, STOP)) : (anyScan ??= toScan(ANY_WORD, ANY_STOP));

const LOOPBACK = /^https?:\/\/(?:localhost|127\.|\[::1\])|^127\.|^0\.0\.0\.0/;

/** The words of a view and what they stand for. Linear in its length. */
export function readTokens(text: string): Reading {
  const tokens = joinLetters(cutTokens(text));
  return { tokens, marks: findMarks(tokens) };
}

const PLAIN = /^[a-z]+$/;

function cutTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let sentence = 0;
  const push = (word: string, start: number, end: number, shape: Token['shape'] = null): void => {
    tokens.push({ word, start, end, at, sentence, shape, isRespelt: false });
    at += 1;
  };
  const pushPart = (part: Part): void => {
    tokens.push({ ...part, at, sentence, shape: null });
    // a character of a script without blanks is less than a word
    at += isRun(part.word) ? 0.4 : 1;
  };
  const scan = scanFor(text);
  scan.lastIndex = 0;
  for (let found = scan.exec(text); found !== null; found = scan.exec(text)) {
    const whole = found[0];
    const [start, end] = [found.index, found.index + whole.length];
    if (found[1] !== undefined || (found[4] !== undefined && PLAIN.test(whole))) push(whole, start, end);
    else if (found[4] !== undefined) toWords(whole, start).forEach(pushPart);
    else if (found[2] !== undefined) push(whole, start, end, LOOPBACK.test(whole) ? null : 'address');
    else if (found[3] !== undefined) push(whole, start, end, 'secretPlace');
    else if (whole === ':' || whole === '>') at += 1;
    else if (whole !== '\n') {
      at += SENTENCE_GAP;
      sentence++;
    }
  }
  return tokens;
}

type Part = Pick<Token, 'word' | 'start' | 'end' | 'isRespelt'>;

/** A run of letters as words: a contraction in two, a run of a script without blanks in its characters. */
function toWords(raw: string, from: number): readonly Part[] {
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
function plain(word: string): string {
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

const MIN_LETTERS = 4;

/** Letters that stand alone, four or more in a row, as the words they spell; a wider gap parts two words. */
function joinLetters(tokens: readonly Token[]): readonly Token[] {
  const isLetter = (token: Token | undefined): boolean => token !== undefined && /^[a-zа-я0-9]$/.test(token.word);
  if (!tokens.some((token, i) => isLetter(token) && isLetter(tokens[i + 1]) && isLetter(tokens[i + 2]))) return tokens;
  const out: Token[] = [];
  let gone = 0;
  for (let i = 0; i < tokens.length;) {
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

function findMarks(tokens: readonly Token[]): ReadonlyMap<Concept, readonly Mark[]> {
  const marks = new Map<Concept, Mark[]>();
  const put: Put = (concept, first, last) => {
    const [from, to] = [tokens[first], tokens[last]];
    if (from === undefined || to === undefined) return;
    const mark = { at: from.at, start: from.start, end: to.end, sentence: from.sentence, token: first };
    const list = marks.get(concept);
    if (list === undefined) marks.set(concept, [mark]);
    else list.push(mark);
  };
  tokens.forEach(({ word, shape }, i) => {
    if (shape !== null) put(shape, i, i);
    else if (isRun(word)) markRun(tokens, i, put);
    else markPhrases(tokens, i, put);
  });
  return marks;
}

type Put = (concept: Concept, first: number, last: number) => void;

function markPhrases(tokens: readonly Token[], i: number, put: Put): void {
  const starting = phrasesFrom(tokens[i]?.word ?? '');
  if (starting.length === 0) return;
  const seen: Concept[] = [];
  for (const { words, concept } of starting) {
    if (seen.includes(concept) || !fitsPhrase(tokens, i, words)) continue;
    seen.push(concept);
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
