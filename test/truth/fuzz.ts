import { checkTruth } from './readonly/check.ts';
import { checkWords } from './words/check.ts';

/**
 * Both truth tests without end, each round with a seed of its own, until Ctrl-C or the first fault.
 * `node test/truth/fuzz.ts [SEED]` begins at a seed that was printed before.
 */
const given = Number(process.argv[2] ?? Math.trunc(Date.now() / 1000));
if (!Number.isSafeInteger(given)) {
  console.error('usage: node test/truth/fuzz.ts [SEED], a whole number');
  process.exit(2);
}
const started = performance.now();
const total = { rounds: 0, resolved: 0, traced: 0 };

process.on('SIGINT', () => {
  console.log(`\nstopped after ${total.rounds} rounds: ${summary()}`);
  process.exit(130);
});

for (let seed = given; ; seed += 1000) {
  const words = await orStop(() => checkWords(seed, 500));
  total.resolved += words.lines;
  stopAt(words.faults, 'the reader resolves words as bash does not', seed);
  const truth = await orStop(() => checkTruth(seed, 100));
  total.traced += truth.run;
  stopAt(truth.faults, 'a line that the judge calls read-only does more', seed);
  total.rounds++;
  console.log(`seed ${seed}: ${summary()}`);
}

function stopAt(faults: readonly string[], what: string, seed: number): void {
  if (faults.length === 0) return;
  console.error(`seed ${seed}: ${what}`);
  for (const fault of faults) console.error(`  ${fault}`);
  process.exit(1);
}

function summary(): string {
  const minutes = ((performance.now() - started) / 60_000).toFixed(1);
  return `${total.resolved} lines resolved, ${total.traced} read-only lines traced, no fault, ${minutes} min`;
}

/** Ctrl-C also stops the sandboxes, so that a round may fail by it: the handler of the signal comes first. */
async function orStop<Report>(work: () => Report): Promise<Report> {
  try {
    return work();
  } finally {
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
