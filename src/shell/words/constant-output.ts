import { UNCERTAIN } from './printed.ts';
import { matchesOf } from '../../base/text.ts';

/** What `ls -d` prints of the paths it is given, and `command -v` of names, where they are there. */
export function listedOutput(words: readonly (string | null)[]): string | null {
  const [head = null, option = null, name = null] = words;
  if (head === 'which' && words.length === 2 && option !== null) return `${option}${UNCERTAIN}\n`;
  const finds = (head === 'command' && option === '-v') || (head === 'type' && option === '-P');
  if (finds && words.length === 3 && name !== null) return `${name}${UNCERTAIN}\n`;
  const args = words.slice(1).filter((word) => word !== null);
  const [options, paths] = [args.filter((arg) => arg.startsWith('-')), args.filter((arg) => !arg.startsWith('-'))];
  const lists = options.every((option) => /^-[1ad]+$/.test(option)) && options.some((option) => option.includes('d'));
  if (words[0] !== 'ls' || !lists || paths.length === 0 || args.length < words.length - 1) return null;
  return paths.map((path) => `${path}${UNCERTAIN}\n`).join('');
}

/** What `echo` and `printf` print when every argument is known. Null: not one of them, or not certain. */
export function constantOutput(words: readonly (string | null)[]): string | null {
  if (words.some((word) => word === null)) return null;
  const [head, ...args] = words as readonly string[];
  const output = head === 'echo' ? echo(args) : head === 'printf' ? printf(args) : null;
  // Escapes above 0x7f give bytes, not characters.
  return output === null || (/[\x80-\uf8ef\uf8f4-\uffff]/.test(output) && args.some((arg) => arg.includes('\\')))
    ? null
    : output;
}

function echo(args: readonly string[]): string {
  let newline = true;
  let escapes = false;
  let first = 0;
  for (const arg of args) {
    if (!/^-[neE]+$/.test(arg)) break;
    first++;
    if (arg.includes('n')) newline = false;
    const last = matchesOf(arg, /[eE]/g).at(-1);
    if (last !== undefined) escapes = last === 'e';
  }
  const text = args.slice(first).join(' ');
  if (!escapes) return newline ? `${text}\n` : text;
  const { text: decoded, stopped } = decodeEscapes(text, 'echo');
  return newline && !stopped ? `${decoded}\n` : decoded;
}

function printf(args: readonly string[]): string | null {
  const [format, ...values] = args[0] === '--' ? args.slice(1) : args;
  if (format === undefined || format.startsWith('-')) return null;
  let out = '';
  let used = 0;
  do {
    const before = used;
    const round = printOnce(format, values, used);
    if (round === null) return null;
    out += round.text;
    used = round.used;
    if (round.stopped || used === before) break;
  } while (used < values.length);
  return out;
}

function printOnce(
  format: string,
  values: readonly string[],
  start: number,
): { text: string; used: number; stopped: boolean } | null {
  let used = start;
  let text = '';
  const take = (): string => values[used++] ?? '';
  const { text: decoded } = decodeEscapes(format, 'printf');
  for (const piece of matchesOf(decoded, /%[^a-zA-Z%]*[a-zA-Z%]|[^%]+|%/gs)) {
    if (!piece.startsWith('%')) text += piece;
    else if (piece === '%%') text += '%';
    else if (piece === '%s') text += take();
    else if (/^%-?\d{1,2}s$/.test(piece)) {
      // It counts bytes, as for %c below.
      const value = take();
      if (/[^\x01-\x7f]/.test(value)) return null;
      text += padded(value, Number(piece.slice(1, -1)));
    } else if (piece === '%q') {
      const value = take();
      if (!/^[\w./:@%+=-]+$/.test(value)) return null;
      text += value;
    } else if (piece === '%c') {
      // One byte is one character only in ASCII.
      const value = take();
      if (/^[^\x01-\x7f]/.test(value)) return null;
      text += value.slice(0, 1);
    } else if (piece === '%d' || piece === '%i') {
      const value = used < values.length ? take() : '0';
      if (!/^(0|-?[1-9]\d*)$/.test(value)) return null;
      text += value;
    } else if (piece === '%b') {
      const { text: part, stopped } = decodeEscapes(take(), '%b');
      text += part;
      if (stopped) return { text, used, stopped };
    } else return null;
  }
  return { text, used, stopped: false };
}

/** A negative width puts the blanks behind the text. */
const padded = (text: string, width: number): string => (width < 0 ? text.padEnd(-width) : text.padStart(width));

const SIMPLE: Readonly<Record<string, string>> = {
  'a': '\x07',
  'b': '\b',
  'e': '\x1b',
  'E': '\x1b',
  'f': '\f',
  'n': '\n',
  'r': '\r',
  't': '\t',
  'v': '\v',
  '\\': '\\',
};

type Form = 'echo' | '%b' | 'printf';

/** Backslash escapes of `echo -e` (`\0nnn`), of `%b` (also `\nnn`) or of a format (`\nnn`). `stopped`: `\c` ended the output. */
function decodeEscapes(text: string, form: Form): { text: string; stopped: boolean } {
  let out = '';
  let from = 0;
  for (const match of text.matchAll(
    /\\(?:0[0-7]{0,3}|[1-7][0-7]{0,2}|x[\da-fA-F]{1,2}|u[\da-fA-F]{1,4}|U[\da-fA-F]{1,8}|.)/gs,
  )) {
    const body = match[0].slice(1);
    out += text.slice(from, match.index);
    from = match.index + match[0].length;
    if (body === 'c' && form !== 'printf') return { text: out, stopped: true };
    out += decodeOne(body, form);
  }
  return { text: out + text.slice(from), stopped: false };
}

function decodeOne(body: string, form: Form): string {
  const simple = SIMPLE[body];
  if (simple !== undefined) return simple;
  if (/^[0-7]/.test(body) && (body.startsWith('0') || form !== 'echo')) {
    const digits = form === 'printf' ? body.slice(0, 3) : body;
    return String.fromCodePoint(Number.parseInt(digits, 8) % 256) + body.slice(digits.length);
  }
  if (/^[xuU]./.test(body)) return String.fromCodePoint(Math.min(Number.parseInt(body.slice(1), 16), 0x10ffff));
  if (form === 'printf' && /^["'?]$/.test(body)) return body;
  return `\\${body}`;
}
