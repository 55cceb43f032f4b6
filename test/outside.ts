import { spawnSync } from 'node:child_process';
import { accessSync, appendFileSync, constants, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join } from 'node:path';

/**
 * Programs that are not ours and that some tests need: bubblewrap, strace, ripgrep and the like.
 * A test whose program is missing is not run, the run names the program before its summary, and in CI the run fails.
 */

/** Names the file in which misses are written down: a file, because every test file may be a process of its own. */
const RECORD = 'BAILIWICK_TEST_NOT_RUN';

/** Called by the reporter before any test file starts; the processes of all test files inherit the name. */
export function openRecord(): void {
  process.env[RECORD] = join(mkdtempSync(join(tmpdir(), 'bailiwick-test-')), 'not-run');
}

export function closeRecord(): void {
  const file = process.env[RECORD];
  if (file !== undefined) rmSync(dirname(file), { recursive: true, force: true });
}

/** What was missed so far, each name once, sorted. */
export function listNotRun(): readonly string[] {
  const file = process.env[RECORD];
  if (file === undefined || !existsSync(file)) return [];
  return [...new Set(readFileSync(file, 'utf8').split('\n').filter(Boolean))].toSorted();
}

/** Writes down that something the tests need is not here. Without a reporter (one file alone) node's own line says it. */
export function noteNotRun(name: string): void {
  const file = process.env[RECORD];
  if (file !== undefined) appendFileSync(file, `${name}\n`);
}

/** True when the program is on the PATH and can be used; a miss is written down. */
export function requireProgram(program: string): boolean {
  const here = (process.env['PATH'] ?? '')
    .split(delimiter)
    .some((folder) => isAbsolute(folder) && isExecutable(join(folder, program)));
  const works = here && (program !== 'bwrap' || bubblewrapWorks());
  if (!works) noteNotRun(program);
  return works;
}

let isWorking: boolean | null = null;

/** It may be there and not be allowed to make a namespace: in another sandbox, in many containers. */
function bubblewrapWorks(): boolean {
  const args = ['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc', '--unshare-pid', 'true'];
  isWorking ??= spawnSync('bwrap', args, { stdio: 'ignore' }).status === 0;
  return isWorking;
}

/** Options of a test that needs these programs: `test('...', needs('bwrap', 'strace'), () => ...)`. */
export function needs(...programs: readonly string[]): { skip: string | false } {
  const missing = programs.filter((program) => !requireProgram(program));
  return { skip: missing.length > 0 ? `not here: ${missing.join(', ')}` : false };
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
