import type { RE2JS } from 're2js';
import { type Result, fail, ok } from '../../base/result.ts';
import type { ToolContext } from '../../ports/tool.ts';
import { codeOf } from '../files/disk-fault.ts';
import { HEAD_BYTES } from '../files/file-kind.ts';
import { openFile } from '../files/open-file.ts';
import { readBounded } from '../files/read-bounded.ts';
import { MAX_FILE_BYTES, SEARCH_MS } from '../search/ripgrep.ts';
import { walkFiles } from '../search/walk.ts';
import type { Query } from './query.ts';

/**
 * Searches without ripgrep, by an engine whose time is linear in the text whatever the pattern. `\w \d \s \b` mean
 * ASCII here, where ripgrep knows all of Unicode.
 */
export async function searchByWalk(query: Query, context: ToolContext): Promise<Result<'done' | 'timeout', string>> {
  const expression = await compile(query);
  if (!expression.ok) return expression;
  const until = performance.now() + SEARCH_MS;
  for await (const file of filesOf(query, context.signal)) {
    if (performance.now() > until) return ok('timeout');
    if (!query.wants(file)) continue;
    const text = await readText(`${query.root.folder}/${file}`);
    if (text !== null) searchText(expression.value, text, (line, row) => query.hits.add({ file, line, text: row }));
    if (query.hits.isFull.aborted) break;
  }
  return ok('done');
}

async function compile({ pattern, ignoreCase }: Query): Promise<Result<RE2JS, string>> {
  // Loaded late: most turns search with ripgrep or not at all.
  const { RE2JS, RE2JSException } = await import('re2js');
  try {
    return ok(RE2JS.compile(pattern, ignoreCase ? RE2JS.CASE_INSENSITIVE : 0));
  } catch (error) {
    if (!(error instanceof RE2JSException)) throw error;
    return fail(`the pattern is no valid regular expression: ${error.message.replace('error parsing regexp: ', '')}`);
  }
}

async function* filesOf({ root, isSecret }: Query, signal: AbortSignal): AsyncGenerator<string> {
  if (root.file === null) yield* walkFiles(root.folder, { signal, skip: isSecret });
  else yield root.file;
}

/** Null for what a search passes over: too large, not readable, gone, binary. */
async function readText(path: string): Promise<string | null> {
  try {
    const file = await openFile(path, path);
    if (!file.ok) return null;
    const { handle, stats } = file.value;
    try {
      const bytes = stats.size > MAX_FILE_BYTES ? null : await readBounded(handle, MAX_FILE_BYTES);
      return bytes === null ? null : toText(bytes);
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (codeOf(error) === null) throw error;
    return null;
  }
}

/** As ripgrep has it: a NUL near the start makes a file binary, a later one ends its text. */
function toText(bytes: Buffer): string | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const nul = bytes.indexOf(0);
  if (nul !== -1 && nul < HEAD_BYTES) return null;
  const text = nul === -1 ? bytes : bytes.subarray(0, bytes.lastIndexOf(10, nul) + 1);
  return new TextDecoder('utf-8').decode(text);
}

function searchText(expression: RE2JS, text: string, add: (line: number, row: string) => void): void {
  let line = 0;
  for (let from = 0; from < text.length;) {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    const row = text.slice(from, text[end - 1] === '\r' ? Math.max(from, end - 1) : end);
    line += 1;
    if (expression.test(row)) add(line, row);
    from = end + 1;
  }
}
