import type { Row } from './database.ts';

/** Columns are read by type; another type than the table promises is a damaged store and throws. */
export function textOf(row: Row, column: string): string {
  const value = row[column];
  if (typeof value !== 'string') throw new TypeError(`${column} is no text`);
  return value;
}

export function numberOf(row: Row, column: string): number {
  const value = row[column];
  if (typeof value !== 'number') throw new TypeError(`${column} is no number`);
  return value;
}

/** The value of a column that holds a JSON object. */
export function objectOf(row: Row, column: string): Readonly<Record<string, unknown>> {
  const value: unknown = JSON.parse(textOf(row, column));
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new TypeError(`${column} is no object`);
  return value as Readonly<Record<string, unknown>>;
}

/** The text as one of these words. */
export function wordOf<T extends string>(row: Row, column: string, words: readonly T[]): T {
  const value = textOf(row, column);
  const word = words.find((known) => known === value);
  if (word === undefined) throw new TypeError(`${column} holds the unknown word ${value}`);
  return word;
}
