import { toIndent } from './lines.ts';

/** Lists or quotations within each other; what stands deeper is text. */
export const MAX_DEPTH = 50;

/** Something that swallows the lines behind it until it ends. */
export interface Opening {
  readonly kind: 'code' | 'html';
  readonly what: string;
  readonly ends: (line: string) => boolean;
  readonly endsAtBlank: boolean;
  /** It ends in the line that it begins in. */
  readonly isWhole: boolean;
}

/** A sign of a list item at the start of a line, without its blanks. */
export const MARKER = /^([-+*]|\d{1,9}[.)])(?=[ \t]|$)/;

const FENCE = /^(`{3,}|~{3,})(.*)$/;
const RULE = /^(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const HEADING = /^(#{1,6})(?:[ \t]+(.*))?$/;
/** HTML that runs to an end of its own (CommonMark 4.6, conditions 1 to 5). */
const CLOSED: readonly { readonly what: string; readonly start: RegExp; readonly end: RegExp }[] = [
  { what: 'comment', start: /^<!--/, end: /-->/ },
  {
    what: 'HTML block',
    start: /^<(?:pre|script|style|textarea)(?=[\s>]|$)/i,
    end: /<\/(?:pre|script|style|textarea)>/i,
  },
  { what: 'HTML block', start: /^<\?/, end: /\?>/ },
  { what: 'HTML block', start: /^<!\[CDATA\[/, end: /\]\]>/ },
  { what: 'HTML block', start: /^<![a-z]/i, end: />/ },
];
/** A tag alone on its line; it runs to the next blank line too (condition 7). */
const ONE_TAG = /^<\/?[a-z][a-z0-9-]*(?:[ \t][^<>]*)?\/?>[ \t]*$/i;
/** Tags that begin a block of HTML, which runs to the next blank line (CommonMark 4.6, condition 6). */
const TAG = new RegExp(
  `^</?(?:${[
    'address|article|aside|base|basefont|blockquote|body|caption|center|col|colgroup|dd|details|dialog|dir|div|dl|dt',
    'fieldset|figcaption|figure|footer|form|frame|frameset|h[1-6]|head|header|hr|html|iframe|legend|li|link|main|menu',
    'menuitem|nav|noframes|ol|optgroup|option|p|param|search|section|summary|table|tbody|td|tfoot|th|thead|title|tr',
    'track|ul',
  ].join('|')})(?=[\\s>]|/>|$)`,
  'i',
);

export const isRule = (rest: string): boolean => RULE.test(rest);

/** A heading of the form `## Title ##`; the title without hashes that close it. */
export function readHeading(rest: string): { readonly level: number; readonly title: string } | null {
  const [, hashes, title] = HEADING.exec(rest) ?? [];
  return hashes === undefined ? null : { level: hashes.length, title: withoutClosing(title ?? '') };
}

export function withoutClosing(title: string): string {
  const trimmed = title.trim();
  let end = trimmed.length;
  while (trimmed[end - 1] === '#') end--;
  if (end === 0) return '';
  return trimmed[end - 1] === ' ' || trimmed[end - 1] === '\t' ? trimmed.slice(0, end).trim() : trimmed;
}

/** The first two lines of a table. */
export const isTableStart = (head: string, line: string): boolean =>
  head.includes('|') && line.includes('|') && line.includes('-') && /^[\s|:-]+$/.test(line);

/** What begins in a line; in the midst of a paragraph (`isInText`) not all of it can. */
export function findOpening(rest: string, isInText: boolean): Opening | null {
  const [, fence, info] = FENCE.exec(rest) ?? [];
  if (fence !== undefined && !(fence.startsWith('`') && info?.includes('`') === true)) return openFence(fence);
  if (!rest.startsWith('<')) return null;
  const closed = CLOSED.find(({ start }) => start.test(rest));
  if (closed !== undefined) return openHtml(closed, rest);
  if (!TAG.test(rest) && (isInText || !ONE_TAG.test(rest))) return null;
  return { kind: 'html', what: 'HTML block', ends: () => false, endsAtBlank: true, isWhole: false };
}

function openFence(fence: string): Opening {
  const [sign = ''] = fence;
  const ends = (line: string): boolean => {
    const trimmed = line.trim();
    return trimmed.length >= fence.length && trimmed === sign.repeat(trimmed.length);
  };
  return { kind: 'code', what: 'code fence', ends, endsAtBlank: false, isWhole: false };
}

function openHtml({ what, start, end }: (typeof CLOSED)[number], rest: string): Opening {
  const ends = (line: string): boolean => end.test(line);
  // `<!-->` is whole: what ends it may share the dashes that it begins with.
  const isWhole = ends(what === 'comment' ? rest.slice(2) : rest.replace(start, ''));
  return { kind: 'html', what, ends, endsAtBlank: false, isWhole };
}

/** Whether a line begins a block of its own, even directly behind a paragraph. */
export const startsBlock = (rest: string): boolean =>
  rest.startsWith('>') ||
  HEADING.test(rest) ||
  RULE.test(rest) ||
  MARKER.test(rest) ||
  findOpening(rest, true) !== null;

/** Whether a line of a quotation ends in a paragraph, so that a bare line behind it belongs to it. */
export function endsInText(rest: string): boolean {
  let inside = rest;
  for (let depth = 0; depth < MAX_DEPTH; depth++) {
    const sign = /^>[ \t]?/.exec(inside)?.[0] ?? MARKER.exec(inside)?.[0];
    if (sign === undefined) break;
    inside = inside.slice(sign.length);
    if (toIndent(inside) > 4) return false;
    inside = inside.trimStart();
  }
  return inside !== '' && !startsBlock(inside);
}
