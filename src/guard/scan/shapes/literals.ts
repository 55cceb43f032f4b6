/**
 * What every match of an expression holds: of each of these groups at least one text, the group with the rarest first.
 * None where nothing is known. With them an expression need not be run on a text that it cannot match.
 */
export function findLiterals(source: string): readonly Literals[] {
  const reader = { source, at: 0 };
  const found = readAlternatives(reader);
  if (reader.at < source.length) return [];
  return found.toSorted((a, b) => weigh(b) - weigh(a)).filter((group, i) => i === 0 || weigh(group) >= MIN_WEIGHT);
}

/** Besides the rarest, only groups are kept that many a text holds nothing of. */
const MIN_WEIGHT = 4;

interface Reader {
  readonly source: string;
  at: number;
}

/** Texts of which one is enough. */
export type Literals = readonly string[];

/** Up to the end of the group, or of the expression. */
function readAlternatives(reader: Reader): readonly Literals[] {
  const all: (readonly Literals[])[] = [];
  do all.push(readSequence(reader));
  while (take(reader, /\|/y) !== null);
  const [first = []] = all;
  if (all.length === 1) return first;
  const rarest = all.map((groups) => groups.toSorted((a, b) => weigh(b) - weigh(a))[0]);
  return rarest.includes(undefined) ? [] : [[...new Set(rarest.flatMap((one) => one ?? []))]];
}

function readSequence(reader: Reader): readonly Literals[] {
  const groups: Literals[] = [];
  let run = '';
  const endRun = (): void => {
    if (run.trim() !== '') groups.push([run]);
    run = '';
  };
  for (let part = readPart(reader); part !== null; part = readPart(reader)) {
    const times = part.isWidthless ? 1 : readMinimum(reader);
    if (part.isWidthless) continue;
    run += (part.character ?? '').repeat(times ?? 1);
    if (part.character !== null && times === null) continue;
    endRun();
    if (times !== 0) groups.push(...part.literals);
  }
  endRun();
  return groups;
}

/** One thing of a sequence: a character that stands for itself, a group with its literals, or what is not looked into. */
interface Part {
  readonly character: string | null;
  readonly literals: readonly Literals[];
  readonly isWidthless: boolean;
}

const UNKNOWN: Part = { character: null, literals: [], isWidthless: false };
const WIDTHLESS: Part = { ...UNKNOWN, isWidthless: true };

const ESCAPES: Readonly<Record<string, Part>> = { b: WIDTHLESS, B: WIDTHLESS, n: { ...UNKNOWN, character: '\n' } };

/** Null at the end of the sequence. */
function readPart(reader: Reader): Part | null {
  if (take(reader, /[\^$]/y) !== null) return WIDTHLESS;
  const escape = take(reader, /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[\da-f]{4}|x[\da-f]{2}|.)/iy);
  if (escape !== null) {
    const known = ESCAPES[escape.slice(1)];
    return known ?? (/^\\\W$/.test(escape) ? { ...UNKNOWN, character: escape.slice(1) } : UNKNOWN);
  }
  if (take(reader, /\[(?:\\.|[^\]\\])*\]|\./y) !== null) return UNKNOWN;
  const open = take(reader, /\((?:\?(?:[:=!]|<[=!]))?/y);
  if (open !== null) {
    const literals = readAlternatives(reader);
    take(reader, /\)/y);
    return /[=!]/.test(open) ? WIDTHLESS : { ...UNKNOWN, literals };
  }
  const character = take(reader, /[^|)?*+{}\\]/y);
  // capitals and other scripts may stand for others of their kind
  if (character !== null) return /[^A-Z\x80-\uffff]/.test(character) ? { ...UNKNOWN, character } : UNKNOWN;
  return null;
}

/** How often at least what was read last stands there; null: once, without a quantifier. */
function readMinimum(reader: Reader): number | null {
  const quantifier = take(reader, /(?:[?*+]|\{\d+(?:,\d*)?\})\??/y);
  if (quantifier === null) return null;
  return quantifier.startsWith('{') ? Number.parseInt(quantifier.slice(1), 10) : quantifier.startsWith('+') ? 1 : 0;
}

function take(reader: Reader, what: RegExp): string | null {
  what.lastIndex = reader.at;
  const found = what.exec(reader.source)?.[0] ?? null;
  reader.at += found?.length ?? 0;
  return found;
}

/** A mark is as rare in prose as so many letters. */
const MARK = 2;

const weigh = (literals: Literals): number =>
  Math.min(...literals.map((one) => one.length + (/[^a-z\d ,.\n]/.test(one) ? MARK : 0)));
