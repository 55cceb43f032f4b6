/** Finds words that are written almost alike, by the runs of two and three characters that they share. Not numbers. */
export interface Similar {
  /** The most alike first, at most `most`; likeness from 0 to 1. */
  readonly find: (word: string, most: number) => readonly (readonly [word: string, likeness: number])[];
}

const LEAST_LIKENESS = 0.45;
const SHORTEST = 4;

export function createSimilar(words: readonly string[]): Similar {
  const holders = new Map<string, number[]>();
  const sizes = words.map((word, at) => {
    const runs = toRuns(word);
    for (const run of runs) {
      const held = holders.get(run);
      if (held === undefined) holders.set(run, [at]);
      else held.push(at);
    }
    return runs.length;
  });
  const find: Similar['find'] = (word, most) => {
    if (word.length < SHORTEST || /\p{N}/u.test(word)) return [];
    const runs = toRuns(word);
    const shared = new Map<number, number>();
    for (const run of runs) for (const at of holders.get(run) ?? []) shared.set(at, (shared.get(at) ?? 0) + 1);
    return [...shared]
      .map(([at, count]) => [words[at] ?? '', (2 * count) / (runs.length + (sizes[at] ?? 0))] as const)
      .filter(([, likeness]) => likeness >= LEAST_LIKENESS)
      .toSorted(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      .slice(0, most);
  };
  return { find };
}

/** Runs of two and three characters, the beginning and the end marked; each once. */
function toRuns(word: string): readonly string[] {
  const padded = `^${word}$`;
  const runs = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at++) runs.add(padded.slice(at, at + 3));
  for (let at = 0; at + 2 <= padded.length; at++) runs.add(padded.slice(at, at + 2));
  return [...runs];
}
