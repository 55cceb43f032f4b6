import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** What reads a policy and shows it hardly appears in a verdict: its tests, wherever they stand, notice more. */
const HARDLY_IN_BOOKS = /\/(config|report)\/|\/(explain|compile)\.ts$/;
const OF_POLICIES = [
  'src/policy/**/*.test.ts',
  'src/cli/policy/*.test.ts',
  'test/config/*.test.ts',
  'test/policy/judge-page.test.ts',
];

/** What the rooms next door make of it. */
const OF_ROOMS = ['src/{shell,policy}/**/*.test.ts'];

/** Minutes for each change that nothing else notices; the last starts our program again and again. */
const SLOW = [
  'src/{shell,policy,run,app}/**/*.test.ts',
  'src/cli/policy/*.test.ts',
  'test/{config,policy}/**/*.test.ts',
  'test/check-cli.test.ts',
];
const STARTS_PROGRAM = 'test/check-cli.test.ts';

export interface Tests {
  /** Whether the books are likely to notice the change, so that they are compared first. */
  readonly booksFirst: boolean;
  /** Groups to run one after the other until one fails, the likeliest first. */
  readonly groups: readonly (readonly string[])[];
}

/** What to run for a change of this file: tests that import it, directly or by way of others. */
export function findTests(root: string, file: string, slow: boolean): Tests {
  const booksFirst = !HARDLY_IN_BOOKS.test(file);
  const seen = new Set<string>();
  const near = [`${dirname(file)}/*.test.ts`, `${dirname(dirname(file))}/*.test.ts`];
  const groups = [near, booksFirst ? OF_ROOMS : OF_POLICIES, slow ? SLOW : []]
    .map((patterns) => {
      const tests = find(root, patterns).filter((test) => !seen.has(test) && mayNotice(root, test, file));
      for (const test of tests) seen.add(test);
      return tests;
    })
    .filter((tests) => tests.length > 0);
  return { booksFirst, groups };
}

/** All of these tests, and those of the books. */
export const findAllTests = (root: string, slow: boolean): readonly string[] =>
  find(root, ['test/pins/*.test.ts', 'src/shell/**/*.test.ts', ...OF_POLICIES, ...(slow ? SLOW : [])]);

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
