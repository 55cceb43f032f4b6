import { findFences } from '../frontmatter.ts';
import { isBlank, splitLines, toIndent, type Line } from './lines.ts';
import {
  endsInText,
  findOpening,
  isRule,
  isTableStart,
  MARKER,
  MAX_DEPTH,
  readHeading,
  startsBlock,
  type Opening,
} from './signs.ts';

/** An item of a list that stands in no other list. */
export interface Item {
  /** Its first line, from 0. */
  readonly first: number;
  /** `-`, `*` or `+`; of a numbered list what follows the number, `.` or `)`. */
  readonly sign: string;
  /** Null: a bullet. */
  readonly number: number | null;
}

/** What a line is. `code`: of a fence, its own lines included, or indented; `html`: of a comment or a block of HTML. */
export type LineKind = 'front' | 'blank' | 'heading' | 'code' | 'html' | 'rule' | 'text';

export interface BlockLine extends Line {
  readonly kind: LineKind;
  readonly item: Item | null;
  /** An item of a list at whatever depth, a fence, or a block of HTML begins in it. */
  readonly isStart: boolean;
}

/** A heading that stands in no list and no quotation, and the section under it. Lines are counted from 0. */
export interface Heading {
  readonly level: number;
  /** As written, without hashes. */
  readonly title: string;
  readonly first: number;
  /** Its underline, where it has one; else as `first`. */
  readonly last: number;
  /** The line behind its section: the next heading of the same or a higher level, or the end. */
  readonly end: number;
}

/** A Markdown text by lines. Nothing is rendered again: every character is found by `start`. */
export interface Blocks {
  readonly lines: readonly BlockLine[];
  readonly headings: readonly Heading[];
  /** The line behind the frontmatter; 0: there is none. */
  readonly body: number;
  /** What runs to the end of the text because nothing closes it. */
  readonly open: { readonly what: string; readonly line: number } | null;
}

interface Open extends Opening {
  readonly line: number;
  /** Of the list item that it stands in: what is indented less ends it. */
  readonly column: number;
}

interface State {
  /** Where the content of each open list item begins, the outermost first. */
  readonly columns: number[];
  item: Item | null;
  isStart: boolean;
  open: Open | null;
  /** The first line of a paragraph that stands in no list. */
  paragraph: number | null;
  /** The line before is of a paragraph. */
  isInText: boolean;
  /** In how many lists that paragraph stands; -1: in a quotation. */
  depth: number;
}

type Mark = LineKind | Omit<Heading, 'end'>;

/** Reads a text as CommonMark does, as far as sections, lists and what hides them go. Linear; never throws. */
export function readBlocks(text: string, has: { readonly frontmatter: boolean } = { frontmatter: true }): Blocks {
  const plain = splitLines(text);
  const fences = has.frontmatter ? findFences(plain.map((line) => line.text)) : null;
  const body = fences?.end == null ? 0 : fences.end + 1;
  const lines: BlockLine[] = plain
    .slice(0, body)
    .map((line) => ({ ...line, kind: 'front', item: null, isStart: false }));
  const headings: Omit<Heading, 'end'>[] = [];
  const state: State = {
    columns: [],
    item: null,
    isStart: false,
    open: null,
    paragraph: null,
    isInText: false,
    depth: 0,
  };
  for (const line of plain.slice(body)) {
    const at = lines.length;
    const mark = readLine(state, plain, at);
    if (typeof mark === 'string') {
      lines.push({ ...line, kind: mark, item: state.item, isStart: state.isStart });
      continue;
    }
    headings.push(mark);
    for (let i = mark.first; i < at; i++)
      lines[i] = { ...(plain[i] ?? line), kind: 'heading', item: null, isStart: false };
    lines.push({ ...line, kind: 'heading', item: null, isStart: false });
  }
  const { open } = state;
  const isOpen = open !== null && open.column === 0 && !open.endsAtBlank;
  return {
    lines,
    headings: withEnds(headings, lines.length),
    body,
    open: isOpen ? { what: open.what, line: open.line } : null,
  };
}

/** Everything up to the end of the frontmatter; where there is none, the byte order mark or nothing. */
export function toFrontmatter(text: string): string {
  const { lines, body } = readBlocks(text);
  return text.slice(0, lines[body]?.start ?? text.length);
}

/** Whether an edit leaves the frontmatter as it is, and makes none of what was text. */
export const keepsFrontmatter = (before: string, after: string): boolean =>
  withoutEnd(toFrontmatter(before)) === withoutEnd(toFrontmatter(after));

const withoutEnd = (text: string): string => text.replace(/(?:\r\n|\n|\r)$/, '');

function withEnds(headings: readonly Omit<Heading, 'end'>[], end: number): readonly Heading[] {
  const ends: Heading[] = [];
  // The first heading of each level behind the one that is looked at.
  const next = Array.from({ length: 7 }, () => end);
  for (const heading of headings.toReversed()) {
    ends.push({ ...heading, end: next[heading.level] ?? end });
    next.fill(heading.first, heading.level);
  }
  return ends.toReversed();
}

function readLine(state: State, lines: readonly Line[], at: number): Mark {
  const text = lines[at]?.text ?? '';
  state.isStart = false;
  if (isBlank(text)) return readBlank(state);
  const indent = toIndent(text);
  const { open } = state;
  if (open !== null && indent >= open.column) {
    const isDeep = open.kind === 'code' && indent - open.column > 3;
    if (!isDeep && open.ends(text)) state.open = null;
    return open.kind;
  }
  state.open = null;
  const isLazy = state.isInText && !startsBlock(text.trimStart());
  if (!isLazy) leaveItems(state, indent);
  if (state.columns.length === 0) state.item = null;
  const depth = isLazy ? 0 : indent - (state.columns.at(-1) ?? 0);
  if (depth >= 4 && !state.isInText) return 'code';
  if (depth >= 4) return 'text';
  return readContent(state, { lines, at, rest: text.trimStart(), column: indent });
}

function leaveItems({ columns }: State, indent: number): void {
  while (indent < (columns.at(-1) ?? 0)) columns.pop();
}

function readBlank(state: State): LineKind {
  state.paragraph = null;
  state.isInText = false;
  if (state.open?.endsAtBlank === true) state.open = null;
  return state.open?.kind ?? 'blank';
}

interface Content {
  readonly lines: readonly Line[];
  readonly at: number;
  readonly rest: string;
  /** Where `rest` begins. */
  readonly column: number;
}

function readContent(state: State, content: Content): Mark {
  const { lines, at, rest } = content;
  const { paragraph } = state;
  if (paragraph !== null && /^(?:=+|-+)[ \t]*$/.test(rest) && !isTable(lines, paragraph, at)) {
    leaveText(state);
    const title = lines.slice(paragraph, at).map((line) => line.text.trim());
    return { level: rest.startsWith('=') ? 1 : 2, title: title.join(' '), first: paragraph, last: at };
  }
  const heading = readHeading(rest);
  if (heading !== null) {
    leaveText(state);
    return state.columns.length > 0 ? 'text' : { ...heading, first: at, last: at };
  }
  if (isRule(rest)) {
    leaveText(state);
    return 'rule';
  }
  return readOpening(state, content) ?? readItem(state, content) ?? readText(state, content);
}

const isTable = (lines: readonly Line[], from: number, to: number): boolean =>
  to - from >= 2 && isTableStart(lines[from]?.text ?? '', lines[from + 1]?.text ?? '');

function leaveText(state: State): void {
  state.paragraph = null;
  state.isInText = false;
}

function readOpening(state: State, { rest, at }: Content): LineKind | null {
  const opening = findOpening(rest, state.isInText);
  if (opening === null) return null;
  leaveText(state);
  state.isStart = true;
  if (!opening.isWhole) state.open = { ...opening, line: at, column: state.columns.at(-1) ?? 0 };
  return opening.kind;
}

function readItem(state: State, content: Content): Mark | null {
  const { rest, at, column } = content;
  const [marker, sign] = MARKER.exec(rest) ?? [];
  if (marker === undefined || sign === undefined || state.columns.length >= MAX_DEPTH) return null;
  const number = /^\d/.test(sign) ? Number.parseInt(sign, 10) : null;
  const inside = rest.slice(marker.length);
  // A sentence that happens to begin with a number or a dash is no list.
  const interrupts = state.isInText && state.depth === state.columns.length;
  if (interrupts && (isBlank(inside) || (number !== null && number !== 1))) return null;
  const width = toIndent(inside, column + marker.length) - (column + marker.length);
  const start = column + marker.length + (isBlank(inside) || width > 4 ? 1 : width);
  if (state.columns.length === 0) state.item = { first: at, sign: sign.slice(-1), number };
  state.isStart = true;
  state.columns.push(start);
  leaveText(state);
  if (isBlank(inside)) return 'text';
  if (width > 4) return 'text';
  const mark = readContent(state, { ...content, rest: inside.trimStart(), column: start });
  return mark === 'rule' ? 'text' : mark;
}

function readText(state: State, { rest, at }: Content): LineKind {
  if (rest.startsWith('>')) {
    state.paragraph = null;
    state.isInText = endsInText(rest);
    state.depth = -1;
    return 'text';
  }
  if (!state.isInText) {
    state.depth = state.columns.length;
    state.paragraph = state.depth === 0 ? at : null;
  }
  state.isInText = true;
  return 'text';
}
