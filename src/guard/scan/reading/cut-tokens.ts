import { isAscii } from '../fold.ts';
import { isRun } from './runs.ts';
import { toWords } from './spelling.ts';
import type { Token } from './token.ts';

/** How far apart the last word of a sentence and the first of the next are. */
const SENTENCE_GAP = 6;

const ADDRESS = String.raw`https?:\/\/[^\s<>"'\x60)\]]{1,300}|[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,4}|\b\d{1,3}(?:\.\d{1,3}){3}\b|\b(?:[\w-]{1,40}\.){1,3}(?:invalid|com|net|org|io|ru|cn|xyz|top|site|info|biz|onion)\b`;
const SECRET_PLACE = String.raw`(?<![\w])~?\/?\.(?:env(?!\.example|\.sample|\.template)|ssh|netrc|npmrc|pypirc|pgpass|aws|kube|gnupg|git-credentials)(?:\/[\w.-]{1,64}){0,4}(?![\w])|\bid_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:shadow|passwd)\b|\bauthorized_keys\b|\bos\.environ\b|\bprocess\.env\b(?!\.)|~\/\.config\/(?:secrets?|credentials?|tokens?|gh|gcloud|op|bailiwick)\b[\w./-]{0,64}`;
const STOP = String.raw`[.!?]{1,8}(?=[\s"')\]]|$)|[!?]|\n[ \t]*\n\s*|\n|[:>]|\x60\x60\x60`;
const WORD = "[a-z0-9@$][a-z0-9'@$]{0,63}";
/** The same with all letters and marks that there are. */
const ANY_STOP = STOP.replace('[.!?]', '[.!?…]').replace('[!?]', '[。!?；।؟]');
const ANY_WORD = String.raw`[\p{L}\p{N}@$][\p{L}\p{M}\p{N}'’@$]{0,63}`;

const toScan = (word: string, stop: string): RegExp =>
  new RegExp(`(${ADDRESS})|(${SECRET_PLACE})|(${word})|(${stop})`, 'uy');

let plainScan: RegExp | null = null;
let anyScan: RegExp | null = null;

/** Made when it is first asked for; what knows no letters but those of ASCII is made much faster. */
const scanFor = (isPlain: boolean): RegExp =>
  isPlain ? (plainScan ??= toScan(WORD, STOP)) : (anyScan ??= toScan(ANY_WORD, ANY_STOP));

const LOOPBACK = /^https?:\/\/(?:localhost|127\.|\[::1\])|^127\.|^0\.0\.0\.0/;

/** In front of the target of a link: the number of an issue, or the hash of a commit. */
const REFERENCE = /\[`?(?:#\d{1,7}|[0-9a-f]{7,40})`?\]\($/;
const VERSION = /@v?\d/;

/** Whether an address is none that anything is sent to: this machine, the version of a package, the target of a reference. */
const isNowhere = (text: string, address: string, start: number): boolean =>
  LOOPBACK.test(address) ||
  VERSION.test(address) ||
  (text[start - 1] === '(' && REFERENCE.test(text.slice(Math.max(0, start - 48), start)));

const PLAIN = /^[a-z]+$/;

/** What no word, address or stop begins with. */
const isBlank = toTable(' \t"#%&\'()*,;<=[\\]^{|}\r\v\f');
/** What may stand behind a word of small letters so that it is no part of anything longer. */
const isBehind = toTable(' \t\n"#%&()*,;<=>[\\]^{|}/!?`~\r');
const isStop = toTable('.:');
const isSpace = toTable(' \n');

function toTable(characters: string): Uint8Array {
  const table = new Uint8Array(128);
  for (const one of characters) table[one.charCodeAt(0)] = 1;
  return table;
}

const MAX_WORD = 64;

/** Where the word of small letters ends that begins here; 0: it is none, or may be part of something longer. */
function endOfWord(text: string, from: number): number {
  let end = from;
  let code = text.charCodeAt(end);
  while (code >= 0x61 && code <= 0x7a && end - from <= MAX_WORD) code = text.charCodeAt(++end);
  if (end === from || end - from > MAX_WORD) return 0;
  const isWhole = end === text.length || isBehind[code] === 1;
  return isWhole || (isStop[code] === 1 && isSpace[text.charCodeAt(end + 1)] === 1) ? end : 0;
}

/** What begins a line that does not go on with the sentence before it: an item of a list, a heading, a row of a table. */
const LINE_START = /[ \t]{0,8}(?:[-*+•] |\d{1,3}[.)] |#{1,6} |\|)/y;

function isLineStart(text: string, at: number): boolean {
  LINE_START.lastIndex = at;
  return LINE_START.test(text);
}

/** The words of a view. Linear in its length. */
export function cutTokens(text: string): readonly Token[] {
  const tokens: Token[] = [];
  const isPlain = isAscii(text);
  const scan = scanFor(isPlain);
  let at = 0;
  let sentence = 0;
  let isHeading = text.startsWith('#');
  const push = (word: string, start: number, end: number, shape: Token['shape']): void => {
    tokens.push({ word, start, end, at, sentence, shape, isRespelt: false });
    at += 1;
  };
  const readOther = (start: number): number => {
    scan.lastIndex = start;
    const found = scan.exec(text);
    if (found === null) return start + 1;
    const [whole] = found;
    const end = start + whole.length;
    if (found[1] !== undefined) push(whole, start, end, isNowhere(text, whole, start) ? null : 'address');
    else if (found[2] !== undefined) push(whole, start, end, 'secretPlace');
    else if (found[3] !== undefined && PLAIN.test(whole)) push(whole, start, end, null);
    else if (found[3] !== undefined) {
      for (const part of toWords(whole, start)) {
        tokens.push({ ...part, at, sentence, shape: null });
        // a character of a script without blanks is less than a word
        at += !isPlain && isRun(part.word) ? 0.4 : 1;
      }
    } else if (whole === ':' || whole === '>') at += 1;
    else if (whole !== '\n' || isHeading || isLineStart(text, end)) {
      at += SENTENCE_GAP;
      sentence++;
    }
    if (whole.startsWith('\n')) isHeading = text.startsWith('#', end);
    return end;
  };
  for (let i = 0; i < text.length;) {
    if (isBlank[text.charCodeAt(i)] === 1) i++;
    else {
      const end = endOfWord(text, i);
      if (end > 0) push(text.slice(i, end), i, end, null);
      i = end > 0 ? end : readOther(i);
    }
  }
  return tokens;
}
