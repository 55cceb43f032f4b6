/** A text as it is read by the rules, with the way back: `at[i]` is where its unit `i` stands in the original. */
export interface View {
  readonly text: string;
  readonly at: Uint32Array;
}

const INVISIBLE = /[\p{Cf}\u034F\u115F\u1160\u17B4\u17B5\u3164\uFE00-\uFE0F\uFFA0\u{E0100}-\u{E01EF}]/u;

/** Letters that Unicode does not fold to those they are drawn like. */
const SMALL_CAPITALS: Readonly<Record<string, string>> = Object.fromEntries(
  [...'ᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpꞯqʀrꜱsᴛtᴜuᴠvᴡwʏyᴢzıi'].flatMap((letter, i, all) =>
    i % 2 === 0 ? [[letter, all[i + 1] ?? letter]] : [],
  ),
);

/** One escape at a place: a character reference, a percent sign with two digits, `\u` or `\x` with theirs. */
const ESCAPE =
  /&#(?:x([\da-f]{1,6})|(\d{1,7}));|&(lt|gt|amp|quot|apos|nbsp);|%([2-7][\da-f])|\\(?:u([\da-f]{4})|x([\da-f]{2}))/iy;
const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'", nbsp: ' ' };

const folded = new Map<number, string>();

/** Case, width, style and accents of a character away; nothing is left of an invisible one. */
function foldCharacter(code: number): string {
  const known = folded.get(code);
  if (known !== undefined) return known;
  const character = String.fromCodePoint(code);
  const isPlain = code < 0x1100 || (code >= 0x1e00 && code < 0x2000);
  const wide = INVISIBLE.test(character) ? '' : character.normalize('NFKC').toLowerCase();
  const bare = isPlain ? wide.normalize('NFD').replaceAll(/[\u0300-\u036f]/g, '') : wide;
  const made = SMALL_CAPITALS[bare] ?? bare;
  if (folded.size < 20_000) folded.set(code, made);
  return made;
}

export const isAscii = (text: string): boolean => !/[^\0-\x7f]/.test(text);

/** Case and accents away, as in a view; for words of tables. */
export const foldText = (text: string): string =>
  isAscii(text) ? text : [...text].map((one) => (one < '\x80' ? one : foldCharacter(one.codePointAt(0) ?? 0))).join('');

/**
 * The view of a text: characters folded, invisible ones gone, character references and escapes decoded, words joined
 * that are divided at the end of a line. Linear in its length.
 */
export function toView(source: string): View {
  let at = new Uint32Array(source.length);
  let length = 0;
  const parts: string[] = [];
  const put = (made: string, from: number, step: 0 | 1): void => {
    parts.push(made);
    if (length + made.length > at.length) {
      const wider = new Uint32Array((length + made.length) * 2);
      wider.set(at);
      at = wider;
    }
    for (let k = 0; k < made.length; k++) at[length++] = from + k * step;
  };
  for (let i = 0; i < source.length;) {
    const run = readPlain(source, i);
    if (run !== '') {
      put(run.toLowerCase(), i, 1);
      i += run.length;
      continue;
    }
    const code = source.codePointAt(i) ?? 0;
    const escape = code === 0x26 || code === 0x25 || code === 0x5c ? readEscape(source, i) : null;
    const hyphen = code === 0x2d ? skipHyphen(source, i) : 0;
    if (hyphen > 0) {
      i += hyphen;
    } else if (code === 0x5c && source[i + 1] === '\n') {
      put(' ', i, 0);
      i += 2;
    } else if (escape !== null) {
      put(foldCharacter(escape.code), i, 0);
      i += escape.length;
    } else {
      put(code < 0x80 ? foldAscii(code) : foldCharacter(code), i, 0);
      i += code > 0xffff ? 2 : 1;
    }
  }
  return { text: parts.join(''), at: at.subarray(0, length) };
}

/** What of ASCII stands for itself: all but the beginnings of escapes, hyphens and returns. */
const ITSELF = /[\0-\x0c\x0e-$'-,.-[\]-\x7f]+/y;

function readPlain(source: string, from: number): string {
  ITSELF.lastIndex = from;
  return ITSELF.exec(source)?.[0] ?? '';
}

const ASCII = Array.from({ length: 128 }, (_, code) => String.fromCharCode(code).toLowerCase());
const foldAscii = (code: number): string => (code === 13 ? '\n' : (ASCII[code] ?? ''));

function readEscape(source: string, from: number): { readonly code: number; readonly length: number } | null {
  ESCAPE.lastIndex = from;
  const found = ESCAPE.exec(source);
  if (found === null) return null;
  const [whole, hex, decimal, name, percent, unit, byte] = found;
  if (name !== undefined) return { code: NAMED[name.toLowerCase()]?.codePointAt(0) ?? 0x20, length: whole.length };
  const digits = hex ?? percent ?? unit ?? byte;
  const code = digits === undefined ? Number(decimal) : Number.parseInt(digits, 16);
  return code > 0x10ffff ? null : { code, length: whole.length };
}

/** The length of a hyphen and the end of line behind it, when a small letter goes on: one word in two lines. */
function skipHyphen(source: string, from: number): number {
  const end = source[from + 1] === '\r' ? from + 2 : from + 1;
  return source[end] === '\n' && /[a-zà-ÿ]/.test(source[end + 1] ?? '') && /\p{L}/u.test(source[from - 1] ?? '')
    ? end + 1 - from
    : 0;
}
