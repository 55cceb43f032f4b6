import { readFileSync, writeFileSync } from 'node:fs';

/** A committed file that tells what the code makes of many questions, one row each. */
export interface Book {
  readonly file: string;
  /** Writes the file anew. */
  readonly command: string;
  readonly rows: () => readonly BookRow[];
}

export interface BookRow {
  readonly question: string;
  readonly answer: () => readonly string[];
}

/** The row as it stands in the file: the question behind `$`, and the answer's lines below it. */
export const renderBookRow = ({ question, answer }: BookRow): string =>
  [`$ ${question}`, ...answer().map((line) => `  ${line}`)]
    .map((line) => line.replaceAll('\n', '⏎').replaceAll('\t', '⇥'))
    .join('\n');

export const readBook = ({ file }: Book): readonly string[] =>
  readFileSync(file, 'utf8')
    .trimEnd()
    .split(/\n(?=\$ )/);

export const writeBook = ({ file, rows }: Book): void =>
  writeFileSync(file, `${rows().map(renderBookRow).join('\n')}\n`);
