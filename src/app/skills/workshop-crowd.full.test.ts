import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { describe, it } from 'node:test';
import { fileURLToPath } from 'node:url';
import { openGround } from '../../../test/skills/door-ground.ts';

const CHILD = fileURLToPath(new URL('../../../test/skills/workshop-crowd-child.ts', import.meta.url));
const PROCESSES = 8;
const OPERATIONS = 1000;

interface Told {
  readonly added: readonly string[];
  readonly applied: readonly string[];
  readonly rejected: readonly string[];
  readonly duplicates: number;
  readonly full: number;
}

const SKILL = (name: string): string =>
  `---\nname: ${name}\ndescription: A skill.\n---\n\n## Workflow\n\n- Begin.\n\n## Notes\n\nNone.\n`;

async function work(top: string, number: number): Promise<Told> {
  const child = spawn(process.execPath, [CHILD, top, String(number), String(OPERATIONS)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  assert.equal(code, 0, err);
  return JSON.parse(out) as Told;
}

describe('eight processes with a thousand operations each', () => {
  it('lose nothing and double nothing [T001] [T002] [T004]', async () => {
    await using ground = await openGround(undefined, '', { maxPending: 200 });
    const names = ['shared', 'common', ...Array.from({ length: PROCESSES }, (_, i) => `own-${i}`)];
    for (const name of names) ground.edit(`${name}/SKILL.md`, SKILL(name));
    const told = await Promise.all(Array.from({ length: PROCESSES }, (_, i) => work(ground.top, i)));
    const all = await ground.door.list({ statuses: null, limit: 100_000 });
    const added = told.flatMap((one) => one.added);
    const applied = told.flatMap((one) => one.applied);
    const rejected = told.flatMap((one) => one.rejected);
    const count = (status: string): number => all.filter((one) => one.status === status).length;
    assert.equal(all.length, added.length);
    assert.deepEqual(
      [count('applied'), count('rejected'), count('pending') + count('conflicted')],
      [applied.length, rejected.length, added.length - applied.length - rejected.length],
    );
    const texts = names.map((name) => ground.read(`${name}/SKILL.md`) ?? '').join('\n');
    const lines = texts.split('\n').filter((line) => /^- (?:line|everybody) /.test(line));
    // Two may have proposed the same line before either saw the other: both are applied, and it stands there once.
    const expected = new Set(applied.map((line) => `- ${line}`));
    assert.deepEqual(lines.toSorted(), [...expected].toSorted());
    let versions = 0;
    for (const name of names)
      versions += (await ground.door.history(name)).filter(({ action }) => action === 'apply').length;
    assert.equal(versions, applied.length);
    const damaged = await ground.door.listDamaged();
    assert.deepEqual(damaged, []);
  });
});
