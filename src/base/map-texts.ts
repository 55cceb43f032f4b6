/**
 * Every text inside a value of JSON, keys of objects included, exchanged for what `change` makes of it; the value itself
 * where nothing changes.
 */
export const mapTexts = <T>(value: T, change: (text: string) => string): T => mapPart(value, change) as T; // texts for texts

function mapPart(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value);
  if (Array.isArray(value)) {
    const items = value.map((item: unknown) => mapPart(item, change));
    return items.some((item, i) => item !== value[i]) ? items : value;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const changed = entries.map(([key, item]) => [change(key), mapPart(item, change)] as const);
  return changed.some(([key, item], i) => key !== entries[i]?.[0] || item !== entries[i]?.[1])
    ? Object.fromEntries(changed)
    : value;
}
