import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Fixture } from './fixture.ts';
import { findViolation, splitByLine, TRACED } from './trace.ts';

/** A line to run as the shell tool would. */
export interface Run {
  readonly line: string;
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
}

/** How the trace shows that the next line begins. */
const MARKER = ' execve("/usr/bin/timeout", ["/usr/bin/timeout", "--signal=KILL", ';

/**
 * Starts each line in a bash of its own, with an environment of its own; a line that never ends is stopped. Its output
 * goes into a pipe, as the shell tool's does.
 */
const DRIVER = `
while IFS= read -r -d '' cwd && IFS= read -r -d '' count; do
  given=()
  for ((i = 0; i < count; i++)); do IFS= read -r -d '' pair; given+=("$pair"); done
  IFS= read -r -d '' line
  cd "$cwd"
  /usr/bin/timeout --signal=KILL 3 /usr/bin/env -i "\${given[@]}" /bin/bash --norc --noprofile -c "$line" </dev/null 2>&1 |
    /bin/cat >/dev/null
done < "$1"
`;

/** What starting a line itself takes, each once. */
const STARTERS = ['/usr/bin/env', '/bin/bash', '/bin/cat'];

/**
 * Runs lines in a disposable sandbox without network, on a throw-away copy of the fixture, under the tracer. Gives for
 * each line the calls that do more than read.
 */
export function runTraced(
  runs: readonly Run[],
  fixture: Fixture,
  heads: ReadonlySet<string>,
): readonly (readonly string[])[] {
  const folder = mkdtempSync(join(tmpdir(), 'bailiwick-traced-'));
  try {
    cpSync(fixture.home, join(folder, 'home'), { recursive: true, verbatimSymlinks: true, preserveTimestamps: true });
    mkdirSync(join(folder, 'out'));
    writeFileSync(join(folder, 'out/lines'), runs.map(encode).join(''));
    start(folder, fixture);
    const lines = splitByLine(readFileSync(join(folder, 'out/trace'), 'latin1'), MARKER);
    if (lines.length !== runs.length) throw new Error(`the trace holds ${lines.length} of ${runs.length} lines`);
    return lines.map((calls) => findViolations(calls, heads));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const encode = ({ line, cwd, env }: Run): string => {
  const pairs = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return [cwd, String(pairs.length), ...pairs, line].map((text) => `${text}\0`).join('');
};

function start(folder: string, { home }: Fixture): void {
  const out = join(folder, 'out');
  const sandbox = [
    ...[
      '--unshare-all',
      '--die-with-parent',
      '--new-session',
      '--ro-bind',
      '/',
      '/',
      '--dev',
      '/dev',
      '--proc',
      '/proc',
    ],
    ...['--tmpfs', '/tmp', '--bind', join(folder, 'home'), home, '--bind', out, out, '--chdir', home],
  ];
  const tracer = [
    'strace',
    '-f',
    '--seccomp-bpf',
    '-qq',
    '-s',
    '400',
    '-o',
    join(out, 'trace'),
    '-e',
    `trace=${TRACED}`,
    '-e',
    'signal=none',
  ];
  const driver = ['bash', '--norc', '--noprofile', '-c', DRIVER, 'driver', join(out, 'lines')];
  const ran = spawnSync('bwrap', [...sandbox, ...tracer, ...driver], {
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    stdio: ['ignore', 'ignore', 'pipe'],
    timeout: 300_000,
  });
  if (ran.status !== 0) throw new Error(`the sandbox failed: ${ran.error?.message ?? ran.stderr.toString()}`);
}

function findViolations(calls: readonly string[], heads: ReadonlySet<string>): readonly string[] {
  const starters = new Set(STARTERS);
  return calls.flatMap((call) => {
    const [, program = ''] = /^\d+\s+execve\("([^"]*)"/.exec(call) ?? [];
    if (starters.delete(program)) return [];
    return findViolation(call, heads) ?? [];
  });
}
