import type { Proposal } from '../../src/vocab/proposal.ts';
import { CLEAN, openGround } from './door-ground.ts';

/**
 * One of many processes that work on the proposals of one project: `TOP NUMBER COUNT`. Prints what it did as JSON: the
 * lines that it proposed, and what became of each.
 */
const [top = '', number = '', count = ''] = process.argv.slice(2);
await using ground = await openGround(top, '', { maxPending: 200 });
const { door } = ground;
const by = `local:${number}`;

const told = { added: [] as string[], applied: [] as string[], rejected: [] as string[], duplicates: 0, full: 0 };
const mine: { line: string; proposal: Proposal }[] = [];

async function propose(line: string, skill: string): Promise<void> {
  const change = { kind: 'append', section: 'Workflow', description: '', body: `- ${line}\n` } as const;
  const result = await door.propose({ skill, change, apply: true }, CLEAN);
  if (result.kind === 'pending') {
    told.added.push(line);
    mine.push({ line, proposal: result.proposal });
  } else if (result.kind === 'refused' && result.code === 'duplicate') told.duplicates++;
  else if (result.kind === 'refused' && result.code === 'queue-full') told.full++;
  else if (result.kind !== 'covered') throw new Error(JSON.stringify(result));
}

/** Accepts it, and again as long as others change the same skill at the same time. */
async function accept({ line, proposal }: (typeof mine)[number]): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const now = await door.find(proposal.id);
    if (now.status === 'conflicted') {
      // Two lines at the same end of a section: a person would put it there again.
      const revised = await door.revise(now.id, { change: now.change, by, note: null });
      if (revised.kind !== 'covered') continue;
      // Others wrote the same line meanwhile.
      await door.reject(now.id, by, null);
      return void told.rejected.push(line);
    }
    const result = await door.apply(now.id, now.revision, by);
    if (result.kind === 'written') return void told.applied.push(line);
    if (result.kind !== 'refused') throw new Error(JSON.stringify(result));
  }
  throw new Error(`${line} could not be applied`);
}

for (let i = 0; i < Number(count); i++) {
  const at = i % 5;
  const skill = i % 10 < 7 ? `own-${number}` : 'shared';
  if (at < 2) await propose(`line ${number}.${i}`, skill);
  else if (at === 2) await propose(`everybody ${i}`, 'common');
  else {
    const next = mine.shift();
    if (next === undefined) await door.list({ statuses: ['pending'], limit: 20 });
    else if (i % 3 === 0) {
      await door.reject(next.proposal.id, by, null);
      told.rejected.push(next.line);
    } else await accept(next);
  }
}
process.stdout.write(JSON.stringify(told));
