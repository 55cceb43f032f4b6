import { foldText } from '../fold.ts';
import { isRun } from './runs.ts';
import { ACT_WORDS } from './words/acts.ts';
import { CONTEXT_WORDS } from './words/context.ts';
import { ORDER_WORDS } from './words/orders.ts';

const TABLES = { ...ORDER_WORDS, ...ACT_WORDS, ...CONTEXT_WORDS };

/** What a table of words stands for. */
export type TableName = keyof typeof TABLES;

/** An entry of a table, folded, behind the name of the table. */
type Entry = readonly [table: TableName, text: string];

const ENTRIES = Object.entries(TABLES).flatMap(([name, lines]) =>
  lines.flatMap((line) => line.split(',').map((text): Entry => [name as TableName, foldText(text.trim())])),
);

const { run: inRuns = [], word: spoken = [] } = Object.groupBy(ENTRIES, ([, text]) =>
  isRun(text) && !text.includes('*') ? 'run' : 'word',
);

/** The first two letters of an entry, or the first where its first word has no more. */
const startOf = (text: string): string => text.slice(0, " '-".includes(text[1] ?? ' ') ? 1 : 2);

/**
 * The tables of words by the letters with which their entries begin: of five thousand a message asks for few. Every entry
 * is a line, and in it the name of the table and a blank. The build computes this module: it holds nothing but JSON.
 */
export const WORDS_BY_START: Readonly<Record<string, string>> = Object.fromEntries(
  [...Map.groupBy(spoken, ([, text]) => startOf(text))].map(([start, entries]) => [
    start,
    entries.map((entry) => entry.join(' ')).join('\n'),
  ]),
);

/** What is found inside a run of a script without blanks, and the tables it stands in. */
export const RUN_WORDS: Readonly<Record<string, readonly TableName[]>> = Object.fromEntries(
  [...Map.groupBy(inRuns, ([, text]) => text.replaceAll(' ', ''))].map(([run, entries]) => [
    run,
    [...new Set(entries.map(([name]) => name))],
  ]),
);
