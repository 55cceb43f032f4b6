import { cpus } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureAnswers } from './answers.ts';
import { measureChat } from './chat.ts';
import { measureDecide } from './decide.ts';
import { measureFirstRequest } from './first-request.ts';
import { measureProposals } from './proposals.ts';
import { measureShelf } from './shelf.ts';
import { measureSkills } from './skills.ts';
import { measureStarts } from './starts.ts';
import { measureReplay } from './replay.ts';
import { measureScan } from './scan.ts';
import { measureStore } from './store.ts';
import { measureTurns } from './turns.ts';
import { toTable, writeTable } from './table.ts';

/**
 * Measures the built program and writes the table of docs/reference/performance.md.
 * `node bench/run.ts [--rounds N] [--dry-run]`; exits 1 when a goal is missed.
 */
const { values } = parseArgs({
  options: { 'rounds': { type: 'string', default: '25' }, 'dry-run': { type: 'boolean', default: false } },
});
const rounds = Number(values.rounds);
if (!Number.isSafeInteger(rounds) || rounds < 1) {
  console.error('usage: node bench/run.ts [--rounds N] [--dry-run], N being a whole number above 0');
  process.exit(2);
}

const rows = [
  ...measureDecide(),
  ...(await measureReplay(rounds)),
  ...(await measureStarts(rounds)),
  ...(await measureFirstRequest(rounds)),
  ...(await measureChat(rounds)),
  ...measureAnswers(),
  ...(await measureTurns()),
  ...(await measureStore()),
  ...measureSkills(rounds),
  ...(await measureShelf(rounds)),
  ...(await measureProposals(rounds)),
  ...measureScan(),
];
const [cpu] = cpus();
const where =
  `on ${new Date().toISOString().slice(0, 10)} with Node ${process.versions.node} on ${process.platform} ` +
  `(${cpus().length} x ${cpu?.model.trim() || process.arch}), ${rounds} rounds.`;
const table = toTable(rows, where);
console.log(table);
if (!values['dry-run']) writeTable(join(import.meta.dirname, '..', 'docs/reference/performance.md'), table);
process.exitCode = rows.every(({ met }) => met) ? 0 : 1;
