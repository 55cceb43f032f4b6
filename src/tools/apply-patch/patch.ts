/** One line of a hunk. `bare`: no newline behind it, by the mark of a unified diff. */
export interface HunkLine {
  readonly kind: 'keep' | 'remove' | 'add';
  readonly text: string;
  readonly bare: boolean;
}

export interface Hunk {
  /** Line of the patch at which it begins, from 1. */
  readonly at: number;
  /** Line of the old file at which it should stand, from 1; null when the patch names none. */
  readonly line: number | null;
  /** Lines that stand somewhere in front of it, in this order. */
  readonly anchors: readonly string[];
  readonly lines: readonly HunkLine[];
  /** It ends with the file. */
  readonly atEnd: boolean;
}

/** What a patch does to one file. `hunks` of a file that goes hold what it should have held; empty: anything. */
export type FilePatch =
  | { readonly kind: 'add'; readonly path: string; readonly hunks: readonly Hunk[] }
  | { readonly kind: 'delete'; readonly path: string; readonly hunks: readonly Hunk[] }
  | {
      readonly kind: 'update';
      readonly path: string;
      readonly moveTo: string | null;
      readonly hunks: readonly Hunk[];
    };

/** A mistake in a patch; leaves `parsePatch` as a value. */
export class Mistake extends Error {
  constructor(at: number, message: string) {
    super(`line ${at} of the patch: ${message}`);
  }
}

const KINDS = { ' ': 'keep', '-': 'remove', '+': 'add' } as const;

/** A line of a hunk; null when it is none. A line with nothing in it is an empty line that is kept. */
export function toHunkLine(line: string): HunkLine | null {
  if (line === '') return { kind: 'keep', text: '', bare: false };
  const sign = line[0] ?? '';
  return sign in KINDS ? { kind: KINDS[sign as keyof typeof KINDS], text: line.slice(1), bare: false } : null;
}

/** Every path that a file of the patch stands for: the old name and the new one. */
export const pathsOf = (file: FilePatch): readonly string[] =>
  file.kind === 'update' && file.moveTo !== null ? [file.path, file.moveTo] : [file.path];

const COUNTED = /^@@ -(\d+)(?:,\d+)? \+\d+(?:,\d+)? @@/;

/** What a line that begins with `@@` says of the place: a line number, or a line that stands in front. */
export function readHunkHeader(header: string): Pick<Hunk, 'line' | 'anchors'> {
  const counted = COUNTED.exec(header)?.[1];
  if (counted !== undefined) return { line: Number(counted), anchors: [] };
  const anchor = header
    .slice(2)
    .replace(/@@\s*$/, '')
    .trim();
  return { line: null, anchors: anchor === '' ? [] : [anchor] };
}
