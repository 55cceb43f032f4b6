import { type Result, fail, ok } from '../../base/result.ts';
import { nearest } from '../../base/text.ts';

export interface Wish {
  readonly old: string;
  readonly new: string;
  readonly all: boolean;
}

export interface Replaced {
  readonly content: Buffer;
  /** Lines (1-based) of the old content at which something was replaced. */
  readonly lines: readonly number[];
  /** The changed lines, old and new, in the manner of a unified diff without context. */
  readonly diff: string;
}

/** Files larger than this get no hint which line was meant; comparing would take too long. */
const MAX_HINT_BYTES = 1024 * 1024;
const MAX_HINT_LINE = 300;
const MAX_DIFF_LINES = 200;
const MAX_ROW = 500;

/**
 * Replaces text in a file's bytes; every other byte stays as it is, also those that are not UTF-8. Where the file's
 * lines all end in CRLF, a plain newline in the wish means CRLF.
 *
 * Bytes are handled as latin1 text, one character a byte: UTF-8 never matches inside a character of another.
 */
export function replaceText(file: Uint8Array, wish: Wish): Result<Replaced, string> {
  const text = Buffer.from(file.buffer, file.byteOffset, file.length).toString('latin1');
  const wanted = fitEndings(text, { ...wish, old: toBytes(wish.old), new: toBytes(wish.new) });
  const found = indexesOf(text, wanted.old, wish.all ? wanted.old.length : 1);
  if (found.length === 0) return fail(`old_string was not found${hintFor(text, wanted.old)}`);
  const lines = linesAt(text, found);
  if (found.length > 1 && !wish.all) {
    const shown = lines.slice(0, 10).join(', ') + (lines.length > 10 ? ', ...' : '');
    return fail(
      `old_string is there ${found.length} times (lines ${shown}); give more of its surroundings, or set replace_all`,
    );
  }
  const content = Buffer.from(splice(text, found, wanted), 'latin1');
  return ok({ content, lines, diff: toDiff(text, found, wanted) });
}

const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');
const toCrlf = (text: string): string => text.replace(/\r?\n/g, '\r\n');

function fitEndings(text: string, wish: Wish): Wish {
  if (!text.includes('\r\n')) return wish;
  if (!/(?:^|[^\r])\n/.test(text)) return { ...wish, old: toCrlf(wish.old), new: toCrlf(wish.new) };
  if (text.includes(wish.old)) return wish;
  return { ...wish, old: toCrlf(wish.old), new: toCrlf(wish.new) };
}

function indexesOf(text: string, part: string, step: number): number[] {
  const found: number[] = [];
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + step)) found.push(at);
  return found;
}

function splice(text: string, found: readonly number[], wish: Wish): string {
  const parts: string[] = [];
  let from = 0;
  for (const at of found) {
    parts.push(text.slice(from, at), wish.new);
    from = at + wish.old.length;
  }
  return parts.join('') + text.slice(from);
}

/** Line numbers of ascending positions; each newline is looked for once. */
function linesAt(text: string, positions: readonly number[]): number[] {
  let line = 1;
  let newline = text.indexOf('\n');
  return positions.map((position) => {
    while (newline !== -1 && newline < position) {
      line += 1;
      newline = text.indexOf('\n', newline + 1);
    }
    return line;
  });
}

function toDiff(text: string, found: readonly number[], wish: Wish): string {
  const rows: string[] = [];
  let shift = 0;
  for (let next = 0; next < found.length && rows.length < MAX_DIFF_LINES;) {
    // A hunk holds whole lines; replacements that share a line share the hunk.
    const first = found[next] ?? 0;
    const from = first === 0 ? 0 : text.lastIndexOf('\n', first - 1) + 1;
    const inside: number[] = [];
    let to = endOfLine(text, from);
    for (let at = found[next]; at !== undefined && (inside.length === 0 || at <= to); at = found[next]) {
      inside.push(at - from);
      if (at + wish.old.length > to) to = endOfLine(text, at + wish.old.length);
      next += 1;
    }
    const old = text.slice(from, to);
    const before = old.split('\n');
    const after = splice(old, inside, wish).split('\n');
    const line = linesAt(text, [from])[0] ?? 1;
    rows.push(`@@ -${line},${before.length} +${line + shift},${after.length} @@`);
    rows.push(...before.map((row) => `-${toRow(row)}`), ...after.map((row) => `+${toRow(row)}`));
    shift += after.length - before.length;
  }
  const shown = rows.slice(0, MAX_DIFF_LINES);
  return [...shown, ...(rows.length > shown.length ? ['...'] : [])].join('\n');
}

function endOfLine(text: string, from: number): number {
  const end = text.indexOf('\n', from);
  return end === -1 ? text.length : end;
}

const toRow = (line: string): string =>
  line.length > MAX_ROW ? `${fromBytes(line.slice(0, MAX_ROW))}...` : fromBytes(line);

/** Where the text may have been meant: a line that differs in white space only, else the nearest one. */
function hintFor(text: string, old: string): string {
  if (text.length > MAX_HINT_BYTES) return '';
  const wanted = old
    .split('\n')
    .map((line) => line.trim())
    .find((line) => line !== '');
  if (wanted === undefined || wanted.length > MAX_HINT_LINE) return '';
  const lines = text.split('\n').map((line) => line.trim());
  const same = lines.indexOf(wanted);
  if (same !== -1) {
    const why = old.trim().includes('\n') ? 'its first line stands' : 'but for white space it stands';
    return `; ${why} at line ${same + 1}. Read the file there and copy the text exactly`;
  }
  const near = nearest(wanted, nearInLength(lines, wanted.length));
  if (near === null) return '. Read the file and copy the text exactly';
  return `; the nearest line is ${lines.indexOf(near) + 1}: ${fromBytes(near)}`;
}

/** At most so many lines are compared, for comparing is slow. */
const MAX_COMPARED = 3000;

const nearInLength = (lines: readonly string[], length: number): readonly string[] =>
  [...new Set(lines)].filter((line) => Math.abs(line.length - length) <= length / 3).slice(0, MAX_COMPARED);
