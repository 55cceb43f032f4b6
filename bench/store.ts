import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createApp } from '../src/app/create-app.ts';
import { openStore } from '../src/store/open-store.ts';
import { medianOf } from './median.ts';
import type { Row } from './table.ts';

const APPENDS = 2_000;
const PARKED = 1_000;

/** Appends a second against bare inserts, and what a thousand open questions cost. */
export async function measureStore(): Promise<readonly Row[]> {
  const root = mkdtempSync(join(tmpdir(), 'bailiwick-bench-'));
  try {
    return [await measureAppends(root), ...(await measureParked(root))];
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

async function measureAppends(root: string): Promise<Row> {
  const store = openStore(join(root, 'store', 'state.db'), Date.now);
  await store.sessions.create({ id: 'ses', workspace: '/', cwd: '/', mode: 'default', requester: 'local:1', at: 1 });
  await store.sessions.createRun({ id: 'run', session: 'ses', at: 1 }, null);
  const bare = new DatabaseSync(join(root, 'bare.db'));
  bare.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE events (id INTEGER PRIMARY KEY, data TEXT)',
  );
  const insert = bare.prepare('INSERT INTO events (data) VALUES (?)');
  const body = { kind: 'message-received', text: 'x'.repeat(200), origin: 'owner', private: false } as const;
  const spent = { ours: 0, bare: 0 };
  for (let done = 0; done < APPENDS; done += 100) {
    const begun = performance.now();
    for (let i = 0; i < 100; i++) await store.log.append('run', [body]);
    const between = performance.now();
    for (let i = 0; i < 100; i++) insert.run(JSON.stringify(body));
    spent.ours += between - begun;
    spent.bare += performance.now() - between;
  }
  await store.close();
  bare.close();
  const perSecond = (ms: number): string => `${Math.round((APPENDS / ms) * 1000).toLocaleString('en')}/s`;
  return {
    what: 'events appended, each for itself',
    measured: perSecond(spent.ours),
    beside: `bare inserts of SQLite, ${perSecond(spent.bare)}`,
    ratio: `${(spent.ours / spent.bare).toFixed(2)}x`,
    goal: '-',
    met: true,
  };
}

/** A thousand turns, each left with its question; then a hundred of them are answered. */
async function measureParked(root: string): Promise<readonly Row[]> {
  const [home, cwd] = [join(root, 'home'), join(root, 'project')];
  for (const folder of [home, cwd]) mkdirSync(folder, { recursive: true });
  const app = await createApp(
    { cwd, home, env: { PATH: process.env['PATH'], HOME: home } },
    { openModel: async () => asking },
  );
  const ids: string[] = [];
  const before = process.memoryUsage().rss;
  for (let i = 0; i < PARKED; i++) {
    const { approval } = await app.say({ kind: 'new', mode: 'default' }, 'go', {
      principal: { id: 'local:1' },
      answerer: { ask: async () => 'park' },
      signal: new AbortController().signal,
      model: 'played:bench',
      maxSteps: 5,
      maxTokens: null,
      maxMs: null,
      watch: () => undefined,
    });
    if (approval === null) throw new Error('the turn asked nothing');
    ids.push(approval);
  }
  const grown = (process.memoryUsage().rss - before) / PARKED / 1024;
  const answers: number[] = [];
  for (const id of ids.slice(0, 100)) {
    const begun = performance.now();
    await app.desk.answer(id, { answer: 'once', by: 'local:1' });
    answers.push(performance.now() - begun);
  }
  await app.close();
  const row = { beside: '-', ratio: '-', goal: '-', met: true };
  return [
    { ...row, what: `${PARKED} parked questions, memory of each`, measured: `${grown.toFixed(1)} KiB` },
    { ...row, what: `an answer among ${PARKED}`, measured: `${medianOf(answers).toFixed(2)} ms` },
  ];
}

/** A model that asks for one command that needs a person. */
const asking = {
  name: 'played:bench',
  scripted: true,
  async *stream() {
    yield { kind: 'call', callId: 'c1', tool: 'shell', input: { command: 'touch made' }, fault: null } as const;
    const usage = { inputTokens: null, outputTokens: null, cachedTokens: null, reasoningTokens: null };
    yield { kind: 'finish', reason: 'calls', usage } as const;
  },
};
