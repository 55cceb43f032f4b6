/**
 * A pattern in which `*` is any run of characters (also none) and everything else is itself.
 * Case-sensitive, over the whole text. The literals between the stars are looked for one after the other, each as far
 * left as it can stand; nothing is tried twice, so a hostile text costs no more than its length times the pattern's.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const [first = '', ...rest] = pattern.split('*');
  const last = rest.pop();
  if (last === undefined) return text === pattern;
  if (!text.startsWith(first)) return false;
  let from = first.length;
  for (const literal of rest) {
    const at = text.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
