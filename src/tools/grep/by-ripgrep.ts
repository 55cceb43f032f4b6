import type { ToolContext } from '../../ports/tool.ts';
import { MAX_FILE_BYTES, runRipgrep } from '../search/ripgrep.ts';
import type { Hit } from './hits.ts';
import type { Query } from './query.ts';

/**
 * Searches with ripgrep. `unusable`: it refused the pattern or a flag, and found nothing; our own search then decides
 * what is wrong.
 */
export async function searchByRipgrep(
  program: string,
  query: Query,
  context: ToolContext,
): Promise<'done' | 'timeout' | 'unusable'> {
  const parser = createParser((hit) => {
    if (query.wants(hit.file)) query.hits.add(hit);
  });
  const run = { program, args: toArgs(query), folder: query.root.folder, onOutput: parser, enough: query.hits.isFull };
  const outcome = await runRipgrep(run, context);
  context.signal.throwIfAborted();
  if (outcome.end === 'timeout') return 'timeout';
  return outcome.exitCode === 2 && query.hits.count() === 0 ? 'unusable' : 'done';
}

const toArgs = (query: Query): readonly string[] => [
  '--line-number',
  '--no-heading',
  '--with-filename',
  '--crlf',
  '--max-columns=2000',
  '--max-columns-preview',
  `--max-filesize=${MAX_FILE_BYTES}`,
  query.ignoreCase ? '--ignore-case' : '--case-sensitive',
  ...typeArgs(query.include),
  '--regexp',
  query.pattern,
  '--',
  query.root.file === null ? './' : `./${query.root.file}`,
];

/** Only to read fewer files: what a pattern means is ours to say, so anything but the plainest is left out here. */
function typeArgs(include: string | null): readonly string[] {
  if (include === null || !/^[\w.*-]*(?:\{[\w.-]+(?:,[\w.-]+)+\})?$/.test(include)) return [];
  return ['--type-clear=wanted', `--type-add=wanted:${include}`, '--type=wanted'];
}

/** Said on stdout, between matches, about a file whose first lines are text and whose later ones are not. */
const WARNING = /^.*?: WARNING: stopped searching binary file after match \(found [^\n]*\)\n/s;

/** Reads `path NUL line:text LF`, however the stream is cut. */
function createParser(add: (hit: Hit) => void): (chunk: Uint8Array) => void {
  let rest = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let nul = rest.indexOf(0); nul !== -1; nul = rest.indexOf(0, from)) {
      const end = rest.indexOf(10, nul);
      if (end === -1) break;
      const file = rest.toString('utf8', from, nul).replace(WARNING, '').replace(/^\.\//, '');
      const row = rest.toString('utf8', nul + 1, end);
      const colon = row.indexOf(':');
      add({ file, line: Number(row.slice(0, colon)), text: row.slice(colon + 1).replace(/\r$/, '') });
      from = end + 1;
    }
    rest = rest.subarray(from);
  };
}
