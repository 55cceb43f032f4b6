import { readFileSync, writeFileSync } from 'node:fs';

export interface Row {
  readonly what: string;
  readonly measured: string;
  /** What it was held against in the same minute. */
  readonly beside: string;
  readonly ratio: string;
  readonly goal: string;
  readonly met: boolean;
}

const [START, END] = ['<!-- bench:start -->', '<!-- bench:end -->'];

export function toTable(rows: readonly Row[], where: string): string {
  const lines = rows.map(({ what, measured, beside, ratio, goal, met }) =>
    [what, measured, beside, ratio, goal, met ? 'yes' : '**no**'].join(' | '),
  );
  return [
    `Measured ${where}`,
    '',
    '| what | median | beside it | ratio | goal | met |',
    '|---|---|---|---|---|---|',
    ...lines.map((line) => `| ${line} |`),
  ].join('\n');
}

/** Puts the table between the markers of a document. */
export function writeTable(file: string, table: string): void {
  const text = readFileSync(file, 'utf8');
  const [from, to] = [text.indexOf(START), text.indexOf(END)];
  if (from < 0 || to < from) throw new Error(`${file} lacks the lines ${START} and ${END}`);
  writeFileSync(file, `${text.slice(0, from + START.length)}\n${table}\n${text.slice(to)}`);
}
