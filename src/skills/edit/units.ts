import type { BlockLine, Blocks } from './blocks.ts';
import { withoutClosing, MARKER, readHeading } from './signs.ts';

/** What a text says in one go: a paragraph, the text of an item of a list, a heading, a block of code or HTML. */
export interface Unit {
  readonly kind: 'text' | 'heading' | 'code' | 'html';
  /** On one line, blanks folded, without the sign of the item or the hashes. */
  readonly text: string;
}

export const foldBlanks = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Titles are the same whatever their case, blanks and closing hashes. */
export const foldTitle = (title: string): string =>
  foldBlanks(withoutClosing(title)).normalize('NFC').toLowerCase().normalize('NFC');

/** What is said from one line to another, in order. Rules and blank lines say nothing. */
export function toUnits({ lines }: Blocks, from = 0, to = lines.length): readonly Unit[] {
  const units: Unit[] = [];
  let open: { readonly kind: Unit['kind']; readonly texts: string[] } | null = null;
  const close = (): void => {
    const text = foldBlanks(open?.texts.join(' ') ?? '');
    if (open !== null && text !== '') units.push({ kind: open.kind, text });
    open = null;
  };
  for (const line of lines.slice(from, to)) {
    const { kind } = line;
    if (kind === 'blank' || kind === 'rule' || kind === 'front') {
      close();
      continue;
    }
    if (open === null || open.kind !== kind || line.isStart || kind === 'heading') close();
    open ??= { kind, texts: [] };
    open.texts.push(toContent(line));
  }
  close();
  return units;
}

function toContent({ text, kind, isStart }: BlockLine): string {
  let rest = text.trim();
  if (kind === 'heading') return /^(?:=+|-+)$/.test(rest) ? '' : (readHeading(rest)?.title ?? rest);
  for (let marker = isStart ? MARKER.exec(rest) : null; marker !== null; marker = MARKER.exec(rest)) {
    rest = rest.slice(marker[0].length).trimStart();
  }
  return rest;
}
