import type { SegmentVerdict, TraceEntry } from '../vocab/decision.ts';
import type { Verdict } from '../vocab/verdict.ts';
import type { SimpleCommand } from '../vocab/shell-line.ts';

/** For each command of a line the segment that stands for it: one that may run in several folders has one segment. */
export function segmentIndexes(commands: readonly Pick<SimpleCommand, 'again'>[]): readonly number[] {
  const indexes: number[] = [];
  let next = 0;
  for (const { again } of commands) indexes.push(again === undefined ? next++ : Number(indexes[again]));
  return indexes;
}

const STRICTNESS: Readonly<Record<Verdict, number>> = { allow: 0, ask: 1, deny: 2 };

/** The segments, of verdicts for every command: where several speak of one, the strictest, with a class that any has. */
export function mergeSegments(
  verdicts: readonly SegmentVerdict[],
  indexes: readonly number[],
): readonly SegmentVerdict[] {
  const segments: SegmentVerdict[] = [];
  for (const [i, verdict] of verdicts.entries()) {
    const at = Number(indexes[i]);
    const before = segments[at];
    if (before === undefined) {
      segments[at] = verdict;
      continue;
    }
    const [first, second] =
      STRICTNESS[before.verdict] >= STRICTNESS[verdict.verdict] ? [before, verdict] : [verdict, before];
    segments[at] = { ...second, ...first };
  }
  return segments;
}

/** A trace that speaks of segments instead of commands. */
export const withSegments = (trace: readonly TraceEntry[], indexes: readonly number[]): readonly TraceEntry[] =>
  trace.map((entry) =>
    entry.segments === undefined
      ? entry
      : { ...entry, segments: [...new Set(entry.segments.map((command) => Number(indexes[command])))] },
  );
