import { diffArrays } from 'diff';
import type { TreeFile } from '../vocab/proposal.ts';
import { splitLines } from './edit/lines.ts';
import { findChanges, sortFiles } from './tree.ts';

/** Lines that both sides changed, each in its way. */
export interface MergeHunk {
  /** Where they stand in the live text, from 1. */
  readonly line: number;
  readonly base: string;
  readonly live: string;
  readonly proposed: string;
}

/** A file that both sides changed; null: there is no such file on that side. */
export interface MergeConflict {
  readonly path: string;
  readonly base: string | null;
  readonly live: string | null;
  readonly proposed: string | null;
  /** Empty where one side has no such file. */
  readonly hunks: readonly MergeHunk[];
}

export type Merged =
  | {
      readonly kind: 'clean';
      readonly files: readonly TreeFile[];
      /** The result is what was proposed, to the byte. */
      readonly same: boolean;
    }
  | { readonly kind: 'conflict'; readonly files: readonly MergeConflict[] };

/**
 * Joins what was done to a skill since (`live`) with what a proposal does to it (`proposed`), both against `base`: by
 * files, in texts by lines. Changes that touch each other are a conflict, unless they are the same.
 */
export function mergeTrees(
  base: readonly TreeFile[],
  live: readonly TreeFile[],
  proposed: readonly TreeFile[],
): Merged {
  const [before, now, wanted] = [base, live, proposed].map(
    (tree) => new Map(tree.map((file) => [file.path, file.text])),
  );
  const files: TreeFile[] = [];
  const conflicts: MergeConflict[] = [];
  for (const { path } of sortFiles(toPaths([...base, ...live, ...proposed]))) {
    const sides = {
      path,
      base: before?.get(path) ?? null,
      live: now?.get(path) ?? null,
      proposed: wanted?.get(path) ?? null,
    };
    const merged = mergeFile(sides);
    if (typeof merged === 'string') files.push({ path, text: merged });
    else if (merged !== null) conflicts.push({ ...sides, hunks: merged });
  }
  if (conflicts.length > 0) return { kind: 'conflict', files: conflicts };
  return { kind: 'clean', files, same: findChanges(files, proposed).length === 0 };
}

const toPaths = (files: readonly TreeFile[]): readonly TreeFile[] => [
  ...new Map(files.map((file) => [file.path, file])).values(),
];

type Sides = Omit<MergeConflict, 'hunks'>;

/** The text; null: no file; hunks: what cannot be joined. */
function mergeFile({ base, live, proposed }: Sides): string | null | readonly MergeHunk[] {
  if (live === proposed || proposed === base) return live;
  if (live === base) return proposed;
  if (base === null || live === null || proposed === null) return [];
  const { text, hunks } = joinTexts(...toOneEnd(base, live, proposed));
  return hunks.length > 0 ? hunks : text;
}

/** What stands around the lines that both sides changed, in a text for a person to settle. */
const MARKS = ['<<<<<<< the skill as it is now', '=======', '>>>>>>> the proposal'] as const;

/** One text of both sides; where they cannot be joined both stand there, between marks. */
export const markConflicts = (base: string, live: string, proposed: string): string =>
  joinTexts(...toOneEnd(base, live, proposed)).text;

/** Whether a person left marks of {@link markConflicts} in a text. */
export const holdsMarks = (text: string): boolean =>
  splitLines(text).some(({ text: line }) => line === MARKS[0] || line === MARKS[2]);

type Texts = readonly [base: string, live: string, proposed: string];

/** Where one side only gave all lines another end, that is its change, and no line differs by it. */
function toOneEnd(...texts: Texts): Texts {
  const [base, live, proposed] = texts.map(findOneEnd);
  if (base == null || live == null || proposed == null) return texts;
  const end = live === base ? proposed : live;
  const [first, second, third] = texts;
  const give = (text: string): string => text.replace(/\r\n|\r|\n/g, () => end);
  return [give(first), give(second), give(third)];
}

/** The line end that a text has everywhere; null: it has several, or none. */
function findOneEnd(text: string): string | null {
  const [end, ...others] = new Set(text.match(/\r\n|\r|\n/g));
  return others.length === 0 ? (end ?? null) : null;
}

function joinTexts(...texts: Texts): { readonly text: string; readonly hunks: readonly MergeHunk[] } {
  const [base = [], live = [], proposed = []] = texts.map(toLines);
  const edits = [
    ...findEdits(base, live).map((edit) => ({ ...edit, isLive: true })),
    ...findEdits(base, proposed).map((edit) => ({ ...edit, isLive: false })),
  ].toSorted((a, b) => a.from - b.from || a.to - b.to);
  const parts: string[] = [];
  const hunks: MergeHunk[] = [];
  let done = 0;
  let shift = 0;
  for (const group of toGroups(edits)) {
    const range = { from: group[0]?.from ?? 0, to: Math.max(...group.map(({ to }) => to)) };
    const mine = group.filter(({ isLive }) => isLive);
    const theirs = group.filter(({ isLive }) => !isLive);
    const liveText = applyEdits(base, mine, range);
    const proposedText = applyEdits(base, theirs, range);
    const isConflict = mine.length > 0 && theirs.length > 0 && liveText !== proposedText;
    const joined = isConflict ? markBoth(liveText, proposedText) : mine.length > 0 ? liveText : proposedText;
    parts.push(base.slice(done, range.from).join(''), joined);
    if (isConflict) {
      const baseText = base.slice(range.from, range.to).join('');
      hunks.push({ line: range.from + shift + 1, base: baseText, live: liveText, proposed: proposedText });
    }
    for (const { from, to, lines } of mine) shift += lines.length - (to - from);
    done = range.to;
  }
  return { text: [...parts, base.slice(done).join('')].join(''), hunks };
}

function markBoth(live: string, proposed: string): string {
  const whole = (text: string): string => (text === '' || /[\r\n]$/.test(text) ? text : `${text}\n`);
  return `${MARKS[0]}\n${whole(live)}${MARKS[1]}\n${whole(proposed)}${MARKS[2]}\n`;
}

/** With their ends, so that a line differs from one without a newline; a byte order mark belongs to the first. */
const toLines = (text: string): readonly string[] =>
  splitLines(text).map(({ text: line, eol, start }, i) =>
    i === 0 ? `${text.slice(0, start)}${line}${eol}` : line + eol,
  );

/** Lines of the base that others stand in place of. */
interface Edit {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

type SideEdit = Edit & { readonly isLive: boolean };

/** Past this the whole is one edit, so that two long texts with nothing in common are refused and not waited for. */
const MAX_EDITS = 1000;

function findEdits(base: readonly string[], side: readonly string[]): readonly Edit[] {
  const changes = diffArrays([...base], [...side], { maxEditLength: MAX_EDITS });
  if (changes === undefined) return [{ from: 0, to: base.length, lines: side }];
  const edits: Edit[] = [];
  let at = 0;
  for (const { added, removed, value } of changes) {
    const last = edits.at(-1);
    const from = at;
    if (!added) at += value.length;
    if (!added && !removed) continue;
    const edit = { from, to: at, lines: added ? value : [] };
    if (last?.to === from) edits.splice(-1, 1, { from: last.from, to: at, lines: [...last.lines, ...edit.lines] });
    else edits.push(edit);
  }
  return edits;
}

/** Edits of both sides that overlap or touch; those of one side never do. */
function toGroups(edits: readonly SideEdit[]): readonly (readonly SideEdit[])[] {
  const groups: SideEdit[][] = [];
  let end = -1;
  for (const edit of edits) {
    if (edit.from <= end) groups.at(-1)?.push(edit);
    else groups.push([edit]);
    end = Math.max(end, edit.to);
  }
  return groups;
}

function applyEdits(
  base: readonly string[],
  edits: readonly Edit[],
  range: { readonly from: number; readonly to: number },
): string {
  const parts: string[] = [];
  let done = range.from;
  for (const { from, to, lines } of edits) {
    parts.push(base.slice(done, from).join(''), lines.join(''));
    done = to;
  }
  return [...parts, base.slice(done, range.to).join('')].join('');
}
