import fc from 'fast-check';
import { readShellLine } from '../../../src/shell/read.ts';
import { CWD, runInBash } from './bash.ts';
import { compare } from './compare.ts';
import { ENV, line } from './grammar.ts';

export interface WordsReport {
  readonly seed: number;
  readonly lines: number;
  readonly words: number;
  /** Words whose value the reader does not claim to know. */
  readonly unknown: number;
  /** Lines the reader refuses to read for certain. */
  readonly unparsable: number;
  readonly faults: readonly string[];
}

const USERS = { root: '/root', nobody: '/nonexistent' };
const read = (text: string): ReturnType<typeof readShellLine> =>
  readShellLine(text, { cwd: CWD, home: '/home/me', env: ENV, users: USERS });

/** Compares what the reader resolves with what bash passes, over `count` lines of the grammar. */
export function checkWords(seed: number, count: number): WordsReport {
  const lines: string[] = [];
  const collect = fc.property(line, (text) => void lines.push(text));
  fc.assert(collect, { seed, numRuns: count });
  const ran = runInBash(lines);
  const report = { seed, lines: count, words: 0, unknown: 0, unparsable: 0, faults: [] as string[] };
  for (const [i, text] of lines.entries()) {
    const result = read(text);
    const found = compare(result, ran[i]!);
    report.words += found.words;
    report.unknown += found.unknown;
    if (result.kind === 'unparsable') report.unparsable++;
    if (found.fault !== null && report.faults.length < 3) report.faults.push(shrink(seed, i, found.fault));
  }
  return report;
}

const judge = (text: string): string | null => compare(read(text), runInBash([text])[0]!).fault;

/** The smallest line with a fault that fast-check finds from the one at `index`. */
function shrink(seed: number, index: number, fault: string): string {
  const small = fc.check(
    fc.property(line, (text) => judge(text) === null),
    { seed, path: String(index), interruptAfterTimeLimit: 20_000 },
  );
  const [text] = small.counterexample ?? [];
  if (text === undefined) return `seed ${seed}, line ${index}: ${fault}`;
  return `${JSON.stringify(text)}: ${judge(text) ?? fault} (seed ${seed}, line ${index})`;
}
