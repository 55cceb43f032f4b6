import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(import.meta.dirname, '..');
export const BIN = join(ROOT, 'bin', 'bailiwick.js');
const BUILT = join(ROOT, 'dist', 'main.cjs');

/** A throw-away home and project in which programs are started and timed. */
export interface Ground extends Disposable {
  readonly project: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  writeConfig(text: string): void;
  /** Starts node with these words, waits for its end and gives the milliseconds; any other exit code is an error. */
  time(words: readonly string[], exitCode?: number): Promise<number>;
}

export function createGround(): Ground {
  if (!existsSync(BUILT)) throw new Error('there is no dist/ to measure: run npm run build first');
  const root = mkdtempSync(join(tmpdir(), 'bailiwick-bench-'));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  mkdirSync(join(home, '.bailiwick'), { recursive: true, mode: 0o700 });
  mkdirSync(project);
  writeFileSync(join(project, 'README.md'), '# A project\n');
  // Learning from a turn would go on beside what is measured next.
  const quiet = { BAILIWICK_DISTILL_TOOL_THRESHOLD: '999999' };
  const env = { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', ...quiet };
  return {
    project,
    env,
    writeConfig: (text) => writeFileSync(join(home, '.bailiwick', 'config.yml'), text),
    time: (words, exitCode = 0) => timeOne(words, { env, project, exitCode }),
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

function timeOne(
  words: readonly string[],
  { env, project, exitCode }: Pick<Ground, 'env' | 'project'> & { readonly exitCode: number },
): Promise<number> {
  const started = performance.now();
  const child = spawn(process.execPath, words, { cwd: project, env, stdio: ['ignore', 'ignore', 'pipe'] });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => void (errors += chunk.toString()));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => {
      if (code === exitCode) resolve(performance.now() - started);
      else reject(new Error(`node ${words.join(' ')} ended with ${code}: ${errors}`));
    });
  });
}
