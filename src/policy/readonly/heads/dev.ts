import { head, probe, type ReadonlyHead } from '../head.ts';

/**
 * Programs of the preset `dev`. Left out because a file of the project decides what their version probe starts or
 * downloads: yarn and pnpm (corepack, yarnPath), cargo and rustc (rust-toolchain.toml), go (the toolchain line); and those
 * that write while they answer: java and javac (shared memory in /tmp), pip (compiled modules); and what Debian does not
 * have, so that the table could not be held against it: deno and bun. npm ls writes its own log.
 */
export const DEV_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries([
  probe('node', '-v|--version'),
  probe('tsc', '-v|--version'),
  probe('python', '-V|--version'),
  probe('python3', '-V|--version'),
  probe('ruby', '-v|--version'),
  probe('perl', '-v|--version'),
  probe('gcc', '--version'),
  probe('g++', '--version'),
  probe('clang', '--version'),
  probe('make', '-v|--version'),
  probe('cmake', '--version'),
  probe('docker', '-v|--version'),
  probe('npm', '-v|--version'),
]);

const NPM_LIST = {
  '0': '-a|--all --json -l|--long -p|--parseable -g|--global --link --package-lock-only --unicode --no-unicode --production --dev',
  '1': '--depth --omit --include',
};

/** `npm <verb>` of the preset. */
export const NPM_HEADS: Readonly<Record<string, ReadonlyHead>> = Object.fromEntries(
  ['ls', 'list', 'll', 'la'].map((verb) => head(verb, NPM_LIST, { files: 'none', strict: true }, { exactLong: true })),
);
