import assert from 'node:assert/strict';
import { closeSync, existsSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { createOut } from './out.ts';

const folder = mkdtempSync(join(tmpdir(), 'bailiwick-out-'));
after(() => rmSync(folder, { recursive: true, force: true }));

function speak(env: Readonly<Record<string, string>>, isTTY: { readonly stdout: boolean; readonly stderr: boolean }) {
  const paths = [join(folder, 'out'), join(folder, 'err')] as const;
  const [stdout, stderr] = [openSync(paths[0], 'w'), openSync(paths[1], 'w')];
  const out = createOut(
    { stdout: { fd: stdout, isTTY: isTTY.stdout }, stderr: { fd: stderr, isTTY: isTTY.stderr } },
    env,
  );
  out.write('a');
  out.line('b');
  out.json({ c: 1 });
  out.log(out.paint('red', 'd'));
  out.line(out.paint('green', 'e', 'result'));
  out.logRaw('f');
  for (const fd of [stdout, stderr]) closeSync(fd);
  return { out: readFileSync(paths[0], 'utf8'), err: readFileSync(paths[1], 'utf8') };
}

const PLAIN = { out: 'ab\n{"c":1}\ne\n', err: 'd\nf' };
const BOTH = { stdout: true, stderr: true };

describe('a command speaks', () => {
  it('results to stdout, the rest to stderr', () => {
    assert.deepEqual(speak({}, { stdout: false, stderr: false }), PLAIN);
  });

  it('or says in a sentence that it cannot, where the disk is full', { skip: !existsSync('/dev/full') }, () => {
    const full = openSync('/dev/full', 'w');
    const out = createOut({ stdout: { fd: full }, stderr: { fd: full } }, {});
    const expected = { code: 'store-failed', exit: 1, message: /^The output could not be written: there is no space/ };
    assert.throws(() => out.line('a'), expected);
    closeSync(full);
  });

  it('in color where it speaks to a terminal', () => {
    assert.deepEqual(speak({}, BOTH), { out: 'ab\n{"c":1}\n\u001b[32me\u001b[39m\n', err: '\u001b[31md\u001b[39m\nf' });
    assert.equal(speak({}, { stdout: false, stderr: true }).out, PLAIN.out);
  });

  it('in ASCII to a terminal whose locale is not UTF-8, and in bytes as they are to a pipe', () => {
    const say = (env: Readonly<Record<string, string>>, isTTY: boolean): string => {
      const file = join(folder, 'ascii');
      const fd = openSync(file, 'w');
      const out = createOut({ stdout: { fd, isTTY }, stderr: { fd, isTTY } }, env);
      out.line('é');
      out.json('é');
      out.log('…');
      closeSync(fd);
      return readFileSync(file, 'utf8');
    };
    assert.equal(say({ LANG: 'C' }, true), '\\u{e9}\n"\\u00e9"\n\\u{2026}\n');
    assert.equal(say({ LANG: 'C' }, false), 'é\n"é"\n…\n');
    assert.equal(say({ LANG: 'C.UTF-8' }, true), 'é\n"é"\n…\n');
  });

  it('without color where a person or the terminal wants none', () => {
    for (const env of [{ NO_COLOR: '1' }, { TERM: 'dumb' }]) assert.deepEqual(speak(env, BOTH), PLAIN);
    assert.notDeepEqual(speak({ NO_COLOR: '' }, BOTH), PLAIN);
  });
});
