import { type FilePatch, type Hunk, type HunkLine, Mistake, readHunkHeader, toHunkLine } from './patch.ts';

const SECTION = /^\*\*\* (Add|Update|Delete) File: (.+)$/;
const MOVE = /^\*\*\* Move to: (.+)$/;
const END_OF_FILE = '*** End of File';

/** The form that begins with `*** Begin Patch`: what follows `*** End Patch` may only be empty. */
export function parseEnvelope(lines: readonly string[], start: number): readonly FilePatch[] {
  const end = lines.findLastIndex((line) => line.trim() === '*** End Patch');
  if (end < 0) throw new Mistake(lines.length, 'it ends without *** End Patch');
  const behind = lines.findIndex((line, i) => i > end && line.trim() !== '');
  if (behind >= 0) throw new Mistake(behind + 1, 'something stands behind *** End Patch');
  const files: FilePatch[] = [];
  for (let at = start + 1; at < end;) {
    const match = SECTION.exec(lines[at] ?? '');
    if (match === null) {
      if (lines[at]?.trim() === '') {
        at++;
        continue;
      }
      throw new Mistake(at + 1, 'expected *** Add File:, *** Update File: or *** Delete File:');
    }
    let next = at + 1;
    while (next < end && !SECTION.test(lines[next] ?? '')) next++;
    files.push(toFile(match, lines.slice(at + 1, next), at + 1));
    at = next;
  }
  if (files.length === 0) throw new Mistake(start + 1, 'it changes no file');
  return files;
}

/** `at`: the line of the header, from 1. */
function toFile([, verb, given = '']: RegExpExecArray, body: readonly string[], at: number): FilePatch {
  const path = given.trim();
  if (verb === 'Delete') {
    const rest = body.findIndex((line) => line.trim() !== '');
    if (rest >= 0) throw new Mistake(at + rest + 1, `nothing may follow *** Delete File: ${path}`);
    return { kind: 'delete', path, hunks: [] };
  }
  if (verb === 'Add') return { kind: 'add', path, hunks: [toAdded(body, at, path)] };
  const move = MOVE.exec(body[0] ?? '');
  const hunks = toHunks(move === null ? body : body.slice(1), move === null ? at : at + 1, path);
  if (hunks.length === 0 && move === null) throw new Mistake(at, `nothing changes in ${path}`);
  return { kind: 'update', path, moveTo: move?.[1]?.trim() ?? null, hunks };
}

function toAdded(body: readonly string[], at: number, path: string): Hunk {
  const lines = withoutEmptyEnd(body).map((line, i): HunkLine => {
    if (line.startsWith('+')) return { kind: 'add', text: line.slice(1), bare: false };
    throw new Mistake(at + i + 1, `each line of the new file ${path} begins with +`);
  });
  return { at: at + 1, line: null, anchors: [], lines, atEnd: false };
}

const withoutEmptyEnd = (lines: readonly string[]): readonly string[] =>
  lines.slice(0, lines.findLastIndex((line) => line !== '') + 1);

function toHunks(body: readonly string[], at: number, path: string): readonly Hunk[] {
  const hunks: Hunk[] = [];
  const kept = withoutEmptyEnd(body);
  for (let i = 0; i < kept.length;) {
    const first = i;
    const anchors: string[] = [];
    let line: number | null = null;
    for (; kept[i]?.startsWith('@@'); i++) {
      const header = readHunkHeader(kept[i] ?? '');
      line = header.line ?? line;
      anchors.push(...header.anchors);
    }
    const lines: HunkLine[] = [];
    for (; i < kept.length && !isBoundary(kept[i] ?? ''); i++) lines.push(readLine(kept[i] ?? '', at + i + 1));
    const atEnd = kept[i] === END_OF_FILE;
    if (atEnd) i++;
    if (lines.every(({ kind }) => kind === 'keep'))
      throw new Mistake(at + first + 1, `this hunk of ${path} changes nothing`);
    hunks.push({ at: at + first + 1, line, anchors, lines, atEnd });
  }
  return hunks;
}

const isBoundary = (line: string): boolean => line.startsWith('@@') || line === END_OF_FILE;

function readLine(line: string, at: number): HunkLine {
  const read = toHunkLine(line);
  if (read === null) throw new Mistake(at, 'a line of a hunk begins with a space, - or +');
  return read;
}
