/**
 * A text that was made of a masked one, with what was masked as it is in the live file: what a change does not touch stays
 * to the byte. Null where a line that the change touches, or a secret of several lines, does not let that be told.
 */
export function restoreSecrets(changed: string, live: string, mask: (text: string) => string): string | null {
  const masked = mask(live);
  if (masked === live) return changed;
  if (live.split('\n').map(mask).join('\n') !== masked) return null;
  const originals = new Map<string, string | null>();
  for (const line of live.split('\n')) {
    const shown = mask(line);
    if (shown === line) continue;
    const known = originals.get(shown);
    // Two secrets behind the same mask: nobody can tell which one belongs there.
    originals.set(shown, known === undefined || known === line ? line : null);
  }
  const lines = changed.split('\n').map((line) => (originals.has(line) ? originals.get(line) : line));
  if (lines.some((line) => line === null)) return null;
  const restored = lines.join('\n');
  const isWhole = mask(restored) === changed && countMasked(restored, mask) === countMasked(live, mask);
  return isWhole ? restored : null;
}

const countMasked = (text: string, mask: (text: string) => string): number =>
  text.split('\n').filter((line) => mask(line) !== line).length;
