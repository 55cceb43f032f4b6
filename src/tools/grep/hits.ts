import type { Root } from '../search/root.ts';

/** A line that matches. */
export interface Hit {
  /** Path below the folder searched. */
  readonly file: string;
  readonly line: number;
  readonly text: string;
}

/** Longer lines are cut: they are generated or data. */
const MAX_TEXT = 300;
const MAX_BYTES = 50_000;

export interface Hits {
  readonly isFull: AbortSignal;
  count(): number;
  /** The files of the lines that are shown, each below the folder searched. */
  files(): readonly string[];
  add(hit: Hit): void;
  render(root: Root): string;
}

/** Collects up to `limit` lines, and one more to know that there are more. */
export function createHits(limit: number): Hits {
  const found: Hit[] = [];
  const full = new AbortController();
  let bytes = 0;
  return {
    isFull: full.signal,
    count: () => Math.min(found.length, limit),
    files: () => [...new Set(found.slice(0, limit).map(({ file }) => file))],
    add(hit) {
      if (full.signal.aborted) return;
      const text = hit.text.length > MAX_TEXT ? `${cutText(hit.text)}...` : hit.text;
      found.push({ ...hit, text });
      bytes += Buffer.byteLength(text) + 8;
      if (found.length > limit || bytes > MAX_BYTES) full.abort();
    },
    render(root) {
      const rows: string[] = [];
      let file: string | null = null;
      for (const hit of found.slice(0, limit)) {
        if (hit.file !== file) rows.push(...(file === null ? [] : ['']), root.show(hit.file));
        file = hit.file;
        rows.push(`${hit.line}: ${hit.text}`);
      }
      if (rows.length === 0) return 'No line matches';
      if (full.signal.aborted) rows.push('', '[there are more matches; narrow pattern, path or include]');
      return rows.join('\n');
    },
  };
}

const cutText = (text: string): string => text.slice(0, MAX_TEXT).toWellFormed();
