import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';

const home = mkdtempSync(join(tmpdir(), 'bailiwick-demo-home-'));
after(() => rmSync(home, { recursive: true, force: true }));

const run = (): Promise<{ code: number; out: string; err: string }> =>
  new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [join(import.meta.dirname, '../scripts/demo.ts')],
      { env: { PATH: process.env['PATH'], HOME: home, TMPDIR: home } },
      (error, out, err) =>
        resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, out, err }),
    );
    child.stdin?.end();
  });

describe('the demo in a pipe', async () => {
  const { code, out, err } = await run();

  it('ends well and leaves nothing behind', () => {
    assert.equal(code, 0, err);
    assert.deepEqual(readdirSync(home), []);
  });

  it('says what is played and what is real', () => {
    assert.match(out, /This is real: the judge, the tools, the shell, the approval and the store/);
    assert.match(out, /This is played: the model/);
    assert.match(err, /SCRIPTED MODEL: nothing here thinks/);
    assert.match(err, /no terminal: the demo itself answers "once" here/);
  });

  it('runs read-only lines unasked, edits after the answer, and is denied on the floor', () => {
    assert.match(out, /allow by readonly +done +shell grep -rn NOTE src \| head -20/);
    assert.match(out, /allow by grant +done +edit src\/greet\.js/);
    assert.match(out, /deny by hardline +denied +shell cd src; rm -rf ~ +it deletes ~/);
    assert.match(out, /src\/greet\.js now begins: export const greet = \(name\) => `Hello, \$\{name\}`;/);
  });

  it('names the commands that tell why', () => {
    assert.match(out, /npx bailiwick check 'cd src; rm -rf ~'/);
    assert.match(out, /npx bailiwick policy explain/);
  });
});
