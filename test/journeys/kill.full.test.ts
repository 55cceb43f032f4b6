import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { BUILT_BIN } from '../built.ts';
import { UNTAUGHT } from './start-prompt.ts';

/**
 * Turns whose processes are killed at points of chance, 500 in all. Whatever the point: what was stored stays as it
 * was, nothing is done twice, the database is whole, and no process is left.
 */
const KILLS = 500;
const LANES = 2;
const SEED = 7;

const CONFIG = `
model: scripted:scenario.yml
permissions:
  "shell echo *": allow
  "shell sleep *": allow
  "write *": allow
  "edit *": allow
`;

/** Nine calls: appends, an edit, one that a person is asked about, one in the background. */
const SCENARIO = `
- say: Begin.
  calls:
    - {tool: shell, input: {command: 'echo one >> log'}}
    - {tool: write, input: {path: made.txt, content: "first\\n"}}
- calls:
    - {tool: edit, input: {path: made.txt, old_string: first, new_string: first again}}
    - {tool: shell, input: {command: 'sleep 600', background: true}}
    - {tool: read, input: {path: made.txt}}
- calls: [{tool: shell, input: {command: 'touch asked; cat asked >> log; echo asked >> log'}}]
- calls:
    - {tool: shell, input: {command: 'echo two >> log'}}
    - {tool: shell, input: {command: 'sleep 0.05; echo three >> log'}}
    - {tool: grep, input: {pattern: first}}
- say: The end.
`;

interface Lane {
  readonly home: string;
  readonly project: string;
  readonly random: () => number;
  kills: number;
  turns: number;
  /** The events of the turn as they were last seen. */
  seen: readonly string[];
}

test(`${KILLS} kills lose nothing, double nothing and leave nothing behind`, async (context) => {
  const lanes = await Promise.all(Array.from({ length: LANES }, (_, i) => runLane(SEED + i, KILLS / LANES)));
  const turns = lanes.reduce((sum, lane) => sum + lane.turns, 0);
  context.diagnostic(`seed ${SEED}: ${KILLS} kills in ${turns} turns`);
});

async function runLane(seed: number, kills: number): Promise<Lane> {
  const root = mkdtempSync(join(tmpdir(), 'bailiwick-kill-'));
  const lane: Lane = {
    home: join(root, 'home'),
    project: '',
    random: createRandom(seed),
    kills: 0,
    turns: 0,
    seen: [],
  };
  try {
    mkdirSync(join(lane.home, '.bailiwick'), { recursive: true });
    writeFileSync(join(lane.home, '.bailiwick', 'config.yml'), CONFIG);
    while (lane.kills < kills) await playTurn({ ...lane, project: join(root, `project-${lane.turns}`) }, lane, kills);
    return lane;
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

/** One turn from its beginning to its end, through as many deaths as come. */
async function playTurn(scene: Lane, count: Lane, kills: number): Promise<void> {
  mkdirSync(scene.project);
  writeFileSync(join(scene.project, 'scenario.yml'), SCENARIO);
  scene.seen = [];
  for (let words: readonly string[] = ['prompt', '--park', 'go']; ;) {
    const killAfterMs = count.kills < kills ? Math.round(scene.random() ** 2 * 900) : null;
    const { exit, err } = await run(scene, words, killAfterMs);
    if (exit === null) count.kills++;
    const events = checkStore(scene);
    checkEffects(scene);
    await checkNothingLeft(scene);
    if (exit !== null && exit !== 0 && exit !== 4) assert.fail(`${words.join(' ')} gave ${exit}: ${err}`);
    if (events.at(-1)?.kind === 'run-ended') break;
    const pending = findPending(scene);
    if (pending !== null) words = ['approvals', 'answer', pending, 'once'];
    else words = events.length === 0 ? ['prompt', '--park', 'go'] : ['prompt', '--park', '--continue'];
  }
  const last = checkStore(scene).at(-1);
  assert.equal(last?.['reason'], 'answered', JSON.stringify(last));
  count.turns++;
}

async function run({ home, project }: Lane, words: readonly string[], killAfterMs: number | null) {
  const child = spawn(process.execPath, [BUILT_BIN, ...words], {
    cwd: project,
    env: { PATH: process.env['PATH'], HOME: home, LANG: 'C.UTF-8', BAILIWICK_ALLOW_FAKE: '1', ...UNTAUGHT },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let err = '';
  child.stderr.on('data', (chunk: Buffer) => void (err += chunk.toString()));
  const timer = killAfterMs === null ? null : setTimeout(() => child.kill('SIGKILL'), killAfterMs);
  await once(child, 'exit');
  if (timer !== null) clearTimeout(timer);
  return { exit: child.exitCode, err };
}

interface StoredEvent {
  readonly kind: string;
  readonly call: unknown;
  readonly reason: unknown;
}

const open = ({ home }: Lane): DatabaseSync | null => {
  const file = join(home, '.bailiwick', 'state.db');
  return existsSync(file) ? new DatabaseSync(file, { timeout: 10_000 }) : null;
};

/** The newest turn of the project, after looking whether the store is whole and still holds what it held. */
function checkStore(scene: Lane): readonly StoredEvent[] {
  const database = open(scene);
  if (database === null) return [];
  try {
    if (!hasTables(database)) return [];
    assert.equal(database.prepare('PRAGMA integrity_check').get()?.['integrity_check'], 'ok');
    assert.equal(database.prepare('PRAGMA foreign_key_check').get(), undefined);
    const rows = database
      .prepare(
        `SELECT events.seq, events.kind, events.data FROM events JOIN runs ON runs.id = events.run
         JOIN sessions ON sessions.id = runs.session WHERE sessions.cwd = ? ORDER BY events.id`,
      )
      .all(scene.project);
    const texts = rows.map((row) => JSON.stringify(row));
    assert.deepEqual(texts.slice(0, scene.seen.length), scene.seen, 'what was stored has changed');
    scene.seen = texts;
    const events = rows.map(({ kind, data }) => ({ ...(JSON.parse(String(data)) as object), kind }) as StoredEvent);
    checkCalls(events);
    return events;
  } finally {
    database.close();
  }
}

/** A call starts once, unless running it twice does no harm, and ends once. */
function checkCalls(events: readonly StoredEvent[]): void {
  const count = (kind: string, call: unknown): number =>
    events.filter((event) => event.kind === kind && event.call === call).length;
  for (const event of events) {
    if (event.kind === 'call-ended') assert.equal(count('call-ended', event.call), 1, JSON.stringify(event));
    if (event.kind === 'call-started' && Reflect.get(event, 'repeatable') === false)
      assert.equal(count('call-started', event.call), 1, JSON.stringify(event));
  }
}

function checkEffects({ project }: Lane): void {
  const log = join(project, 'log');
  const lines = existsSync(log) ? readFileSync(log, 'utf8').split('\n').filter(Boolean) : [];
  assert.equal(new Set(lines).size, lines.length, `done twice: ${lines.join(' ')}`);
  const made = join(project, 'made.txt');
  if (existsSync(made)) assert.match(readFileSync(made, 'utf8'), /^(?:first\n|first again\n)$/);
}

function findPending(scene: Lane): string | null {
  const database = open(scene);
  if (database === null) return null;
  try {
    if (!hasTables(database)) return null;
    const row = database
      .prepare("SELECT id FROM approvals WHERE state = 'pending' AND json_extract(question, '$.cwd') = ?")
      .get(scene.project);
    return row === undefined ? null : String(row['id']);
  } finally {
    database.close();
  }
}

/** False when the process was killed after it had made the file and before its tables. */
const hasTables = (database: DatabaseSync): boolean =>
  database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'approvals'").get()?.['n'] === 1;

/** Nothing of this home runs any more, a moment after its process has died. */
async function checkNothingLeft({ home }: Lane): Promise<void> {
  let left: readonly string[] = [];
  for (let looks = 0; looks < 100; looks++) {
    left = listOwn(home);
    if (left.length === 0) return;
    await wait(50);
  }
  assert.fail(`left behind: ${left.join('; ')}`);
}

function listOwn(home: string): readonly string[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((pid) => {
      try {
        if (!readFileSync(`/proc/${pid}/environ`, 'utf8').includes(`BAILIWICK_INSIDE_HOME=${home}/`)) return [];
        return [`${pid} ${readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')}`];
      } catch {
        return []; // gone by now, or not ours
      }
    });
}

/** The same numbers for the same seed (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
