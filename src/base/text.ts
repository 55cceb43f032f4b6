/** Control, bidirectional and invisible characters, which could make a text read differently from what it is. */
const HIDDEN =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/** The text with every hidden character written as `\u{…}`, so that a person sees the exact bytes. Tab and newline stay. */
export const showHidden = (text: string): string =>
  text.replace(HIDDEN, (char) => `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}`);

/** As {@link showHidden}, on one line: newline and tab are written `\n` and `\t`. */
export const showOnOneLine = (text: string): string => showHidden(text).replaceAll('\n', '\\n').replaceAll('\t', '\\t');

/** Every piece of the text that fits a pattern with the flag `g`. */
export const matchesOf = (text: string, pattern: RegExp): readonly string[] =>
  Array.from(text.matchAll(pattern), ([found]) => found);

/** Names by how near they are to a word, the nearest first, those that hold it before all others. */
export const nearestAll = (word: string, names: readonly string[], count: number): readonly string[] =>
  names
    .map((name) => ({ name, far: name.includes(word) ? 0 : editDistance(word, name) }))
    .toSorted((a, b) => a.far - b.far || (a.name < b.name ? -1 : 1))
    .slice(0, count)
    .map(({ name }) => name);

/** The nearest of `names` by edit distance, or null when none is near enough to be meant. */
export function nearest(word: string, names: Iterable<string>): string | null {
  let best: string | null = null;
  let bestDistance = Math.max(2, Math.floor(word.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(word, name);
    if (distance < bestDistance) [best, bestDistance] = [name, distance];
  }
  return best;
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
