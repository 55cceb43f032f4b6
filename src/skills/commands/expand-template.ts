/**
 * `$ARGUMENTS`, `$1` to `$9` and `$$`. A digit behind the digit makes it a number of its own, and `$100` stays as it is;
 * so does `$ARGUMENTS_X`.
 */
const PLACEHOLDER = /\$(?:\$|ARGUMENTS(?!\w)|[1-9](?!\d))/g;

/**
 * The text that is sent: every placeholder of the template replaced once, and what is put in never looked at again. A
 * template without `$ARGUMENTS` and `$1` to `$9` gets the arguments behind a blank line.
 */
export function expandTemplate(template: string, args: string): string {
  let isUsed = false;
  const words = splitWords(args);
  const text = template.replaceAll(PLACEHOLDER, (found) => {
    if (found === '$$') return '$';
    isUsed = true;
    return found === '$ARGUMENTS' ? args : (words[Number(found.slice(1)) - 1] ?? '');
  });
  return isUsed || args === '' ? text : `${text}\n\n${args}`;
}

/**
 * The words of a line as a shell would split it, and nothing else of a shell: blanks separate, quotes hold together, a
 * backslash takes a blank, a quote or a backslash as it is. A quote that is never closed is a character like others.
 */
export function splitWords(line: string): readonly string[] {
  return [...line.matchAll(WORD)].map(([word]) =>
    word.replaceAll(PIECE, (piece, double?: string, single?: string, taken?: string) => {
      if (double !== undefined) return double.replaceAll(/\\(["\\])/g, '$1');
      return single ?? taken ?? piece;
    }),
  );
}

const DOUBLE = /"((?:[^"\\]|\\[^])*)"/.source;
const SINGLE = /'([^']*)'/.source;
const TAKEN = /\\([\s"'\\])/.source;
const PIECE = new RegExp(`${DOUBLE}|${SINGLE}|${TAKEN}`, 'g');
const WORD = new RegExp(`(?:${DOUBLE}|${SINGLE}|${TAKEN}|\\S)+`, 'g');
