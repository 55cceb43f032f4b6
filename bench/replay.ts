import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { decide } from '../src/policy/decide.ts';
import { readShellLine } from '../src/shell/read.ts';
import { openStore } from '../src/store/open-store.ts';
import { createFacts, createPolicy } from '../src/testing/judge-facts.ts';
import { BIN, createGround } from './ground.ts';
import { measureInTurn } from './median.ts';
import type { Row } from './table.ts';

const DECISIONS = 10_000;
const GOAL_MS = 2_000;

/** As they come in a day's work. */
const LINES = [
  'git status',
  'ls -la src',
  'npm test',
  'cat package.json | head -20',
  'git log --oneline -5',
  'grep -rn "export function" src',
  'npm run build && npm test',
  'git push origin main',
  'rm -rf build',
  'node scripts/make.ts > out.txt',
  'find . -name "*.md" -newer README.md -type f | sort | head -50',
];

/** The whole command over a store of ten thousand decisions, beside only reading and parsing what is stored. */
export async function measureReplay(rounds: number): Promise<readonly Row[]> {
  using ground = createGround();
  const file = join(ground.project, '..', 'home', '.bailiwick', 'state.db');
  await fillStore(file, ground.project);
  writeFileSync(join(ground.project, 'new.yml'), 'permissions:\n  "shell git push *": deny\n');
  const times = await measureInTurn(
    {
      replay: () => ground.time([BIN, 'policy', 'replay', '--with', 'new.yml', '--json']),
      parsing: async () => timeParsing(file),
    },
    Math.min(rounds, 5),
  );
  return [
    {
      what: `\`bailiwick policy replay\`, ${DECISIONS} decisions`,
      measured: `${times.replay.toFixed(0)} ms`,
      beside: `reading the rows and parsing their JSON, ${times.parsing.toFixed(0)} ms`,
      ratio: `${(times.replay / times.parsing).toFixed(2)}x`,
      goal: `< ${GOAL_MS} ms`,
      met: times.replay < GOAL_MS,
    },
  ];
}

async function fillStore(file: string, cwd: string): Promise<void> {
  const store = openStore(file, () => 1);
  await store.sessions.create({ id: 'ses_1', workspace: cwd, cwd, mode: 'default', requester: 'local:1', at: 1 });
  await store.sessions.createRun({ id: 'run_1', session: 'ses_1', at: 1 }, null);
  const context = { cwd, home: '/home/u', env: { HOME: '/home/u', PATH: '/usr/bin:/bin' }, users: {} };
  for (let i = 0; i < DECISIONS; i++) {
    const command = LINES[i % LINES.length] ?? '';
    const call = { id: `call_${i}`, tool: 'shell', input: { command }, cwd };
    const tool = { name: 'shell', risk: 'high', subject: command, effects: [], fault: null } as const;
    const facts = createFacts({ cwd, workspace: cwd, tool, line: readShellLine(command, context), now: i });
    const decision = decide(call, facts, createPolicy());
    const { verdict, step, code, reason } = decision;
    await store.decisions.save(
      { id: `dec_${i}`, run: 'run_1', call, facts, policyDigest: '', decision, at: i },
      {
        ...{ kind: 'call-decided', call: call.id, tool: 'shell', callDigest: decision.call, decision: `dec_${i}` },
        ...{ verdict, step, code, reason, class: decision.class, rule: null },
      },
    );
  }
  await store.close();
}

function timeParsing(file: string): number {
  const started = performance.now();
  const database = new DatabaseSync(file);
  for (const row of database.prepare('SELECT request, facts, line, decision FROM decisions').iterate()) {
    for (const text of Object.values(row)) JSON.parse(String(text));
  }
  database.close();
  return performance.now() - started;
}
