import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openBooks } from './open-books.ts';
import { findAllTests, findTests } from './find-tests.ts';
import type { Mutant } from './find-mutants.ts';
import type { Question } from './compare-books.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** Processor time, so that a busy machine makes no change look noticed: many times what the tests take. */
const MAX_SECONDS = 240;

export type Outcome = 'killed' | 'survived' | 'timeout';

/** A copy of the sources in which one change at a time is made, so that nobody's working tree is touched. */
export interface Shadow extends Disposable {
  /** Runs the tests that may notice the change, the likeliest first, until one fails. */
  try(mutant: Mutant): Promise<Outcome>;
  /** Runs all of them without any change. */
  passes(): Promise<boolean>;
}

export function createShadow(slow: boolean): Shadow {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-mutate-'));
  for (const name of ['src', 'test', 'docs', 'scripts', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'reports'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const books = openBooks(folder);
  return {
    async try(mutant) {
      await books.ready();
      const path = join(folder, mutant.file);
      const source = readFileSync(path, 'utf8');
      if (source.slice(mutant.from, mutant.to) !== mutant.was)
        throw new Error(`${mutant.file} changed since the start`);
      const changed = source.slice(0, mutant.from) + mutant.text + source.slice(mutant.to);
      writeFileSync(path, changed);
      try {
        const compare = (rows: Question['rows']) => () =>
          books.compare({ file: path, source: changed, words: wordsOf(mutant), rows });
        const { booksFirst, groups } = findTests(folder, mutant.file, slow);
        const tests = groups.map((group) => () => runTests(folder, group));
        const first = booksFirst ? [compare('first'), ...tests] : [...tests, compare('first')];
        for (const run of [...first, compare('others')]) {
          const outcome = await run();
          if (outcome !== 'survived') return outcome;
        }
        return 'survived';
      } finally {
        writeFileSync(path, source);
      }
    },
    passes: async () => (await runTests(folder, findAllTests(folder, slow))) === 'survived',
    [Symbol.dispose]: () => {
      books[Symbol.dispose]();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const REPORTER = join(import.meta.dirname, 'first-failure.ts');

/** Words by which to find the rows that a change most likely shows in: those of the text that it changes. */
const wordsOf = ({ was }: Mutant): readonly string[] =>
  /^['"]/.test(was) ? (was.match(/--?\w[\w-]*|\w{3,}/g) ?? []) : [];

const runTests = (folder: string, files: readonly string[]): Promise<Outcome> =>
  runNode(folder, ['--test', '--test-isolation=none', `--test-reporter=${REPORTER}`, ...files]);

function runNode(folder: string, words: readonly string[]): Promise<Outcome> {
  const child = spawn('sh', ['-c', 'ulimit -t "$0"; exec "$@"', String(MAX_SECONDS), process.execPath, ...words], {
    cwd: folder,
    stdio: 'ignore',
    env: { ...process.env, NODE_COMPILE_CACHE: join(folder, 'reports', 'cache') },
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal !== null) resolve('timeout');
      else resolve(code === 0 ? 'survived' : 'killed');
    });
  });
}
