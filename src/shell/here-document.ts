/** The word behind `<<` as bash compares it with the closing line: quotes removed, and whether there were any. */
export function splitDelimiter(word: string): { readonly delimiter: string; readonly quoted: boolean } {
  let delimiter = '';
  let quoted = false;
  let quote = '';
  for (let i = 0; i < word.length; i++) {
    const char = word.charAt(i);
    if (quote === '' && (char === "'" || char === '"')) [quote, quoted] = [char, true];
    else if (quote !== '' && char === quote) quote = '';
    else if (char === '\\' && quote !== "'") {
      quoted = true;
      const next = word.charAt(++i);
      // Inside double quotes it stays in front of what it does not quote.
      delimiter += quote === '"' && !/[$`"\\]/.test(next) ? char + next : next;
    } else delimiter += char;
  }
  return { delimiter, quoted };
}
