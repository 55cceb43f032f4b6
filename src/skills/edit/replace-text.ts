import { fail, ok, type Result } from '../../base/result.ts';
import { showOnOneLine } from '../../base/text.ts';
import { keepsFrontmatter, toFrontmatter } from './blocks.ts';
import { findMalformed, type EditFault } from './edit-fault.ts';
import { findEol, isBlank, splitLines, toPlainEnds, type Line } from './lines.ts';
import { foldBlanks } from './units.ts';

/** `covered`: the new text is there already, and the old one is not. */
export type Replaced =
  | {
      readonly kind: 'changed';
      readonly text: string;
      /** How often the old text is there behind the frontmatter, counted up to 1,000. */
      readonly matches: number;
      /** The line that each match begins in, from 1; the first is the one that was replaced. */
      readonly lines: readonly number[];
    }
  | { readonly kind: 'covered' };

const MAX_MATCHES = 1000;
/** Shorter texts are found by chance, so that nothing says they were put there. */
const MIN_COVERED = 12;

/**
 * Puts a text in the place of the first match of another one, behind the frontmatter. Line ends are the same whatever
 * their kind, and what is put in gets those of its place; else every character counts, and none has a meaning.
 */
export function replaceText(text: string, oldText: string, newText: string): Result<Replaced, EditFault> {
  const malformed = findMalformed('the new text', newText);
  if (malformed !== null) return fail(malformed);
  if (oldText === '') return fail({ code: 'old-text-missing', message: 'there is no old text; give what to replace' });
  const plain = toPlainEnds(text);
  const old = toPlainEnds(oldText);
  const put = toPlainEnds(newText);
  const head = toFrontmatter(text);
  const from = toPlainEnds(head).length;
  const found = findAll(plain, old, from);
  const [first] = found;
  if (first === undefined) return findOther(plain, { old, put, from });
  if (old === put) return ok({ kind: 'covered' });
  const lines = splitLines(text);
  const toRaw = toOffsets(text);
  const at = toRaw(first);
  const eol = findEol(lines, toLine(plain, first) - 1);
  const edited = `${text.slice(0, at)}${put.replaceAll('\n', eol)}${text.slice(toRaw(first + old.length))}`;
  if (!keepsFrontmatter(text, edited)) return fail(IN_FRONTMATTER);
  return ok({ kind: 'changed', text: edited, matches: found.length, lines: toLines(plain, found) });
}

const IN_FRONTMATTER: EditFault = {
  code: 'in-frontmatter',
  message: 'this would change the frontmatter, which holds name and description; give a text that stands behind it',
};

/** Matches that overlap count each: any of them may have been meant. */
function findAll(text: string, old: string, from: number): readonly number[] {
  const found: number[] = [];
  for (let at = text.indexOf(old, from); at >= 0 && found.length < MAX_MATCHES; at = text.indexOf(old, at + 1)) {
    found.push(at);
  }
  return found;
}

/** From places in the text with plain line ends to those in the text itself. */
function toOffsets(text: string): (at: number) => number {
  const doubles: number[] = [];
  for (let at = text.indexOf('\r\n'); at >= 0; at = text.indexOf('\r\n', at + 2)) doubles.push(at - doubles.length);
  return (at) => {
    let low = 0;
    let high = doubles.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((doubles[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return at + low;
  };
}

const toLine = (text: string, at: number): number => text.slice(0, at).split('\n').length;

function toLines(text: string, found: readonly number[]): readonly number[] {
  let line = 1;
  let from = 0;
  return found.map((at) => {
    for (let end = text.indexOf('\n', from); end >= 0 && end < at; end = text.indexOf('\n', from)) {
      line++;
      from = end + 1;
    }
    return line;
  });
}

interface Sought {
  readonly old: string;
  readonly put: string;
  readonly from: number;
}

function findOther(text: string, { old, put, from }: Sought): Result<Replaced, EditFault> {
  if (text.includes(old)) return fail(IN_FRONTMATTER);
  if (old !== put && put.trim().length >= MIN_COVERED && standsAlone(text, put, from)) return ok({ kind: 'covered' });
  return fail({ code: 'not-found', message: `the old text is not there${hint(text, old, from)}` });
}

/** Not a part of longer words. */
function standsAlone(text: string, put: string, from: number): boolean {
  return findAll(text, put, from).some((at) => !isInWord(text, at) && !isInWord(text, at + put.length));
}

const isInWord = (text: string, at: number): boolean =>
  /[\p{L}\p{N}_]/u.test(text[at - 1] ?? '') && /[\p{L}\p{N}_]/u.test(text[at] ?? '');

const MIN_LIKENESS = 0.5;
const MAX_SHOWN = 120;

/** The line that is most like the first one that was looked for. */
function hint(text: string, old: string, from: number): string {
  const wanted = old.split('\n').find((line) => !isBlank(line)) ?? '';
  const pairs = toPairs(wanted);
  let best: Line | null = null;
  let bestAt = 0;
  let likeness = MIN_LIKENESS;
  for (const [at, line] of splitLines(text).entries()) {
    const own = line.start >= from && !isBlank(line.text) ? toLikeness(pairs, toPairs(line.text)) : 0;
    if (own > likeness) [best, bestAt, likeness] = [line, at + 1, own];
  }
  if (best === null) return '; copy it from the skill as it is now, blanks included';
  const way =
    foldBlanks(best.text) === foldBlanks(wanted) && best.text !== wanted
      ? 'stands there with other blanks'
      : best.text === wanted
        ? 'is there, and what follows it differs'
        : 'is the nearest';
  return `; line ${bestAt} ${way}: "${showOnOneLine(best.text).slice(0, MAX_SHOWN)}"`;
}

/** Neighbouring characters, blanks aside: enough to tell near lines from far ones, in one pass. */
function toPairs(line: string): ReadonlySet<string> {
  const folded = foldBlanks(line).toLowerCase().slice(0, 500);
  const pairs = new Set<string>();
  for (let i = 0; i + 1 < folded.length; i++) pairs.add(folded.slice(i, i + 2));
  return pairs;
}

function toLikeness(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  let common = 0;
  for (const pair of a) if (b.has(pair)) common++;
  return a.size + b.size === 0 ? 0 : (2 * common) / (a.size + b.size);
}
