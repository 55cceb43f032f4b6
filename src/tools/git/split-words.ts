import { type Result, fail, ok } from '../../base/result.ts';

/** What the shell would take as it stands outside of quotes. */
const PLAIN = /^[A-Za-z0-9_.,/:=@%+^~{}!-]$/;

/**
 * The words of a command line that a shell would give to the program exactly as they are written here: plain
 * characters and quotes, nothing that it would expand, redirect or run. Anything else is refused, so that what the
 * judge reads as a shell line is what the program gets.
 */
export function splitWords(text: string): Result<readonly string[], string> {
  const words: string[] = [];
  let word: string | null = null;
  let plain = '';
  const end = (): string | null => {
    if (word === null) return null;
    words.push(word);
    const fault = findExpansion(plain);
    word = null;
    plain = '';
    return fault;
  };
  for (let i = 0; i < text.length; i++) {
    const char = text[i] ?? '';
    if (char === ' ' || char === '\t') {
      const fault = end();
      if (fault !== null) return fail(fault);
    } else if (char === "'" || char === '"') {
      const close = text.indexOf(char, i + 1);
      if (close < 0) return fail(`the quote ${char} is not closed`);
      const inside = text.slice(i + 1, close);
      const odd = (char === '"' ? /[$`\\\n!]/ : /\n/).exec(inside);
      if (odd !== null)
        return fail(`${JSON.stringify(odd[0])} may not stand in these quotes; put the word in single quotes`);
      word = (word ?? '') + inside;
      plain += 'Q';
      i = close;
    } else if (PLAIN.test(char)) {
      word = (word ?? '') + char;
      plain += char;
    } else
      return fail(
        `${JSON.stringify(char)} has a meaning to the shell, and there is none here; put the word in single quotes`,
      );
  }
  const fault = end();
  return fault === null ? ok(words) : fail(fault);
}

/** Of characters that are plain in most places, those at which the shell would expand something. */
function findExpansion(plain: string): string | null {
  const expands = /^~|[=:]~|^!$|^\{|\{[^}]*(?:,|\.\.)/.test(plain);
  return expands ? `${plain} would be expanded by a shell; put it in single quotes` : null;
}
