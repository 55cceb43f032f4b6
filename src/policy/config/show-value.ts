import { showOnOneLine } from '../../base/text.ts';

/** `permissions."shell git *".action`: parts that are no plain word are quoted. */
export const showPath = (path: readonly string[]): string =>
  path.map((part) => (/^[\w-]+$/.test(part) ? part : `"${showOnOneLine(part)}"`)).join('.');

/** The value as JSON on one line, cut when it is long. */
export function showValue(value: unknown): string {
  const text = showOnOneLine(typeof value === 'number' ? showNumber(value) : JSON.stringify(value));
  return text.length > 60 ? `${text.slice(0, 57)}...` : text;
}

/** As YAML writes it, which has words for what JSON has none for. */
const showNumber = (value: number): string =>
  Number.isNaN(value) ? '.nan' : String(value).replace('Infinity', '.inf');

/** An object that is no list: what YAML and JSON call a map. */
export const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
