import { MAX_VALUES } from './context.ts';

/**
 * Brace expansion on the text of one word, as bash does it before everything else. Quotes, `$(..)`, `${..}` and
 * backticks are passed over whole. Null when there would be more than {@link MAX_VALUES} results.
 */
export function expandBraces(text: string): readonly string[] | null {
  const group = findGroup(text);
  if (group === null) return [text];
  const head = text.slice(0, group.start);
  const tails = expandBraces(text.slice(group.end + 1));
  if (tails === null) return null;
  const results: string[] = [];
  for (const choice of group.choices) {
    const inner = group.sequence ? [choice] : expandBraces(choice);
    if (inner === null || results.length + inner.length * tails.length > MAX_VALUES) return null;
    for (const middle of inner) for (const tail of tails) results.push(head + middle + tail);
  }
  return results;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
  readonly sequence: boolean;
}

function findGroup(text: string): Group | null {
  for (let i = 0; i < text.length; i = skipOpaque(text, i)) {
    if (text[i] !== '{') continue;
    const group = readGroup(text, i);
    if (group !== null) return group;
  }
  return null;
}

function readGroup(text: string, start: number): Group | null {
  const commas: number[] = [];
  let depth = 0;
  for (let i = start; i < text.length; i = skipOpaque(text, i)) {
    const char = text[i];
    if (char === '{') depth++;
    else if (char === ',' && depth === 1) commas.push(i);
    else if (char === '}' && --depth === 0) return toGroup(text, start, i, commas);
  }
  return null;
}

function toGroup(text: string, start: number, end: number, commas: readonly number[]): Group | null {
  if (commas.length > 0) {
    const edges = [start, ...commas, end];
    const choices = edges.slice(1).map((edge, i) => text.slice((edges[i] ?? 0) + 1, edge));
    return { start, end, choices, sequence: false };
  }
  const choices = expandSequence(text.slice(start + 1, end));
  return choices === null ? null : { start, end, choices, sequence: true };
}

/** `1..5`, `05..10`, `a..e`, with an optional step; null when it is no sequence. */
function expandSequence(body: string): readonly string[] | null {
  const match = /^(-?\d+|[A-Za-z])\.\.(-?\d+|[A-Za-z])(?:\.\.(-?\d+))?$/.exec(body);
  const [, from = '', to = '', step = '1'] = match ?? [];
  const numeric = /\d$/.test(from);
  if (match === null || numeric !== /\d$/.test(to)) return null;
  const [first, last] = numeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const stride = Math.max(1, Math.abs(Number(step)));
  const count = Math.floor(Math.abs(last - first) / stride) + 1;
  // One more than the cap is enough for the caller to see that there are too many.
  const width = numeric && /^-?0\d/.test(from.length >= to.length ? from : to) ? Math.max(from.length, to.length) : 0;
  return Array.from({ length: Math.min(count, MAX_VALUES + 1) }, (_, i) => {
    const value = first + (last >= first ? i : -i) * stride;
    if (!numeric) return String.fromCharCode(value);
    return value < 0 ? `-${String(-value).padStart(width - 1, '0')}` : String(value).padStart(width, '0');
  });
}

/** The index behind the character at `at`, or behind the quoted or substituted stretch that starts there. */
function skipOpaque(text: string, at: number): number {
  const char = text[at];
  if (char === '\\') return at + 2;
  if (char === "'" || char === '`') return behind(text, at + 1, char, char === '`');
  if (char === '"') return behind(text, at + 1, '"', true);
  if (char === '$' && text[at + 1] === "'") return behind(text, at + 2, "'", true);
  if (char === '$' && (text[at + 1] === '{' || text[at + 1] === '(')) return behindBracket(text, at + 1);
  return at + 1;
}

function behind(text: string, from: number, close: string, escapes: boolean): number {
  for (let i = from; i < text.length; i++) {
    if (escapes && text[i] === '\\') i++;
    else if (text[i] === close) return i + 1;
  }
  return text.length;
}

function behindBracket(text: string, open: number): number {
  const close = text[open] === '{' ? '}' : ')';
  let depth = 0;
  for (let i = open; i < text.length; i = text[i] === text[open] || text[i] === close ? i + 1 : skipOpaque(text, i)) {
    if (text[i] === text[open]) depth++;
    else if (text[i] === close && --depth === 0) return i + 1;
  }
  return text.length;
}
