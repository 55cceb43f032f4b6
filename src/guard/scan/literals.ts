/**
 * Texts of which every match of an expression holds at least one: the beginnings of its alternatives, as far as they are
 * plain. Null where that cannot be told. With them an expression need not be compiled for a text that it cannot match.
 */
export function findLiterals(source: string): readonly string[] | null {
  const all: string[] = [];
  for (const branch of splitTop(source)) {
    const found = findFirst(branch);
    if (found === null) return null;
    all.push(...found);
  }
  return all;
}

/** What may stand before the first character that is matched, and is no part of it. */
const BEFORE = /^(?:\\b|\^|\(\?:\^\|\\n\)|\\s\{0,\d\}|\\s\*)+/;
const PLAIN = /^[a-z0-9_ -]+/;

function findFirst(branch: string): readonly string[] | null {
  const rest = branch.replace(BEFORE, '');
  if (rest.startsWith('(?:')) {
    const end = findEnd(rest);
    if (end < 0 || /^[?*{]/.test(rest.slice(end + 1))) return null;
    const parts = splitTop(rest.slice(3, end)).map(findFirst);
    return parts.some((part) => part === null) ? null : parts.flatMap((part) => part ?? []);
  }
  const plain = PLAIN.exec(rest)?.[0] ?? '';
  // a character with a quantifier behind it may not be there
  const sure = /^[?*{]/.test(rest.slice(plain.length)) ? plain.slice(0, -1) : plain;
  return sure.length < 2 ? null : [sure];
}

/** The alternatives of an expression, or of the inside of a group. */
function splitTop(source: string): readonly string[] {
  const parts: string[] = [];
  let from = 0;
  walk(source, (at, depth, character) => {
    if (depth > 0 || character !== '|') return false;
    parts.push(source.slice(from, at));
    from = at + 1;
    return false;
  });
  return [...parts, source.slice(from)];
}

/** Where the group that begins the text ends; -1: nowhere. */
function findEnd(source: string): number {
  let end = -1;
  walk(source, (at, depth, character) => {
    if (depth === 0 && character === ')') end = at;
    return end >= 0;
  });
  return end;
}

/** Calls back for each character that is neither escaped nor in a class, with the depth after it, until told to stop. */
function walk(source: string, visit: (at: number, depth: number, character: string) => boolean): void {
  let depth = 0;
  let isClass = false;
  for (let at = 0; at < source.length; at++) {
    const character = source[at] ?? '';
    if (character === '\\') at++;
    else if (isClass) isClass = character !== ']';
    else {
      isClass = character === '[';
      if (character === '(') depth++;
      if (character === ')') depth--;
      if (visit(at, depth, character)) return;
    }
  }
}
