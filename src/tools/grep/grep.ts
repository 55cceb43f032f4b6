import * as z from 'zod/mini';
import { folderOf } from '../../base/path.ts';
import { originOfPath } from '../../guard/envelope.ts';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { defineTool, flag, plainText, refuse, wholeNumber } from '../define.ts';
import { withDiskFaults } from '../files/disk-fault.ts';
import { showPath, toAbsolute, toEffect } from '../files/place.ts';
import { compileNamePattern } from '../search/name-pattern.ts';
import { SEARCH_MS, findRipgrep } from '../search/ripgrep.ts';
import { type Root, openRoot } from '../search/root.ts';
import { searchByRipgrep } from './by-ripgrep.ts';
import { searchByWalk } from './by-walk.ts';
import { createHits } from './hits.ts';
import type { Query } from './query.ts';

const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 1000;

const args = z.strictObject({
  pattern: plainText('regular expression (RE2), matched line by line'),
  path: z.optional(plainText('file or folder')),
  include: z.optional(plainText('names of files, such as *.{ts,tsx}')),
  ignore_case: flag('upper and lower case are the same'),
  limit: wholeNumber(1, MAX_LIMIT, `number of lines (${DEFAULT_LIMIT})`),
});
type Args = z.infer<typeof args>;

export const grepTool = defineTool({
  name: 'grep',
  title: 'Search in files',
  description: 'Finds lines in files. Passes over .gitignore entries, binary files and files with secrets.',
  args,
  repeatable: true,
  subject: ({ path }) => path ?? '.',
  effects: ({ path }, place) => [toEffect('read', path ?? '.', place)],
  run: grep,
});

async function grep(args: Args, context: ToolContext): Promise<ToolResult> {
  if (args.pattern.includes('\n')) return refuse('grep searches line by line; the pattern must not hold a newline');
  const shown = showPath(toAbsolute(args.path ?? '.', context), context);
  return withDiskFaults(shown, async () => {
    const root = await openRoot(args.path, context);
    if (!root.ok) return refuse(root.error);
    const include = args.include === undefined ? null : compileNamePattern(args.include);
    if (include?.ok === false) return refuse(include.error);
    const query = toQuery(args, root.value, { ...context, included: include?.value ?? (() => true) });
    return search(query, context);
  });
}

interface Choice extends Pick<ToolContext, 'isSecret'> {
  readonly included: (relative: string) => boolean;
}

function toQuery(args: Args, root: Root, { isSecret, included }: Choice): Query {
  const folders = new Map<string, boolean>();
  /** A folder counts with the folders around it, up to the root. */
  const inSecretFolder = (folder: string): boolean => {
    const known = folders.get(folder);
    if (known !== undefined) return known;
    const answer = isSecret(folder) || (folder.length > root.folder.length && inSecretFolder(folderOf(folder)));
    folders.set(folder, answer);
    return answer;
  };
  const isHidden = (relative: string): boolean => {
    const absolute = `${root.folder === '/' ? '' : root.folder}/${relative}`;
    return isSecret(absolute) || inSecretFolder(folderOf(absolute));
  };
  return {
    pattern: args.pattern,
    ignoreCase: args.ignore_case ?? false,
    include: args.include ?? null,
    root,
    hits: createHits(args.limit ?? DEFAULT_LIMIT),
    // A file that is named was judged under its name.
    wants: (relative) => root.file !== null || (included(relative) && !isHidden(relative)),
    isSecret,
  };
}

async function search(query: Query, context: ToolContext): Promise<ToolResult> {
  const program = await findRipgrep(context);
  let end = program === null ? 'unusable' : await searchByRipgrep(program, query, context);
  if (end === 'unusable') {
    const walked = await searchByWalk(query, context);
    if (!walked.ok) return refuse(walked.error);
    end = walked.value;
  }
  const note = end === 'timeout' ? `\n[stopped after ${SEARCH_MS / 1000} s; narrow the path]` : '';
  const text = query.hits.render(query.root) + note;
  return { isError: false, text, ...originOf(query, context), detail: { matches: query.hits.count() } };
}

/** Lines of a dependency are not the owner's, whatever folder was searched. */
function originOf({ hits, root }: Query, context: ToolContext): Pick<ToolResult, 'origin'> {
  for (const file of hits.files()) {
    const origin = originOfPath(`${root.folder === '/' ? '' : root.folder}/${file}`, context);
    if (origin !== null) return { origin };
  }
  return {};
}
