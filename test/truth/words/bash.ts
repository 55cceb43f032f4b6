import { spawnSync } from 'node:child_process';
import { ENV } from './grammar.ts';

/** What bash did with one line: the words of every program it tried to start, and its exit code. */
export interface Ran {
  readonly started: readonly (readonly string[])[];
  readonly exitCode: number;
}

/** Where every line starts: an empty folder, so that a glob matches nothing and is passed as it is. */
export const CWD = '/tmp/ws';

/**
 * bash asks this function about every program it does not find; PATH holds only `cat` and `bash`, so it sees all
 * others. It writes their words, counted and NUL-separated, and starts nothing. A newline would end bash's write, and
 * elements of a pipe write side by side: it goes over as another control character.
 */
const LOGGER = `() {  builtin printf '%s\\0' "$#" "\${@//$'\\n'/$'\\x1e'}" >&9
 case $1 in no*) return 1;; esac
}`;

const DRIVER = `
given=("$@")
while IFS= read -r -d '' line <&8; do
  env -i "\${given[@]}" bash --norc --noprofile -c "$line" </dev/null >/dev/null 2>&1 8<&-
  printf '=\\0%s\\0' "$?" >&9
done
`;

const SANDBOX = [
  ...['--unshare-all', '--die-with-parent', '--new-session', '--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
  ...['--tmpfs', '/tmp', '--dir', '/tmp/bin', '--dir', CWD, '--chdir', CWD],
  ...['--symlink', '/bin/cat', '/tmp/bin/cat', '--symlink', '/bin/bash', '/tmp/bin/bash'],
  ...['--remount-ro', '/tmp'],
];

/**
 * Runs lines in real bash, each in one of its own with exactly {@link ENV}, in a sandbox without network where nothing
 * can be written.
 */
export function runInBash(lines: readonly string[]): readonly Ran[] {
  const env = [
    ...Object.entries(ENV).map(([name, value]) => `${name}=${value}`),
    `BASH_FUNC_command_not_found_handle%%=${LOGGER}`,
  ];
  const wrapped = `exec 8<&0 9>&1\n${DRIVER}`;
  const { stdout, stderr, status, error } = spawnSync(
    'bwrap',
    [...SANDBOX, '/bin/bash', '--norc', '--noprofile', '-c', wrapped, 'driver', ...env],
    {
      input: lines.map((line) => `${line}\0`).join(''),
      env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
      maxBuffer: 1 << 28,
      timeout: 300_000,
    },
  );
  if (error !== undefined || status !== 0)
    throw new Error(`bash could not be run: ${error?.message ?? stderr.toString()}`);
  const ran = toRan(stdout.toString());
  if (ran.length !== lines.length) throw new Error(`bash answered ${ran.length} of ${lines.length} lines`);
  return ran;
}

function toRan(output: string): Ran[] {
  const tokens = output.split('\0');
  const ran: Ran[] = [];
  let started: (readonly string[])[] = [];
  for (let at = 0; at < tokens.length - 1;) {
    const token = tokens[at++];
    if (token === '=') {
      ran.push({ started, exitCode: Number(tokens[at++]) });
      started = [];
    } else {
      const count = Number(token);
      started.push(tokens.slice(at, at + count).map((word) => word.replaceAll('\x1e', '\n')));
      at += count;
    }
  }
  return ran;
}
