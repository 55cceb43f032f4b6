import { type Segment, matchesSegments, parseSegments } from './name-pattern.ts';

interface IgnoreRule {
  readonly segments: readonly Segment[];
  readonly keeps: boolean;
  readonly foldersOnly: boolean;
}

/** One .gitignore: what it says of a path below its folder. Null: nothing. */
export type IgnoreFile = (relative: string, isFolder: boolean) => 'ignored' | 'kept' | null;

/** Reads the format of gitignore(5); of several lines that match, the last one counts. */
export function parseIgnoreFile(text: string): IgnoreFile {
  const rules = text
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map(parseRule)
    .filter((rule) => rule !== null)
    .toReversed();
  return (relative, isFolder) => {
    const names = relative.split('/');
    const rule = rules.find((each) => (isFolder || !each.foldersOnly) && matchesSegments(each.segments, names));
    if (rule === undefined) return null;
    return rule.keeps ? 'kept' : 'ignored';
  };
}

function parseRule(line: string): IgnoreRule | null {
  if (line.startsWith('#')) return null;
  const keeps = line.startsWith('!');
  const written = trimEnd(keeps ? line.slice(1) : line);
  const foldersOnly = written.endsWith('/');
  const body = foldersOnly ? written.slice(0, -1) : written;
  if (body === '') return null;
  const segments = parseSegments(body.includes('/') ? body.replace(/^\//, '') : `**/${body}`);
  return segments === null ? null : { segments, keeps, foldersOnly };
}

/** Spaces at the end do not count, unless a backslash stands before them. */
function trimEnd(text: string): string {
  let end = text.length;
  while (end > 0 && text[end - 1] === ' ' && text[end - 2] !== '\\') end -= 1;
  return text.slice(0, end);
}
