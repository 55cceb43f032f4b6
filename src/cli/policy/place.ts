import { showOnOneLine } from '../../base/text.ts';

/** `file:line`, as every report names a place. */
export const place = (ref: { readonly file: string; readonly line: number | null }): string =>
  showOnOneLine(ref.line === null ? ref.file : `${ref.file}:${ref.line}`);
