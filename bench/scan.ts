import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sanitize } from '../src/guard/sanitize.ts';
import { MESSAGE_RULES } from '../src/guard/scan/message-rules.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

const SETTINGS = {
  enabled: true,
  mode: 'warn',
  minSeverity: 'medium',
  disabledPatterns: [],
  extraPatterns: [],
} as const;
const GOAL = 0.2;

/**
 * The sanitiser beside a plain pass of its own expressions over the same text: what a list of patterns without views,
 * words and languages would cost.
 */
export function measureScan(): readonly Row[] {
  const folder = join(import.meta.dirname, '..', 'docs', 'reference');
  const pages = ['judge.md', 'tools.md', 'judgements.md', 'config.md'].map((page) =>
    readFileSync(join(folder, page), 'utf8'),
  );
  const text = pages.join('\n').slice(0, 200_000);
  const shapes = MESSAGE_RULES.flatMap(({ shapes = [], raw = [] }) => [...shapes, ...raw]);
  const plain = shapes.map(({ source, flags }) => new RegExp(source, `${flags.replace('g', '')}gi`));
  const passes = time(() => plain.reduce((count, shape) => count + (text.match(shape)?.length ?? 0), 0));
  const scans = time(() => sanitize(text, SETTINGS));
  const ratio = passes / scans;
  const speed = (ms: number): string => `${(text.length / 1000 / ms).toFixed(2)} MB/s`;
  return [
    {
      what: `the sanitiser, ${(text.length / 1000).toFixed(0)} kB of prose and code`,
      measured: speed(scans),
      beside: `a plain pass of its ${plain.length} expressions ${speed(passes)}`,
      ratio: `${ratio.toFixed(2)}x`,
      goal: `>= ${GOAL}x`,
      met: ratio >= GOAL,
    },
  ];
}

/** Milliseconds, the median of some rounds after two to warm up. */
function time(work: () => unknown): number {
  work();
  work();
  return medianOf(
    Array.from({ length: 7 }, () => {
      const started = performance.now();
      work();
      return performance.now() - started;
    }),
  );
}
