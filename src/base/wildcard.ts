/**
 * A pattern in which `*` is any run of characters (also none) and everything else is itself.
 * Case-sensitive, over the whole text. The literals between the stars are looked for one after the other, each as far
 * left as it can stand; nothing is tried twice, so a hostile text costs no more than its length times the pattern's.
 */
export function matchesWildcard(pattern: string, text: string): boolean {
  const star = pattern.indexOf('*');
  if (star < 0) return text === pattern;
  if (!text.startsWith(pattern.slice(0, star))) return false;
  const rest = pattern.slice(star + 1).split('*');
  const last = rest.pop() ?? '';
  let from = star;
  for (const literal of rest) {
    const at = text.indexOf(literal, from);
    if (at < 0) return false;
    from = at + literal.length;
  }
  return text.length - last.length >= from && text.endsWith(last);
}
