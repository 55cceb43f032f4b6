/**
 * One text for one value: object keys sorted by code unit, no white space, `undefined` members left out.
 * Digests of calls, facts and policies are taken over this text.
 */
export function toCanonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map((item) => toCanonicalJson(item ?? null)).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${toCanonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
