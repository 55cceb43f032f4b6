import assert from 'node:assert/strict';
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { DatabaseSync } from 'node:sqlite';

/**
 * A process that does one thing with the door and kills itself in front of the Nth call that changes the disk or ends a
 * transaction: `node door-crash-child.ts FOLDER create|apply|change|revert|unmake N`. Its exit code is 7 when there were fewer calls.
 */
const [top = '', what = '', at = ''] = process.argv.slice(2);

const { DRAFT, CLEAN, openGround } = await import('./door-ground.ts');
await using ground = await openGround(top, '', what === 'change' ? {} : null);
const [proposal] = await ground.door.list({ statuses: ['pending'], limit: 1 });
await ground.shelf.look();

let left = Number(at);
const count = (): void => {
  if (--left === 0) process.kill(process.pid, 'SIGKILL');
};

const CHANGING = ['mkdirSync', 'mkdtempSync', 'fsyncSync', 'renameSync', 'unlinkSync', 'rmSync', 'cpSync'] as const;
for (const name of CHANGING) {
  const real = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      count();
      return real(...args);
    },
  });
}
syncBuiltinESMExports();
const exec = DatabaseSync.prototype.exec;
DatabaseSync.prototype.exec = function (sql) {
  if (sql === 'COMMIT') count();
  exec.call(this, sql);
  if (sql === 'COMMIT') count();
};

const ACTS: Readonly<Record<string, () => Promise<{ readonly kind: string }>>> = {
  create: () => ground.door.create(DRAFT, CLEAN),
  apply: () => ground.door.apply(proposal?.id ?? '', proposal?.revision ?? '', 'local:1'),
  change: () => ground.door.apply(proposal?.id ?? '', proposal?.revision ?? '', 'local:1'),
  unmake: () => ground.door.revert('deploy', null, 'local:1'),
  revert: () => ground.door.revert('deploy', 1, 'local:1'),
};
const result = await ACTS[what]?.();
assert.equal(result?.kind, 'written', JSON.stringify(result));
process.exitCode = 7;
