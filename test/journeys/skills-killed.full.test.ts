import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { it } from 'node:test';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { BUILT_BIN } from '../built.ts';
import { codesOf, LEARNED, openSchool } from './skills-school.ts';
import { createQuickGround } from './start-here.ts';

it('a job whose process is killed in the middle is done by the next one, once', async () => {
  const asked = Promise.withResolvers<void>();
  await using server = await startWireServer((_, index) => {
    asked.resolve();
    return index === 0 ? { fault: { kind: 'silent' } } : { say: LEARNED };
  });
  using ground = createQuickGround();
  const provider = `providers:\n  wire:\n    base_url: ${server.baseUrl}\n    api_key: none-of-anybody\n`;
  const school = openSchool(ground, { model: `${provider}auxiliary:\n  distill: wire:model\n` });
  await school.turn();
  const child = spawn(process.execPath, [BUILT_BIN, 'jobs', 'run'], {
    cwd: ground.project,
    env: { PATH: process.env['PATH'], HOME: ground.home },
    stdio: 'ignore',
  });
  const gone = once(child, 'exit');
  await asked.promise;
  child.kill('SIGKILL');
  await gone;
  assert.deepEqual(codesOf(await school.listJobs()), [['running', undefined]]);
  // The time of its lease goes by.
  const database = new DatabaseSync(join(ground.home, '.bailiwick', 'state.db'));
  assert.equal(database.prepare('UPDATE jobs SET lease_until = 1 WHERE lease_until > 1').run().changes, 1);
  database.close();
  const [job, ...others] = await school.settle();
  assert.deepEqual([job?.outcome?.code, job?.attempts, others.length], ['written', 2, 0]);
  assert.deepEqual([server.requests.length, school.isWritten()], [2, true]);
});
