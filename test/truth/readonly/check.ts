import fc from 'fast-check';
import { createFixture, type Fixture } from './fixture.ts';
import { candidates, HEADS, type Candidate } from './grammar.ts';
import { createTruthScene, toRun } from './judge.ts';
import { runTraced, type Run } from './sandbox.ts';

const BATCH = 50;

export interface TruthReport {
  readonly seed: number;
  /** Lines made by the grammar. */
  readonly made: number;
  /** Lines the judge called read-only: all of them were run. */
  readonly run: number;
  readonly faults: readonly string[];
}

/** Makes lines until `count` of them were read-only to the judge, and runs those under the tracer. */
export function checkTruth(
  seed: number,
  count: number,
  onBatch: (report: TruthReport) => void = () => undefined,
): TruthReport {
  using fixture = createFixture();
  const scene = createTruthScene(fixture);
  let report: TruthReport = { seed, made: 0, run: 0, faults: [] };
  for (let round = 0; report.run < count && report.faults.length === 0; round++) {
    const made = makeLines(fixture, seed + round);
    const runs = made.flatMap((candidate) => toRun(candidate, scene) ?? []);
    report = { ...report, made: report.made + made.length };
    for (let at = 0; at < runs.length && report.run < count; at += BATCH) {
      const batch = runs.slice(at, Math.min(at + BATCH, at + count - report.run));
      report = { ...report, run: report.run + batch.length, faults: [...report.faults, ...runBatch(batch, fixture)] };
      onBatch(report);
    }
  }
  return report;
}

function makeLines({ folders }: Fixture, seed: number): readonly Candidate[] {
  const made: Candidate[] = [];
  fc.assert(
    fc.property(candidates(folders), (candidate) => void made.push(candidate)),
    { seed, numRuns: 500 },
  );
  return made;
}

function runBatch(batch: readonly Run[], fixture: Fixture): readonly string[] {
  return runTraced(batch, fixture, HEADS).flatMap((violations, i) => {
    const run = batch[i];
    if (run === undefined || violations.length === 0) return [];
    return `${JSON.stringify(run.line)} in ${run.cwd.slice(fixture.workspace.length) || '.'}: ${violations.slice(0, 3).join(' | ')}`;
  });
}
