/** Milliseconds of each run, in the order in which they were made. */
export type Samples = readonly number[];

/** One thing that is measured: does its work once and gives the milliseconds it took. */
export type Measured = () => Promise<number>;

export function medianOf(samples: Samples): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = Math.trunc(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? 0) + upper) / 2;
}

/**
 * Medians of things measured in turn, so that whatever else the machine does meets all of them alike. The first round
 * only warms up what is kept on disk.
 */
export async function measureInTurn<Name extends string>(
  things: Readonly<Record<Name, Measured>>,
  rounds: number,
): Promise<Readonly<Record<Name, number>>> {
  const names = Object.keys(things) as Name[];
  const samples = new Map<Name, number[]>(names.map((name) => [name, []]));
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const ms = await things[name]();
      if (round > 0) samples.get(name)?.push(ms);
    }
  }
  return Object.fromEntries(names.map((name) => [name, medianOf(samples.get(name) ?? [])])) as Record<Name, number>;
}
