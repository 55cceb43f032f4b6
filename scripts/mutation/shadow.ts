import { spawn } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Mutant } from './find-mutants.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const TIMEOUT_MS = 60_000;

/** Tests of the judge and the reader that need nothing from outside. */
const ALL = ['test/pins/*.test.ts', 'src/shell/**/*.test.ts', 'src/policy/**/*.test.ts', 'test/policy/**/*.test.ts'];

export type Outcome = 'killed' | 'survived' | 'timeout';

/** A copy of the sources in which one change at a time is made, so that nobody's working tree is touched. */
export interface Shadow extends Disposable {
  /** Runs the tests near the changed file, and all of them when those notice nothing. */
  try(mutant: Mutant): Promise<Outcome>;
  /** Runs all tests without any change. */
  passes(): Promise<boolean>;
}

export function createShadow(): Shadow {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-mutate-'));
  for (const name of ['src', 'test', 'docs', 'scripts', 'package.json'])
    cpSync(join(ROOT, name), join(folder, name), { recursive: true });
  mkdirSync(join(folder, 'reports'));
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const tests = (patterns: readonly string[]): readonly string[] =>
    globSync([...patterns], { cwd: folder }).filter((file) => !file.endsWith('.full.test.ts'));
  return {
    async try(mutant) {
      const path = join(folder, mutant.file);
      const source = readFileSync(path, 'utf8');
      if (source.slice(mutant.from, mutant.to) !== mutant.was)
        throw new Error(`${mutant.file} changed since the start`);
      writeFileSync(path, source.slice(0, mutant.from) + mutant.text + source.slice(mutant.to));
      try {
        const near = await runTests(folder, tests([`${dirname(mutant.file)}/**/*.test.ts`]));
        return near === 'survived' ? await runTests(folder, tests(ALL)) : near;
      } finally {
        writeFileSync(path, source);
      }
    },
    passes: async () => (await runTests(folder, tests(ALL))) === 'survived',
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function runTests(folder: string, files: readonly string[]): Promise<Outcome> {
  if (files.length === 0) return Promise.resolve('survived');
  const words = ['--test', '--test-isolation=none', '--test-reporter=dot', ...files];
  const child = spawn(process.execPath, words, {
    cwd: folder,
    stdio: 'ignore',
    timeout: TIMEOUT_MS,
    killSignal: 'SIGKILL',
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      if (signal !== null) resolve('timeout');
      else resolve(code === 0 ? 'survived' : 'killed');
    });
  });
}
