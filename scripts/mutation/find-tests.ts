import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What may notice a change of the judge or the reader and needs nothing from outside. */
const PINS = ['test/pins/*.test.ts'];
const QUICK = [
  'src/{shell,policy}/**/*.test.ts',
  'src/run/*.test.ts',
  'src/cli/policy/*.test.ts',
  'test/config/*.test.ts',
  'test/policy/judge-page.test.ts',
];
/** Minutes for each change that the quick ones do not notice; the last starts our program again and again. */
const SLOW = ['test/policy/**/*.test.ts', 'src/app/**/*.test.ts', 'test/check-cli.test.ts'];

const STARTS_PROGRAM = 'test/check-cli.test.ts';

/**
 * Groups of tests to run for a change of this file, one after the other until one fails: the tests of the same folder
 * first, then all others that import the file, directly or by way of others.
 */
export function findTests(root: string, file: string, slow: boolean): readonly (readonly string[])[] {
  const seen = new Set<string>();
  return [[`${dirname(file)}/*.test.ts`], QUICK, ...(slow ? [SLOW] : [])]
    .map((patterns) => {
      const tests = find(root, patterns).filter((test) => !seen.has(test) && mayNotice(root, test, file));
      for (const test of tests) seen.add(test);
      return tests;
    })
    .filter((tests) => tests.length > 0);
}

/** All of these tests. */
export const findAllTests = (root: string, slow: boolean): readonly string[] =>
  find(root, [...PINS, ...QUICK, ...(slow ? SLOW : [])]);

const find = (root: string, patterns: readonly string[]): readonly string[] => {
  const found = patterns.flatMap((pattern) => globSync(pattern, { cwd: root }).toSorted());
  return [...new Set(found)].filter((file) => !file.endsWith('.full.test.ts'));
};

const mayNotice = (root: string, test: string, file: string): boolean =>
  test === STARTS_PROGRAM || reachedFrom(join(root, test)).has(join(root, file));

const known = new Map<string, ReadonlySet<string>>();

/** The files that a test imports, and those that these import. */
function reachedFrom(start: string): ReadonlySet<string> {
  const before = known.get(start);
  if (before !== undefined) return before;
  const seen = new Set([start]);
  for (const file of seen) {
    const source = readFileSync(file, 'utf8');
    for (const [, name = ''] of source.matchAll(/\b(?:from|import)\s*\(?\s*'(\.[^']+\.ts)'/g)) {
      seen.add(join(dirname(file), name));
    }
  }
  known.set(start, seen);
  return seen;
}
