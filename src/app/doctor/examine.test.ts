import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { examine } from './examine.ts';

const top = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-doctor-')));
after(() => rmSync(top, { recursive: true, force: true }));

async function look(agentHome: string): Promise<Readonly<Record<string, string>>> {
  const env = { HOME: top, PATH: process.env['PATH'], BAILIWICK_HOME: agentHome };
  const options = { isTerminal: false, online: false, signal: new AbortController().signal };
  const checks = await examine({ cwd: top, home: top, env }, options);
  const told = checks.filter(({ name }) => name === 'home' || name === 'database');
  return Object.fromEntries(told.map(({ name, level, says }) => [name, `${level}: ${says.replaceAll(top, '')}`]));
}

describe('doctor', () => {
  it('says of a home whether it can be made, and leaves nothing behind', async () => {
    assert.deepEqual(await look(join(top, 'a/b')), {
      home: 'ok: /a/b is made when it is needed',
      database: 'ok: /a/b/state.db is made by the first turn',
    });
    assert.deepEqual(readdirSync(top), []);
  });

  const refused: readonly (readonly [name: string, home: string, why: string])[] = [
    ['below /proc', '/proc/none/home', '/proc refuses it (ENOENT)'],
    ['below a file', join(top, 'file/home'), '/file refuses it (ENOTDIR)'],
  ];
  for (const [name, home, why] of refused) {
    it(`says that a home ${name} cannot be made`, async () => {
      writeFileSync(join(top, 'file'), '');
      const shown = home.replaceAll(top, '');
      assert.deepEqual(await look(home), {
        home: `fault: ${shown} cannot be made: ${why}`,
        database: `fault: ${shown}/state.db cannot be made`,
      });
    });
  }

  it('says of a home that is there whether others may look into it', async () => {
    const home = join(top, 'there');
    mkdirSync(home, { mode: 0o700 });
    assert.equal((await look(home))['home'], 'ok: /there');
    chmodSync(home, 0o755);
    assert.equal((await look(home))['home'], 'warning: /there is open to others');
    assert.deepEqual(readdirSync(home), []);
  });
});
