import { type Result, fail, ok } from '../../base/result.ts';

/**
 * Patterns over file names: `*`, `?`, `[a-z]`, `[!a]`, `**` between slashes, a backslash before a special character.
 * Matched without backtracking beyond the last star, so that no pattern takes long on any name.
 */
export type Segment = readonly Token[] | '**';

type Token =
  | { readonly kind: 'char'; readonly char: string }
  | { readonly kind: 'any' }
  | { readonly kind: 'star' }
  | { readonly kind: 'class'; readonly negated: boolean; readonly ranges: readonly (readonly [string, string])[] };

/** Null when a bracket is left open. */
export function parseSegments(pattern: string): readonly Segment[] | null {
  const segments: Segment[] = [];
  for (const part of pattern.split('/')) {
    const segment = part === '**' ? part : parseSegment(part);
    if (segment === null) return null;
    if (segment !== '**' || segments.at(-1) !== '**') segments.push(segment);
  }
  // `folder/**` is what lies below, not the folder itself.
  if (segments.at(-1) === '**') segments.push([{ kind: 'star' }]);
  return segments;
}

function parseSegment(text: string): readonly Token[] | null {
  const tokens: Token[] = [];
  for (let at = 0; at < text.length; at++) {
    const char = text.charAt(at);
    if (char === '*') {
      if (tokens.at(-1)?.kind !== 'star') tokens.push({ kind: 'star' });
    } else if (char === '?') {
      tokens.push({ kind: 'any' });
    } else if (char === '[') {
      const found = parseClass(text, at + 1);
      if (found === null) return null;
      tokens.push(found.token);
      at = found.end;
    } else {
      if (char === '\\' && at + 1 < text.length) at += 1;
      tokens.push({ kind: 'char', char: text.charAt(at) });
    }
  }
  return tokens;
}

function parseClass(text: string, from: number): { token: Token; end: number } | null {
  const negated = text[from] === '!' || text[from] === '^';
  const ranges: [string, string][] = [];
  const first = negated ? from + 1 : from;
  for (let at = first; at < text.length; at++) {
    if (text[at] === ']' && at > first) return { token: { kind: 'class', negated, ranges }, end: at };
    if (text[at] === '\\') at += 1;
    const low = text.charAt(at);
    const isRange = text[at + 1] === '-' && text[at + 2] !== ']' && at + 2 < text.length;
    if (isRange) at += text[at + 2] === '\\' ? 3 : 2;
    ranges.push([low, text.charAt(at)]);
  }
  return null;
}

/** `**` stands for any number of names. */
export const matchesSegments = (segments: readonly Segment[], names: readonly string[]): boolean =>
  matchStars(
    segments.length,
    names.length,
    (index) => segments[index] === '**',
    (index, at) => {
      const segment = segments[index];
      return segment !== undefined && segment !== '**' && matchesName(segment, names[at] ?? '');
    },
  );

const matchesName = (tokens: readonly Token[], name: string): boolean =>
  matchStars(
    tokens.length,
    name.length,
    (index) => tokens[index]?.kind === 'star',
    (index, at) => matchesChar(tokens[index], name.charAt(at)),
  );

function matchesChar(token: Token | undefined, char: string): boolean {
  switch (token?.kind) {
    case 'char':
      return token.char === char;
    case 'any':
      return true;
    case 'class':
      return token.ranges.some(([low, high]) => low <= char && char <= high) !== token.negated;
    default:
      return false;
  }
}

/** Matches a list with stars against a list of items: when it fails, the last star takes one item more. */
function matchStars(
  length: number,
  items: number,
  isStar: (index: number) => boolean,
  fits: (index: number, item: number) => boolean,
): boolean {
  let index = 0;
  let item = 0;
  let star = -1;
  let starItem = 0;
  while (item < items) {
    if (index < length && isStar(index)) {
      star = index++;
      starItem = item;
    } else if (index < length && fits(index, item)) {
      index += 1;
      item += 1;
    } else if (star === -1) {
      return false;
    } else {
      index = star + 1;
      item = ++starItem;
    }
  }
  while (index < length && isStar(index)) index += 1;
  return index === length;
}

/** True for the path of a file below the folder searched, written with slashes. */
export type NameMatcher = (relative: string) => boolean;

const MAX_ALTERNATIVES = 64;

/** A pattern as people write it: also `{a,b}`; without a slash it speaks of the name at any depth. */
export function compileNamePattern(pattern: string): Result<NameMatcher, string> {
  const written = pattern.replace(/^(?:\.\/)+/, '').replace(/\/$/, '/**');
  if (written.startsWith('/') || written.startsWith('~')) {
    return fail(`the pattern ${pattern} must be relative; put its folder into path`);
  }
  if (written.split('/').includes('..'))
    return fail(`the pattern ${pattern} must not hold ..; put the folder into path`);
  const alternatives = expandBraces(written);
  if (alternatives === null) return fail(`the pattern ${pattern} has more than ${MAX_ALTERNATIVES} alternatives`);
  const compiled: (readonly Segment[])[] = [];
  for (const alternative of alternatives) {
    const segments = parseSegments(alternative.includes('/') ? alternative : `**/${alternative}`);
    if (segments === null) return fail(`the pattern ${pattern} has a [ without its ]`);
    compiled.push(segments);
  }
  return ok((relative) => {
    const names = relative.split('/');
    return compiled.some((segments) => matchesSegments(segments, names));
  });
}

/** Null when there are too many. Braces without a comma, or left open, are themselves. */
function expandBraces(pattern: string): readonly string[] | null {
  const pending = [pattern];
  const done: string[] = [];
  while (pending.length > 0) {
    const next = pending.pop() ?? '';
    const group = findBraces(next);
    if (group === null) done.push(next);
    else
      pending.push(...group.choices.map((choice) => next.slice(0, group.start) + choice + next.slice(group.end + 1)));
    if (pending.length + done.length > MAX_ALTERNATIVES) return null;
  }
  return done;
}

interface Braces {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
}

/** The first pair of braces with a comma of its own, split at its commas. */
function findBraces(text: string): Braces | null {
  for (let start = text.indexOf('{'); start !== -1; start = text.indexOf('{', start + 1)) {
    const braces = text[start - 1] === '\\' ? null : readBraces(text, start);
    if (braces !== null) return braces;
  }
  return null;
}

function readBraces(text: string, start: number): Braces | null {
  const cuts = [start];
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === '{') depth += 1;
    else if (text[at] === '}') depth -= 1;
    else if (text[at] === ',' && depth === 1) cuts.push(at);
    if (depth > 0) continue;
    cuts.push(at);
    const choices = cuts.slice(1).map((cut, index) => text.slice((cuts[index] ?? 0) + 1, cut));
    return choices.length < 2 ? null : { start, end: at, choices };
  }
  return null;
}
