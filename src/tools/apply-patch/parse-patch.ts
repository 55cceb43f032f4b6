import { type Result, fail, ok } from '../../base/result.ts';
import { parseEnvelope } from './parse-envelope.ts';
import { parseUnified } from './parse-unified.ts';
import { type FilePatch, Mistake, pathsOf } from './patch.ts';

const MAX_FILES = 100;

/**
 * Reads a patch in one of the two forms that models write: a unified diff, or the one between `*** Begin Patch` and
 * `*** End Patch`. The judge and the tool read it by this one function. The error names the line of the patch.
 */
export function parsePatch(text: string): Result<readonly FilePatch[], string> {
  const lines = text.replace(/\n$/, '').split('\n').map(withoutReturn);
  const start = lines.findIndex((line) => line.trim() !== '');
  try {
    const isEnvelope = lines[start]?.trim() === '*** Begin Patch';
    const files = isEnvelope ? parseEnvelope(lines, start) : parseUnified(lines);
    if (files.length > MAX_FILES) return fail(`a patch may change ${MAX_FILES} files at most`);
    return findTwice(files) ?? ok(files);
  } catch (error) {
    if (error instanceof Mistake) return fail(error.message);
    throw error;
  }
}

const withoutReturn = (line: string): string => (line.endsWith('\r') ? line.slice(0, -1) : line);

function findTwice(files: readonly FilePatch[]): Result<never, string> | null {
  const seen = new Set<string>();
  for (const path of files.flatMap(pathsOf)) {
    if (path === '' || path.includes('\0')) return fail('a file of the patch has no name');
    if (seen.has(path)) return fail(`${path} is named twice; put all its hunks under one header`);
    seen.add(path);
  }
  return null;
}
