import { existsSync, readFileSync } from 'node:fs';
import { booleanFlag, type Command } from '../command.ts';

/** Put in by scripts/build.ts where the sources stand in a repository. */
declare const BAILIWICK_COMMIT: string | null | undefined;

/** `version`: what to name in a report. */
export const command: Command = {
  name: 'version',
  summary: 'Print the version; with --json also Node, the platform and the commit it was built from',
  usage: 'version [--json]',
  examples: ['bailiwick version', 'bailiwick version --json'],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON object' } },
  async run(_context, args, out) {
    const version = readVersion();
    if (!booleanFlag(args, 'json')) out.line(version);
    else {
      const commit = typeof BAILIWICK_COMMIT === 'string' ? BAILIWICK_COMMIT : null;
      out.json({ version, node: process.versions.node, platform: `${process.platform}-${process.arch}`, commit });
    }
    return 0;
  },
};

/** Out of the package that this file is in, built or not. */
function readVersion(folder = new URL('.', import.meta.url)): string {
  const file = new URL('package.json', folder);
  if (!existsSync(file)) return folder.pathname === '/' ? 'unknown' : readVersion(new URL('..', folder));
  const about: unknown = JSON.parse(readFileSync(file, 'utf8'));
  return typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : 'unknown';
}
