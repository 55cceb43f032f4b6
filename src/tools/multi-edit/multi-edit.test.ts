import assert from 'node:assert/strict';
import {
  chmodSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { ToolResult } from '../../ports/tool.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { multiEditTool } from './multi-edit.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-multi-edit-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const context = createToolContext(folder);
const run = (edits: readonly Record<string, unknown>[], path = 'a'): Promise<ToolResult> =>
  multiEditTool.run(createCall('multi_edit', { path, edits }, folder), context);
const read = (name: string): string => readFileSync(join(folder, name), 'utf8');
const write = (name: string, text: string): void => writeFileSync(join(folder, name), text);

beforeEach(() => {
  for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true });
  write('a', 'one\ntwo\nthree\n');
  write('b', 'uno\ndos\r\n');
});

describe('multi_edit', () => {
  test('makes every edit, each on what the earlier ones left', async () => {
    const result = await run([
      { old_string: 'one', new_string: 'two' },
      { old_string: 'two\ntwo', new_string: 'X' },
      { path: 'b', old_string: 'dos', new_string: 'DOS' },
      { old_string: 'e', new_string: 'E', replace_all: true },
    ]);
    assert.deepEqual([result.text, result.isError], ['Made 4 edits in a, b', false]);
    assert.deepEqual([read('a'), read('b')], ['X\nthrEE\n', 'uno\nDOS\r\n']);
    assert.deepEqual(readdirSync(folder).toSorted(), ['a', 'b']);
    const files = result.detail?.['files'];
    assert.ok(Array.isArray(files));
    assert.deepEqual(
      files.map((file: { path: string }) => file.path),
      [join(folder, 'a'), join(folder, 'b')],
    );
  });

  const refused: readonly [string, readonly Record<string, unknown>[], RegExp][] = [
    [
      'an edit that is not there',
      [
        { old_string: 'one', new_string: '1' },
        { old_string: 'four', new_string: '4' },
      ],
      /^edit 2 of 2, in a: old_string was not found.*nothing was changed$/,
    ],
    [
      'one in another file',
      [
        { old_string: 'one', new_string: '1' },
        { path: 'b', old_string: 'x', new_string: '4' },
      ],
      /^edit 2 of 2, in b: old_string was not found/,
    ],
    [
      'a text that is there twice',
      [
        { old_string: 'one', new_string: 'two' },
        { old_string: 'two', new_string: '2' },
      ],
      /^edit 2 of 2, in a: old_string is there 2 times \(lines 1, 2\)/,
    ],
    [
      'nothing to change',
      [{ old_string: 'one', new_string: 'one' }],
      /^edit 1 of 1, in a: old_string and new_string are the same/,
    ],
    [
      'a file that is missing',
      [
        { old_string: 'one', new_string: '1' },
        { path: 'B', old_string: 'x', new_string: '4' },
      ],
      /^B does not exist; beside it there is b/,
    ],
    [
      'a file outside',
      [
        { old_string: 'one', new_string: '1' },
        { path: '/etc/passwd', old_string: 'x', new_string: '4' },
      ],
      /^refused by the layer workspace/,
    ],
    ['no edits', [], /^edits should be at least 1/],
    ['an edit without a text', [{ old_string: '', new_string: 'x' }], /^edits\.0\.old_string must not be empty/],
  ];
  for (const [name, edits, expected] of refused) {
    test(`changes nothing for ${name}`, async () => {
      const result = await run(edits);
      assert.match(result.text, expected);
      assert.deepEqual([result.isError, read('a'), read('b')], [true, 'one\ntwo\nthree\n', 'uno\ndos\r\n']);
      assert.deepEqual(readdirSync(folder).toSorted(), ['a', 'b']);
    });
  }

  test('takes two names of one file for what they are', async () => {
    symlinkSync('a', join(folder, 'link'));
    const result = await run([
      { old_string: 'one', new_string: '1' },
      { path: 'link', old_string: 'two', new_string: '2' },
    ]);
    assert.match(result.text, /^link and another path of this call are the same file/);
    assert.equal(read('a'), 'one\ntwo\nthree\n');
  });

  test('puts the first file back when the second may not be written', { skip: process.getuid?.() === 0 }, async () => {
    chmodSync(join(folder, 'b'), 0o444);
    const result = await run([
      { old_string: 'one', new_string: '1' },
      { path: 'b', old_string: 'dos', new_string: '2' },
    ]);
    assert.match(result.text, /^b may not be accessed.*nothing was changed$/);
    assert.equal(read('a'), 'one\ntwo\nthree\n');
  });

  test('keeps the mode, and another link the old content', async () => {
    chmodSync(join(folder, 'a'), 0o750);
    linkSync(join(folder, 'a'), join(folder, 'other'));
    await run([{ old_string: 'one', new_string: '1' }]);
    assert.equal(statSync(join(folder, 'a')).mode & 0o777, 0o750);
    assert.equal(read('other'), 'one\ntwo\nthree\n');
  });

  test('says every file it changes', () => {
    const input = {
      path: 'a',
      edits: [
        { old_string: 'x', new_string: 'y' },
        { path: '~/b', old_string: 'x', new_string: 'y' },
      ],
    };
    assert.deepEqual(multiEditTool.effects(input, context), [
      { kind: 'write', where: 'workspace', target: join(folder, 'a') },
      { kind: 'write', where: 'workspace', target: join(folder, 'home', 'b') },
    ]);
  });
});
