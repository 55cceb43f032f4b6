/** One line of a text; the text is the byte order mark, if any, and then the lines one after the other. */
export interface Line {
  /** Without its end. */
  readonly text: string;
  /** `\n`, `\r\n`, `\r`; empty for the last line of a text that has no final newline. */
  readonly eol: string;
  /** Where it starts in the whole text. */
  readonly start: number;
}

/** The lines of a text. A final newline ends the last line and does not begin another; a byte order mark is in none. */
export function splitLines(text: string): readonly Line[] {
  const from = text.startsWith('\ufeff') ? 1 : 0;
  const ends = /\r\n|\n|\r/g;
  ends.lastIndex = from;
  const lines: Line[] = [];
  let start = from;
  for (let end = ends.exec(text); end !== null; end = ends.exec(text)) {
    lines.push({ text: text.slice(start, end.index), eol: end[0], start });
    start = ends.lastIndex;
  }
  if (start < text.length) lines.push({ text: text.slice(start), eol: '', start });
  return lines;
}

/** The line end that is used around a line: its own, else that of the nearest one before it, else behind it. */
export function findEol(lines: readonly Line[], at: number): string {
  for (let i = Math.min(at, lines.length - 1); i >= 0; i--) {
    const eol = lines[i]?.eol ?? '';
    if (eol !== '') return eol;
  }
  return lines.find(({ eol }) => eol !== '')?.eol ?? '\n';
}

export const isBlank = (text: string): boolean => !/[^ \t]/.test(text);

/** Line ends of one kind, `\n`. */
export const toPlainEnds = (text: string): string => text.replace(/\r\n?/g, '\n');

/** Columns of blanks in front; a tab leads to the next multiple of four. */
export function toIndent(text: string, from = 0): number {
  let column = from;
  for (const char of text) {
    if (char === '\t') column += 4 - (column % 4);
    else if (char === ' ') column++;
    else break;
  }
  return column;
}
