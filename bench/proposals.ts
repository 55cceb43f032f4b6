import { CLEAN, openGround } from '../test/skills/door-ground.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

const COUNT = 50;
const GOAL_MS = 100;
const BODY = `## Workflow\n\n${'- Check it, and write down what was found.\n'.repeat(100)}`;

/** How long it takes until the proposals that wait are known, each with its exact result. */
export async function measureProposals(rounds: number): Promise<readonly Row[]> {
  await using ground = await openGround(undefined, '', {});
  for (let i = 0; i < COUNT; i++) {
    const change = { kind: 'create', description: `Skill ${i}.`, body: BODY } as const;
    await ground.door.propose({ skill: `skill-${i}`, change, apply: true }, CLEAN);
  }
  const samples: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const started = performance.now();
    const { length } = await ground.door.list({ statuses: ['pending'], limit: 500 });
    if (length !== COUNT) throw new Error(`there are ${length} proposals`);
    if (round > 0) samples.push(performance.now() - started);
  }
  const ms = medianOf(samples);
  return [
    {
      what: `${COUNT} proposals that wait, listed`,
      measured: `${ms.toFixed(1)} ms`,
      beside: `each with its files of ${(BODY.length / 1000).toFixed(1)} kB`,
      ratio: '',
      goal: `< ${GOAL_MS} ms`,
      met: ms < GOAL_MS,
    },
  ];
}
