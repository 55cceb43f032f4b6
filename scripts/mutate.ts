import { globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { findMutants, type Mutant } from './mutation/find-mutants.ts';
import { createShadow, type Outcome } from './mutation/shadow.ts';

/**
 * Changes the judge and the reader in one small way at a time and looks whether a test notices.
 * `node scripts/mutate.ts [--files GLOB] [--minutes N] [--jobs N] [--seed N] [--slow] [--write]`. The changes are tried in
 * an order that the seed shuffles, so that what fits into the minutes is a fair sample of all. `--slow` also runs tests that
 * take minutes; without them the figure is a lower bound.
 */
const ROOT = join(import.meta.dirname, '..');
const GOAL = 0.9;
const USAGE = 'usage: node scripts/mutate.ts [--files GLOB] [--minutes N] [--jobs N] [--seed N] [--slow] [--write]';

const { values } = parseArgs({
  options: {
    files: { type: 'string', default: 'src/{policy,shell}/**/*.ts' },
    minutes: { type: 'string', default: '120' },
    jobs: { type: 'string', default: String(Math.max(1, Math.trunc(availableParallelism() / 2))) },
    seed: { type: 'string', default: '1' },
    slow: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
const [minutes = 0, jobs = 0, seed = 0] = [values.minutes, values.jobs, values.seed].map(Number);
if (!(minutes > 0) || !Number.isSafeInteger(jobs) || jobs < 1 || !Number.isSafeInteger(seed)) {
  console.error(USAGE);
  process.exit(2);
}

interface Tried {
  readonly mutant: Mutant;
  readonly outcome: Outcome;
}

const files = globSync(values.files, { cwd: ROOT })
  .filter((file) => !file.endsWith('.test.ts'))
  .toSorted();
const mutants = shuffle(
  files.flatMap((file) => findMutants(file, readFileSync(join(ROOT, file), 'utf8'))),
  seed,
);
console.log(`${mutants.length} changes in ${files.length} files, ${minutes} minutes, ${jobs} at a time, seed ${seed}`);
const tried = await tryAll(mutants);
report(tried);

async function tryAll(queue: readonly Mutant[]): Promise<readonly Tried[]> {
  const end = Date.now() + minutes * 60_000;
  const done: Tried[] = [];
  let next = 0;
  await Promise.all(
    Array.from({ length: jobs }, async (_, job) => {
      using shadow = createShadow(values.slow);
      if (job === 0 && !(await shadow.passes())) throw new Error('the tests fail without any change');
      while (next < queue.length && Date.now() < end) {
        const mutant = queue[next++];
        if (mutant === undefined) return;
        const outcome = await shadow.try(mutant);
        done.push({ mutant, outcome });
        if (outcome === 'survived') console.log(`survived ${describe(mutant)} (${done.length} tried)`);
      }
    }),
  );
  return done;
}

function describe({ file, line, was, text }: Mutant): string {
  return `${file}:${line}: ${was.replaceAll(/\s+/g, ' ').slice(0, 60)} -> ${text === '' ? '(nothing)' : text}`;
}

function report(all: readonly Tried[]): void {
  const survived = all.filter(({ outcome }) => outcome === 'survived');
  const score = all.length === 0 ? 0 : 1 - survived.length / all.length;
  // Half the width of the interval that holds the score of all changes in 95 of 100 samples.
  const margin = all.length === mutants.length ? 0 : 1.96 * Math.sqrt((score * (1 - score)) / Math.max(1, all.length));
  const percent = `${(score * 100).toFixed(1)} %${margin === 0 ? '' : ` ± ${(margin * 100).toFixed(1)}`}`;
  const endless = all.filter(({ outcome }) => outcome === 'timeout').length;
  console.log(
    `${percent} of ${all.length} tried changes were noticed (of ${mutants.length} in all), ${endless} by never ending`,
  );
  mkdirSync(join(ROOT, 'reports'), { recursive: true });
  const rows = survived.map(({ mutant }) => ({ ...mutant, shown: describe(mutant) }));
  writeFileSync(
    join(ROOT, 'reports/mutation.json'),
    `${JSON.stringify({ seed, tried: all.length, score, survived: rows }, null, 2)}\n`,
  );
  if (values.write)
    writeFigure(
      `${percent} of ${all.length} changes (sample of ${mutants.length}, seed ${seed}, ${new Date().toISOString().slice(0, 10)})`,
    );
  process.exitCode = score + margin >= GOAL ? 0 : 1;
}

/** Puts the figure between the markers of the document. */
function writeFigure(figure: string): void {
  const file = join(ROOT, 'docs/reference/measuring.md');
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.replace(/(?<=<!-- mutation:start -->)[^]*(?=<!-- mutation:end -->)/, `\n${figure}\n`));
}

/** The same order for the same seed (mulberry32). */
function shuffle<Item>(items: readonly Item[], start: number): readonly Item[] {
  let state = start;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  return items
    .map((item) => ({ item, order: random() }))
    .toSorted((a, b) => a.order - b.order)
    .map(({ item }) => item);
}
