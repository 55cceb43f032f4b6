import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { createToolContext } from '../../testing/tool-context.ts';
import { changeFiles } from './change-files.ts';
import { openTarget, type Target } from './gate.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-change-')));
after(() => rmSync(folder, { recursive: true, force: true }));

async function target(name: string): Promise<Target> {
  const opened = await openTarget(name, createToolContext(folder), { makeFolders: true });
  assert.ok(opened.ok);
  return opened.value;
}

const contents = (): Record<string, string> =>
  Object.fromEntries(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name), 'utf8')]));

describe('several files', () => {
  test('are replaced, made and removed together', async () => {
    writeFileSync(join(folder, 'a'), 'a');
    writeFileSync(join(folder, 'b'), 'b');
    const [a, b, c] = [await target('a'), await target('b'), await target('c')];
    const changed = await changeFiles([
      { target: a, after: Buffer.from('A') },
      { target: b, after: null },
      { target: c, after: Buffer.from('C') },
    ]);
    assert.deepEqual(
      [changed, contents()],
      [
        { ok: true, value: undefined },
        { a: 'A', c: 'C' },
      ],
    );
    for (const one of [a, b, c]) await one.close();
  });

  const broken: readonly [string, (last: Target) => Target, RegExp | null][] = [
    ['was changed meanwhile', (last) => ({ ...last, existing: null }), /was changed by somebody else/],
    ['lies in a folder that was moved', (last) => ({ ...last, isInPlace: () => Promise.resolve(false) }), /was moved/],
    [
      'cannot be exchanged',
      (last) => ({
        ...last,
        at: (name) => (name === 'last' ? last.at('missing') : last.at(name)),
        isInPlace: () => Promise.resolve(true),
      }),
      null,
    ],
  ];
  for (const [name, breakLast, expected] of broken) {
    test(`are as they were when the last one ${name}`, async () => {
      for (const one of readdirSync(folder)) rmSync(join(folder, one));
      for (const one of ['a', 'b', 'last']) writeFileSync(join(folder, one), one);
      const targets = [await target('a'), await target('b'), await target('new'), await target('last')];
      const [a, b, made, last] = targets;
      const act = changeFiles([
        { target: a!, after: Buffer.from('A') },
        { target: b!, after: null },
        { target: made!, after: Buffer.from('N') },
        { target: breakLast(last!), after: Buffer.from('L') },
      ]);
      if (expected === null) await assert.rejects(act, { code: 'ENOENT' });
      else {
        const changed = await act;
        assert.match(changed.ok ? '' : changed.error, expected);
      }
      assert.deepEqual(contents(), { a: 'a', b: 'b', last: 'last' });
      for (const one of targets) await one.close();
    });
  }
});
