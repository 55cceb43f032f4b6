import { MAX_VALUES } from '../context.ts';

/**
 * Brace expansion on the text of one word, as bash does it before everything else. Quotes, `$(..)`, `${..}` and
 * backticks are passed over whole. Null when there would be more than {@link MAX_VALUES} results, or it is not certain.
 */
export function expandBraces(text: string): readonly string[] | null {
  const group = findGroup(text);
  // Inside double quotes bash looks for braces without regard to backticks.
  const tangled = text.includes('`') && text.includes('"') && /(?<!\$)\{/.test(text);
  if (tangled || group?.choices === null) return null;
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
  /** Null: a sequence that is not followed. */
  readonly choices: readonly string[] | null;
  readonly sequence: boolean;
}

function findGroup(text: string): Group | null {
  for (let i = 0; i < text.length; i = skipOpaque(text, i)) {
    // `{}` in front is passed over: `find -exec` has it as a word.
    if (text[i] !== '{' || (i === 0 && text[1] === '}')) continue;
    const group = readGroup(text, i);
    if (group === null) continue;
    if (group.choices !== undefined) return { ...group, choices: group.choices };
    i = group.end;
  }
  return null;
}

/** A group that bash passes over as it stands has no `choices`. */
type Candidate = Omit<Group, 'choices'> & { readonly choices?: readonly string[] | null };

function readGroup(text: string, start: number): Candidate | null {
  const commas: number[] = [];
  let depth = 0;
  let dots = false;
  for (let i = start; i < text.length; i = skipOpaque(text, i)) {
    const char = text[i];
    if (char === '{') depth++;
    else if (char === ',' && depth === 1) commas.push(i);
    else if (depth === 1 && text.startsWith('..', i) && text[i + 2] !== '}') dots = true;
    // A closing brace counts only behind a comma or `..` of its own level.
    else if (char === '}' && (depth > 1 || commas.length > 0 || dots) && --depth === 0)
      return toGroup(text, start, i, commas);
  }
  return null;
}

function toGroup(text: string, start: number, end: number, commas: readonly number[]): Candidate {
  if (commas.length > 0) {
    const edges = [start, ...commas, end];
    const choices = edges.slice(1).map((edge, i) => text.slice((edges[i] ?? 0) + 1, edge));
    return { start, end, choices, sequence: false };
  }
  const body = text.slice(start + 1, end);
  if (HOLDS_COMMA.test(body)) return { start, end, choices: [body], sequence: false };
  if (!SEQUENCE.test(body)) return { start, end, sequence: true };
  return { start, end, choices: expandSequence(body), sequence: true };
}

/** bash looks for a comma without regard to braces or quotes, and where there is one anywhere takes the braces off. */
const HOLDS_COMMA = /^(?:\\[^]|[^\\,])*,/;

const SEQUENCE = /^(?:-?\d+\.\.-?\d+|[A-Za-z]\.\.[A-Za-z])(?:\.\.-?\d+)?$/;

/** `1..5`, `05..10`, `a..e`, with an optional step; null when it runs over the signs between `Z` and `a`. */
function expandSequence(body: string): readonly string[] | null {
  const [from = '', to = '', step = '1'] = body.split('..');
  const numeric = /\d$/.test(from);
  if (!numeric && /[a-z]/.test(from) !== /[a-z]/.test(to)) return null;
  const [first, last] = numeric ? [Number(from), Number(to)] : [from.charCodeAt(0), to.charCodeAt(0)];
  const stride = Math.max(1, Math.abs(Number(step)));
  const count = Math.floor(Math.abs(last - first) / stride) + 1;
  // One more than the cap is enough for the caller to see that there are too many.
  const isPadded = numeric && [from, to].some((end) => /^-?0\d/.test(end));
  const width = isPadded ? Math.max(from.length, to.length) : 0;
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
  if (char === '"') return behindDouble(text, at + 1);
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

/** A double-quoted stretch may hold substitutions with quotes of their own. */
function behindDouble(text: string, from: number): number {
  let i = from;
  while (i < text.length && text[i] !== '"') {
    // Single quotes mean nothing here, and so does `$'`.
    i = text[i] === "'" || text.startsWith("$'", i) ? i + 1 : skipOpaque(text, i);
  }
  return i + 1;
}

function behindBracket(text: string, open: number): number {
  const close = text[open] === '{' ? '}' : ')';
  let depth = 0;
  for (let i = open; i < text.length; i = skipOpaque(text, i)) {
    if (text[i] === text[open]) depth++;
    else if (text[i] === close && --depth === 0) return i + 1;
  }
  return text.length;
}
