import { type FilePatch, type Hunk, type HunkLine, Mistake, readHunkHeader, toHunkLine } from './patch.ts';

/** Headers of git in front of a file; they say what the names and the hunks say again. */
const NOTED =
  /^(?:index |new file mode |deleted file mode |old mode |new mode |similarity index |dissimilarity index )/;

interface Names {
  old: string | null;
  new: string | null;
  moveFrom: string | null;
  moveTo: string | null;
  /** The line of `diff --git` or `---`, from 1. */
  at: number;
}

/** A unified diff of one or more files, with or without the headers of git. The counts of hunks are not looked at. */
export function parseUnified(lines: readonly string[]): readonly FilePatch[] {
  const files: FilePatch[] = [];
  let i = 0;
  while (i < lines.length) {
    if (!beginsFile(lines, i)) {
      if (lines[i]?.startsWith('@@') === true) throw new Mistake(i + 1, 'a hunk stands in front of any --- and +++');
      i++;
      continue;
    }
    const names: Names = { old: null, new: null, moveFrom: null, moveTo: null, at: i + 1 };
    i = readNames(lines, i, names);
    const hunks: Hunk[] = [];
    while (lines[i]?.startsWith('@@') === true) {
      const end = endOfHunk(lines, i + 1);
      hunks.push(toHunk(lines, i, end));
      i = end;
    }
    files.push(toFile(names, hunks));
  }
  if (files.length > 0) return files;
  throw new Mistake(1, 'it is neither a unified diff (---, +++, @@) nor begins with *** Begin Patch');
}

const isPair = (lines: readonly string[], i: number): boolean =>
  lines[i]?.startsWith('--- ') === true && lines[i + 1]?.startsWith('+++ ') === true;

const beginsFile = (lines: readonly string[], i: number): boolean =>
  lines[i]?.startsWith('diff --git ') === true || isPair(lines, i);

/** Reads the headers that begin at `i`; gives back the line behind them. */
function readNames(lines: readonly string[], i: number, names: Names): number {
  let at = lines[i]?.startsWith('diff --git ') === true ? i + 1 : i;
  for (; at < lines.length; at++) {
    const line = lines[at] ?? '';
    if (/^(?:GIT binary patch|Binary files )/.test(line)) throw new Mistake(at + 1, 'binary files are not patched');
    if (line.startsWith('copy ')) throw new Mistake(at + 1, 'copies are not made; add the file with its whole content');
    const [, from] = /^rename from (.+)$/.exec(line) ?? [];
    const [, to] = /^rename to (.+)$/.exec(line) ?? [];
    if (from !== undefined) names.moveFrom = toName(from, at);
    else if (to !== undefined) names.moveTo = toName(to, at);
    else if (isPair(lines, at)) {
      names.old = toName(line.slice(4), at);
      names.new = toName((lines[at + 1] ?? '').slice(4), at + 1);
      return at + 2;
    } else if (!NOTED.test(line)) break;
  }
  return at;
}

function toName(given: string, at: number): string {
  const name = (given.split('\t')[0] ?? '').trimEnd();
  if (name.startsWith('"')) throw new Mistake(at + 1, 'a name in quotes is not read; write it as it is');
  return name;
}

/** A hunk ends where another begins, where a file begins, or with the text. */
function endOfHunk(lines: readonly string[], from: number): number {
  let end = from;
  const isNext = (i: number): boolean =>
    lines[i]?.startsWith('diff --git ') === true || (isPair(lines, i) && lines[i + 2]?.startsWith('@@') === true);
  while (end < lines.length && lines[end]?.startsWith('@@') !== true && !isNext(end)) end++;
  return end;
}

function toHunk(lines: readonly string[], at: number, end: number): Hunk {
  const body = lines.slice(at + 1, end);
  const read: HunkLine[] = [];
  for (const [i, line] of body.slice(0, body.findLastIndex((one) => one !== '') + 1).entries()) {
    const last = read.at(-1);
    if (line.startsWith('\\')) {
      if (last !== undefined) read[read.length - 1] = { ...last, bare: true };
      continue;
    }
    const one = toHunkLine(line);
    if (one === null) throw new Mistake(at + i + 2, 'a line of a hunk begins with a space, - or +');
    read.push(one);
  }
  if (read.every(({ kind }) => kind === 'keep')) throw new Mistake(at + 1, 'this hunk changes nothing');
  return { at: at + 1, ...readHunkHeader(lines[at] ?? ''), lines: read, atEnd: false };
}

const NOTHING = '/dev/null';

function toFile(names: Names, hunks: readonly Hunk[]): FilePatch {
  const { old, new: now, moveFrom, moveTo, at } = names;
  if (moveFrom !== null && moveTo !== null) return { kind: 'update', path: moveFrom, moveTo, hunks };
  if (old === null || now === null)
    throw new Mistake(at, 'it names no --- and +++; empty files and modes are not changed by a patch');
  if (hunks.length === 0) throw new Mistake(at, 'no hunk (@@) follows the names');
  if (old === NOTHING && now === NOTHING) throw new Mistake(at, 'both names are /dev/null');
  if (old === NOTHING) return { kind: 'add', path: withoutPrefix(now, 'b/'), hunks };
  if (now === NOTHING) return { kind: 'delete', path: withoutPrefix(old, 'a/'), hunks };
  const isPrefixed = old.startsWith('a/') && now.startsWith('b/');
  const path = isPrefixed ? old.slice(2) : old;
  const target = isPrefixed ? now.slice(2) : now;
  return { kind: 'update', path, moveTo: path === target ? null : target, hunks };
}

const withoutPrefix = (name: string, prefix: string): string =>
  name.startsWith(prefix) ? name.slice(prefix.length) : name;
