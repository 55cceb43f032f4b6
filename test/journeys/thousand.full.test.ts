import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { createApp } from '../../src/app/create-app.ts';
import { createPlayedModel } from '../../src/testing/run-world.ts';

const CALLS = 1_000;

test(`a turn of ${CALLS} calls grows by its log and by nothing else`, async () => {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-thousand-')));
  try {
    const [home, cwd] = [join(root, 'home'), join(root, 'project')];
    for (const folder of [join(home, '.bailiwick'), cwd]) mkdirSync(folder, { recursive: true });
    writeFileSync(join(home, '.bailiwick', 'config.yml'), 'permissions:\n  "shell echo *": allow\n');
    const calls = Array.from({ length: CALLS }, (_, i) => ({
      calls: [{ tool: 'shell', input: { command: `echo ${i}` } }],
    }));
    const model = createPlayedModel([...calls, { say: 'done' }]);
    const world = { cwd, home, env: { PATH: process.env['PATH'], HOME: home } };
    const app = await createApp(world, { openModel: async () => model });
    const result = await app.say({ kind: 'new', mode: 'default' }, 'count', {
      principal: { id: 'local:1' },
      answerer: { ask: async () => null },
      signal: new AbortController().signal,
      model: 'played:test',
      maxSteps: CALLS + 1,
      maxTokens: null,
      maxMs: null,
      watch: () => undefined,
    });
    await app.close();
    assert.deepEqual([result.reason, result.calls.length], ['answered', CALLS]);
    assert.ok(result.calls.every(({ outcome }) => outcome === 'done'));
    checkRows(join(home, '.bailiwick', 'state.db'));
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
});

/** Four events a call, and late decisions are no larger than early ones. */
function checkRows(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const count = (sql: string): number => Number(Object.values(database.prepare(sql).get() ?? {})[0]);
  assert.equal(count('SELECT count(*) FROM events'), 4 * CALLS + 4);
  const sizes =
    'SELECT length(facts) + length(line) + length(decision) + length(request) AS size FROM decisions ORDER BY rowid';
  const early = count(`SELECT max(size) FROM (${sizes} LIMIT 20 OFFSET 20)`);
  const late = count(`SELECT max(size) FROM (${sizes} LIMIT 20 OFFSET ${CALLS - 20})`);
  assert.ok(late < early * 1.05, `a decision took ${early} bytes and takes ${late}`);
  database.close();
}
