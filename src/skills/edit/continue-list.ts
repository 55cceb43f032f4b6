import type { Blocks, Item } from './blocks.ts';
import { readBody } from './fit-body.ts';
import { isBlank } from './lines.ts';

/** A list that more items can follow. */
export interface List {
  readonly sign: string;
  /** What the next item is numbered, and whether all have the same number; null: bullets. */
  readonly next: number | null;
  readonly isCounted: boolean;
  /** Blank lines stand between its items. */
  readonly isLoose: boolean;
}

/** A number of ten digits begins no item. */
const MAX_FIRST = 900_000_000;

/** The list that a line is the end of; null: it ends no list. */
export function findList({ lines }: Blocks, at: number): List | null {
  const line = lines[at];
  const item = line?.kind === 'heading' || line?.kind === 'rule' ? null : line?.item;
  if (item == null) return null;
  const isLoose = lines[item.first - 1]?.kind === 'blank';
  let above = item.first - 1;
  while (lines[above]?.kind === 'blank') above--;
  const before = lines[above]?.item ?? null;
  const isSame = before !== null && before.sign === item.sign;
  const isCounted = !(isSame && before.number === item.number);
  const next = item.number === null ? null : item.number + (isCounted ? 1 : 0);
  if (next !== null && next > MAX_FIRST) return null;
  return { sign: item.sign, next, isCounted, isLoose: isSame && isLoose };
}

/** The text with its list as the next items of another one; null: it does not begin with a list of the same kind. */
export function continueList(body: string, list: List): string | null {
  const { lines } = readBody(body);
  const first = lines[0]?.item ?? null;
  if (first === null || (first.number === null) !== (list.next === null)) return null;
  let { next } = list;
  let shift = 0;
  let last: Item | null = null;
  let isOver = false;
  const texts: string[] = [];
  for (const line of lines) {
    const { item } = line;
    isOver ||= item !== null ? item.sign !== first.sign : line.kind !== 'blank';
    if (isOver || item === null) {
      texts.push(line.text);
      continue;
    }
    if (item === last) {
      texts.push(shiftLine(line.text, shift));
      continue;
    }
    last = item;
    const [, indent = '', old = '', rest = ''] = /^([ \t]*)([-+*]|\d+[.)])(.*)$/.exec(line.text) ?? [];
    const marker = next === null ? list.sign : `${next}${list.sign}`;
    if (next !== null && list.isCounted) next++;
    shift = marker.length - old.length;
    texts.push(`${indent}${marker}${rest}`);
  }
  return texts.join('\n');
}

/** What belongs to an item keeps its place under it when its number becomes longer or shorter. */
function shiftLine(text: string, by: number): string {
  if (isBlank(text) || by === 0 || !/^[ \t]/.test(text)) return text;
  if (by > 0) return `${' '.repeat(by)}${text}`;
  const blanks = /^ */.exec(text)?.[0].length ?? 0;
  return text.slice(Math.min(-by, blanks));
}
