import { isAscii } from './fold.ts';

/** A text that stands in another one and is not seen as such. Offsets in the original. */
export interface HiddenText {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How it is hidden. */
  readonly by: 'tags' | 'selectors' | 'bidi' | 'reversed' | 'base64' | 'hex' | 'rot13';
}

const MAX_BLOBS = 64;
const MAX_DECODED = 20_000;

/** Every text that is hidden in this one. `depth`: how often a decoded text may be decoded again. */
export function findHidden(source: string, depth = 2): readonly HiddenText[] {
  const unseen = isAscii(source) ? [] : [...findTags(source), ...findOverridden(source)];
  return [...unseen, ...findReversed(source), ...findEncoded(source, depth), ...findRot13(source)];
}

const TAGS = /[\u{E0000}-\u{E007F}]+/gu;
const REGION = /^(?:gb|us|ca)[a-z0-9]{2,4}\u007f?$/;
const SELECTORS = /[\u{FE00}-\u{FE0F}\u{E0100}-\u{E01EF}]{4,}/gu;

function* findTags(source: string): Generator<HiddenText> {
  for (const { 0: run, index } of source.matchAll(TAGS)) {
    const text = [...run].map((one) => String.fromCodePoint((one.codePointAt(0) ?? 0) - 0xe0000)).join('');
    const isFlag = source.slice(index - 2, index) === '\u{1F3F4}' && REGION.test(text);
    if (!isFlag) yield { text: text.replaceAll(/[^ -~]/g, ' '), start: index, end: index + run.length, by: 'tags' };
  }
  for (const { 0: run, index } of source.matchAll(SELECTORS)) {
    const bytes = [...run].map((one) => {
      const code = one.codePointAt(0) ?? 0;
      return code < 0xe0000 ? code - 0xfe00 : code - 0xe0100 + 16;
    });
    yield {
      text: new TextDecoder().decode(Uint8Array.from(bytes)),
      start: index,
      end: index + run.length,
      by: 'selectors',
    };
  }
}

const OVERRIDDEN = /[\u202D\u202E\u2066\u2067\u2068\u202A\u202B]{0,4}\u202E([^\u202C\u2069\n]{2,2000})/gu;
const BACKWARDS = /\b(?:erongi|dragersid|snoitcurtsni|selur|tpmorp|lavorppa|tegrof|laever)\b/i;

function* findOverridden(source: string): Generator<HiddenText> {
  for (const { 0: run, 1: inner = '', index } of source.matchAll(OVERRIDDEN)) {
    yield { text: [...inner].toReversed().join(''), start: index, end: index + run.length, by: 'bidi' };
  }
}

function* findReversed(source: string): Generator<HiddenText> {
  if (source.length < MAX_DECODED && BACKWARDS.test(source)) {
    yield { text: [...source].toReversed().join(''), start: 0, end: source.length, by: 'reversed' };
  }
}

/** Letters of both cases or digits: no word of a language, and every encoded sentence. */
const isMixed = (blob: string): boolean => /[A-Z]/.test(blob) && /[a-z0-9]/.test(blob);
const MIN_BLOB = 12;
/** One that ends in a sign of equality. */
const MIN_PADDED = 6;

const IN_BLOB = new Uint8Array(128);
for (const one of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_-') IN_BLOB[one.charCodeAt(0)] = 1;

interface Blob {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const isInBlob = (source: string, at: number): boolean => IN_BLOB[source.charCodeAt(at)] === 1;

/** What may be a text in base64. Looks at every sixth character: a shorter run is none. */
function* findBlobs(source: string): Generator<Blob> {
  let done = 0;
  for (let at = MIN_PADDED - 1; at < source.length; at += MIN_PADDED) {
    if (!isInBlob(source, at)) continue;
    let start = at;
    while (start > done && isInBlob(source, start - 1)) start--;
    while (isInBlob(source, at)) at++;
    done = at;
    const length = at - start;
    if (length < MIN_PADDED || (length < MIN_BLOB && source[at] !== '=')) continue;
    const end = source[at] !== '=' ? at : source[at + 1] === '=' ? at + 2 : at + 1;
    const text = source.slice(start, end);
    if (isMixed(text)) yield { text, start, end };
  }
}

const HEX = /\b(?:0x)?(?:[0-9a-f]{2}[ :]?){8,}/gi;

function* findEncoded(source: string, depth: number): Generator<HiddenText> {
  const all: HiddenText[] = [];
  for (const blob of findBlobs(source)) {
    if (all.length >= MAX_BLOBS) break;
    const text = decodeBase64(blob.text);
    if (text !== null) all.push({ ...blob, text, by: 'base64' });
  }
  const [first, last] = [all[0], all.at(-1)];
  yield* all.filter(({ text }) => text.length >= 9);
  if (first !== undefined && last !== undefined && all.length > 1) {
    yield { text: all.map(({ text }) => text).join(''), start: first.start, end: last.end, by: 'base64' };
  }
  for (const { 0: run, index } of source.matchAll(HEX)) {
    const text = toReadable(Buffer.from(run.replaceAll(/0x|[ :]/gi, ''), 'hex'));
    if (text !== null) yield { text, start: index, end: index + run.length, by: 'hex' };
  }
  if (depth > 1) {
    for (const outer of all) {
      for (const inner of findEncoded(outer.text, depth - 1)) yield { ...outer, text: inner.text, by: inner.by };
    }
  }
}

function decodeBase64(blob: string): string | null {
  return blob.replaceAll('=', '').length % 4 === 1
    ? null
    : toReadable(Buffer.from(blob.slice(0, MAX_DECODED), 'base64'));
}

/** The bytes as text, when they are some that a person could have written. */
function toReadable(bytes: Buffer): string | null {
  const text = bytes.toString('utf8');
  if (text.length < 4 || text.includes('\uFFFD') || /[\0-\x08\x0e-\x1f\x7f]/.test(text)) return null;
  const letters = text.match(/[\p{L} ]/gu)?.length ?? 0;
  return letters >= text.length * 0.6 || /^[A-Za-z0-9+/]{12,}={0,2}$/.test(text) ? text : null;
}

const ROT13 =
  /\b(?:vtaber|qvfertneq|cerivbhf|vafgehpgvbaf?|ehyrf?|cebzcg|nccebiny|flfgrz|sbetrg|olcnff|erirny|cnffjbeqf?|jvgubhg|rkrphgr)\b/i;

function* findRot13(source: string): Generator<HiddenText> {
  if (source.length > MAX_DECODED || !ROT13.test(source)) return;
  const text = source.replaceAll(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });
  yield { text, start: 0, end: source.length, by: 'rot13' };
}
