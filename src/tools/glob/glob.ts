import * as z from 'zod/mini';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, plainText, refuse, wholeNumber } from '../define.ts';
import { withDiskFaults } from '../files/disk-fault.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';
import { compileNamePattern } from '../search/name-pattern.ts';
import { SEARCH_MS, findRipgrep, runRipgrep } from '../search/ripgrep.ts';
import { type Root, openRoot } from '../search/root.ts';
import { walkFiles } from '../search/walk.ts';

const DEFAULT_LIMIT = 200;
const MAX_LIMIT = 2000;

const args = z.strictObject({
  pattern: plainText('such as src/**/*.ts; without a slash it matches names at any depth'),
  path: z.optional(plainText('folder to search')),
  limit: wholeNumber(1, MAX_LIMIT, `number of names (${DEFAULT_LIMIT})`),
});
type Args = z.infer<typeof args>;

export const globTool = defineTool({
  name: 'glob',
  title: 'Find files',
  description: 'Lists files whose names match. Passes over what .gitignore says.',
  args,
  repeatable: true,
  subject: ({ path }) => path ?? '.',
  effects: ({ path }, place) => [toEffect('read', path ?? '.', place)],
  run: glob,
});

async function glob(args: Args, context: ToolContext): Promise<ToolResult> {
  const matches = compileNamePattern(args.pattern);
  if (!matches.ok) return refuse(matches.error);
  const shown = showPath(toAbsolute(args.path ?? '.', context), context);
  return withDiskFaults(shown, async () => {
    const root = await openRoot(args.path, context);
    if (!root.ok) return refuse(root.error);
    if (root.value.file !== null) return refuse(`${shown} is a file; path names the folder to search`);
    const names = createNames(args.limit ?? DEFAULT_LIMIT, matches.value);
    const inTime = await fill(names, root.value, context);
    return toResult(names, root.value, inTime);
  });
}

interface Names {
  readonly found: readonly string[];
  readonly isFull: AbortSignal;
  readonly limit: number;
  add(relative: string): void;
}

/** Takes one name more than the limit, to know that there are more. */
function createNames(limit: number, matches: (relative: string) => boolean): Names {
  const found: string[] = [];
  const full = new AbortController();
  return {
    found,
    limit,
    isFull: full.signal,
    add(relative) {
      if (found.length > limit || !matches(relative)) return;
      found.push(relative);
      if (found.length > limit) full.abort();
    },
  };
}

/** False when the search took too long. */
async function fill(names: Names, root: Root, context: ToolContext): Promise<boolean> {
  const program = await findRipgrep(context);
  if (program === null) return fillByWalk(names, root, context);
  let rest = Buffer.alloc(0);
  const onOutput = (chunk: Uint8Array): void => {
    rest = Buffer.concat([rest, chunk]);
    let from = 0;
    for (let end = rest.indexOf(0); end !== -1; end = rest.indexOf(0, from)) {
      names.add(rest.toString('utf8', from, end));
      from = end + 1;
    }
    rest = rest.subarray(from);
  };
  const run = { program, args: ['--files'], folder: root.folder, onOutput, enough: names.isFull };
  const outcome = await runRipgrep(run, context);
  context.signal.throwIfAborted();
  // 2 without a name: this ripgrep does not know our flags.
  if (outcome.exitCode === 2 && names.found.length === 0) return fillByWalk(names, root, context);
  return outcome.end !== 'timeout';
}

async function fillByWalk(names: Names, root: Root, context: ToolContext): Promise<boolean> {
  const until = performance.now() + SEARCH_MS;
  for await (const relative of walkFiles(root.folder, { signal: context.signal, skip: () => false })) {
    names.add(relative);
    if (names.isFull.aborted) return true;
    if (performance.now() > until) return false;
  }
  return true;
}

function toResult({ found, limit }: Names, root: Root, inTime: boolean): ToolResult {
  const shown = found.slice(0, limit).map((relative) => root.show(relative));
  const notes = [
    found.length > limit ? `more than ${limit} files match; narrow the pattern or path` : '',
    inTime ? '' : `stopped after ${SEARCH_MS / 1000} s; narrow the path`,
  ].filter(Boolean);
  const lines = shown.length === 0 ? ['No file matches'] : shown;
  const text = [...lines, ...notes.map((note) => `[${note}]`)].join('\n');
  return { isError: false, text, detail: { files: shown.length, truncated: notes.length > 0 } };
}
