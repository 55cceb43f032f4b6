import { type Result, fail, ok } from '../../base/result.ts';
import type { Hunk, HunkLine } from './patch.ts';

/** A line of a file as latin1 text, one character a byte, and what ends it. */
interface Line {
  readonly text: string;
  readonly ending: '' | '\n' | '\r\n';
}

/** Where a hunk goes: its first line (0-based) and how many lines it takes there. */
interface Spot {
  readonly hunk: Hunk;
  readonly from: number;
  readonly length: number;
}

const MAX_ROW = 120;
const MAX_PLACES = 10;

/**
 * The bytes of a file after these hunks, each found by the lines it keeps and removes: at the line that the patch names
 * when they stand there, else where they stand alone. Bytes that no hunk changes stay as they are, line endings and a
 * missing last newline included. The errors name every hunk that does not fit, and why.
 */
export function applyHunks(file: Uint8Array, hunks: readonly Hunk[]): Result<Buffer, readonly string[]> {
  const lines = toLines(Buffer.from(file.buffer, file.byteOffset, file.length).toString('latin1'));
  const spots: Spot[] = [];
  const faults: string[] = [];
  let cursor = 0;
  for (const [i, hunk] of hunks.entries()) {
    const found = findSpot(lines, hunk, cursor);
    if (found.ok) {
      spots.push(found.value);
      cursor = found.value.from + found.value.length;
    } else faults.push(`hunk ${i + 1} (line ${hunk.at} of the patch): ${found.error}`);
  }
  return faults.length > 0 ? fail(faults) : ok(Buffer.from(splice(lines, spots), 'latin1'));
}

const toLines = (text: string): readonly Line[] =>
  (text.match(/[^\n]*\n|[^\n]+$/g) ?? []).map((line) => {
    const ending = line.endsWith('\r\n') ? '\r\n' : line.endsWith('\n') ? '\n' : '';
    return { text: line.slice(0, line.length - ending.length), ending };
  });

const toBytes = (text: string): string => Buffer.from(text, 'utf8').toString('latin1');
const fromBytes = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

function findSpot(lines: readonly Line[], hunk: Hunk, cursor: number): Result<Spot, string> {
  const anchored = followAnchors(lines, hunk.anchors, cursor);
  if (!anchored.ok) return anchored;
  const old = hunk.lines.filter(({ kind }) => kind !== 'add').map(({ text }) => toBytes(text));
  const at = (from: number): Result<Spot, string> => ok({ hunk, from, length: old.length });
  if (old.length === 0) return at(placeOfInsertion(lines, hunk, anchored.value));
  const found = findBlock(lines, old, { from: anchored.value, atEnd: hunk.atEnd });
  const named = hunk.line === null ? -1 : hunk.line - 1;
  if (found.includes(named)) return at(named);
  const [only] = found;
  if (only !== undefined && found.length === 1) return at(only);
  if (found.length > 1) {
    const places = found
      .slice(0, MAX_PLACES)
      .map((from) => from + 1)
      .join(', ');
    return fail(`its lines stand at ${found.length} places (lines ${places}); give more lines around them`);
  }
  return fail(sayMiss(lines, old, cursor));
}

/** The line behind the last anchor, or behind the hunk before. */
function followAnchors(lines: readonly Line[], anchors: readonly string[], cursor: number): Result<number, string> {
  let from = cursor;
  for (const anchor of anchors) {
    const wanted = toBytes(anchor).trim();
    const found = lines.findIndex(({ text }, i) => i >= from && text.trim() === wanted);
    if (found < 0)
      return fail(`the line "${anchor}" behind @@ is not in the file${cursor > 0 ? ' after the hunk before' : ''}`);
    from = found + 1;
  }
  return ok(from);
}

/** Lines that are only added go behind the line that the header names, behind the anchor, else to the end. */
function placeOfInsertion(lines: readonly Line[], { line, anchors, atEnd }: Hunk, from: number): number {
  if (atEnd || (line === null && anchors.length === 0)) return lines.length;
  return line === null ? from : Math.min(Math.max(line, from), lines.length);
}

/** Every place of the block: as it is written, else but for white space at the ends of lines. */
function findBlock(
  lines: readonly Line[],
  old: readonly string[],
  { from, atEnd }: { readonly from: number; readonly atEnd: boolean },
): readonly number[] {
  const last = lines.length - old.length;
  for (const same of [(a: string, b: string) => a === b, (a: string, b: string) => a.trimEnd() === b.trimEnd()]) {
    const found: number[] = [];
    for (let at = atEnd ? Math.max(from, last) : from; at <= last; at++) {
      if (old.every((text, i) => same(lines[at + i]?.text ?? '', text))) found.push(at);
    }
    if (found.length > 0) return found;
  }
  return [];
}

/** The place at which most of the block's first lines fit, and the first line that does not. */
function sayMiss(lines: readonly Line[], old: readonly string[], cursor: number): string {
  let best = { at: -1, fits: 0 };
  for (let at = 0; at < lines.length; at++) {
    let fits = 0;
    while (fits < old.length && lines[at + fits]?.text.trimEnd() === old[fits]?.trimEnd()) fits++;
    if (fits > best.fits) best = { at, fits };
  }
  const show = (text: string | undefined): string =>
    text === undefined ? 'the end of the file' : `"${fromBytes(text).slice(0, MAX_ROW)}"`;
  if (best.at < 0) return `its first line ${show(old[0])} is not in the file; read the file and copy its lines exactly`;
  if (best.fits === old.length)
    return `its lines stand at line ${best.at + 1}, in front of line ${cursor + 1}, where the hunk before ends; put the hunks in order`;
  const { at, fits } = best;
  return `at line ${at + fits + 1} the file has ${show(lines[at + fits]?.text)}, the patch ${show(old[fits])}`;
}

function splice(lines: readonly Line[], spots: readonly Spot[]): string {
  const usual =
    lines.some(({ ending }) => ending === '\r\n') && !lines.some(({ ending }) => ending === '\n') ? '\r\n' : '\n';
  const result: Line[] = [];
  let at = 0;
  for (const { hunk, from, length } of spots) {
    result.push(...lines.slice(at, from));
    let old = from;
    for (const line of hunk.lines) {
      if (line.kind === 'add')
        result.push({ text: toBytes(line.text), ending: endingOf(line, lines[old - 1]?.ending || usual) });
      else if (line.kind === 'keep') result.push(lines[old++] ?? { text: '', ending: usual });
      else old++;
    }
    at = from + length;
  }
  result.push(...lines.slice(at));
  return join(result, keepsBareEnd(lines, spots), usual);
}

const endingOf = (line: HunkLine, ending: Line['ending']): Line['ending'] => (line.bare ? '' : ending);

/** A missing last newline stays missing, unless the patch marks it as missing in the old file alone. */
const keepsBareEnd = (lines: readonly Line[], spots: readonly Spot[]): boolean =>
  lines.at(-1)?.ending === '' &&
  !spots.some(({ hunk }) => hunk.lines.some(({ kind, bare }) => bare && kind === 'remove'));

function join(lines: readonly Line[], bareEnd: boolean, usual: Line['ending']): string {
  const last = lines.length - 1;
  return lines
    .map(({ text, ending }, i) => {
      if (i < last) return text + (ending === '' ? usual : ending);
      return text + (bareEnd ? '' : ending);
    })
    .join('');
}
