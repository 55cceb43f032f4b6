import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import fc from 'fast-check';
import type { ToolResult } from '../../ports/tool.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { editTool } from './edit.ts';
import { replaceText } from './replace-text.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-edit-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const context = createToolContext(folder);
const file = join(folder, 'file');
const edit = (input: Record<string, unknown>): Promise<ToolResult> =>
  editTool.run(createCall('edit', { path: 'file', ...input }, folder), context);

describe('edit', () => {
  const cases: readonly { name: string; before: string; old: string; new: string; all?: boolean; after: string }[] = [
    { name: 'one place', before: 'a\nb\nc\n', old: 'b', new: 'B', after: 'a\nB\nc\n' },
    { name: 'several lines', before: 'a\nb\nc\n', old: 'a\nb\n', new: '', after: 'c\n' },
    { name: 'all places', before: 'x x\nx', old: 'x', new: 'yy', all: true, after: 'yy yy\nyy' },
    { name: 'a file without a last newline', before: 'a\nb', old: 'b', new: 'c', after: 'a\nc' },
    { name: 'CRLF by a plain newline', before: 'a\r\nb\r\n', old: 'a\nb', new: 'a\nx\nb', after: 'a\r\nx\r\nb\r\n' },
    { name: 'one line of CRLF by two', before: 'a\r\nb\r\n', old: 'a', new: '1\n2', after: '1\r\n2\r\nb\r\n' },
    { name: 'CRLF among LF', before: 'a\r\nb\nc\n', old: 'a\nb', new: 'x\ny', after: 'x\r\ny\nc\n' },
    { name: 'LF among CRLF', before: 'a\r\nb\nc\n', old: 'b\nc', new: 'x\ny', after: 'a\r\nx\ny\n' },
    { name: 'behind a byte order mark', before: '\uFEFFa\n', old: 'a', new: 'b', after: '\uFEFFb\n' },
    {
      name: 'characters of several bytes',
      before: 'grüße 🙂\n',
      old: 'ü',
      new: 'ue',
      after: 'gruesse 🙂\n'.replace('ss', 'ß'),
    },
    { name: 'text that reads like a pattern', before: 'a.*$&\n', old: '.*$&', new: '$1$&', after: 'a$1$&\n' },
  ];
  for (const { name, before, after: expected, ...wish } of cases) {
    test(`replaces ${name}`, async () => {
      writeFileSync(file, before);
      const result = await edit({ old_string: wish.old, new_string: wish.new, replace_all: wish.all ?? null });
      assert.equal(result.isError, false, result.text);
      assert.equal(readFileSync(file, 'utf8'), expected);
    });
  }

  test('keeps bytes that are not UTF-8, and the mode', async () => {
    writeFileSync(file, Buffer.from('caf\xe9 one\n', 'latin1'));
    chmodSync(file, 0o640);
    await edit({ old_string: 'one', new_string: 'zwölf' });
    assert.equal(
      readFileSync(file).toString('hex'),
      Buffer.from('caf\xe9 ', 'latin1').toString('hex') + Buffer.from('zwölf\n').toString('hex'),
    );
    assert.equal(statSync(file).mode & 0o777, 0o640);
  });

  test('shows what changed', async () => {
    writeFileSync(file, 'one\ntwo\nthree\ntwo\n');
    const result = await edit({ old_string: 'two', new_string: '2\nzwei', replace_all: true });
    const diff = '@@ -2,1 +2,2 @@\n-two\n+2\n+zwei\n@@ -4,1 +5,2 @@\n-two\n+2\n+zwei';
    const detail = { path: file, replacements: 2, diff, bytes: 24 };
    assert.deepEqual(result, { isError: false, text: 'Edited file at 2 places, from line 2', detail });
  });

  const faults: readonly (readonly [string, string, Record<string, unknown>, RegExp])[] = [
    [
      'text that is not there',
      'alpha\nbeta\n',
      { old_string: 'gamma' },
      /^file: old_string was not found\. Read the file/,
    ],
    [
      'a near line',
      'const total = 1;\n',
      { old_string: 'const totals = 1;' },
      /the nearest line is 1: const total = 1;$/,
    ],
    ['white space', 'a\n\tif (x) {\n', { old_string: '  if (x) {' }, /but for white space it stands at line 2/],
    ['a first line only', 'if (x) {\n y\n', { old_string: 'if (x) {\nz' }, /its first line stands at line 1/],
    ['several places', 'x\ny\nx\n', { old_string: 'x' }, /^file: old_string is there 2 times \(lines 1, 3\)/],
    ['places that overlap', 'aaa', { old_string: 'aa' }, /is there 2 times \(lines 1, 1\)/],
    ['binary content', 'a\0b', { old_string: 'a' }, /^file is no text: binary data$/],
    ['binary content far in', `${'a\n'.repeat(40_000)}\0`, { old_string: 'a' }, /^file is no text: binary data$/],
    ['nothing to replace', 'a', { old_string: '' }, /old_string is empty/],
    ['no change', 'a', { old_string: 'b', new_string: 'b' }, /are the same/],
    ['a missing file', 'a', { path: 'fil', old_string: 'a' }, /^fil does not exist; beside it there is file$/],
    [
      'a missing folder, and makes none',
      'a',
      { path: 'no/file', old_string: 'a' },
      /^the folder of no\/file does not exist$/,
    ],
    ['a folder', 'a', { path: 'sub', old_string: 'a' }, /^sub is a folder$/],
    ['outside', 'a', { path: '../x', old_string: 'a' }, /^refused by the layer workspace/],
  ];
  for (const [name, before, input, expected] of faults) {
    test(`refuses ${name} and leaves the file as it was`, async () => {
      mkdirSync(join(folder, 'sub'), { recursive: true });
      writeFileSync(file, before);
      const result = await edit({ new_string: 'new', ...input });
      assert.match(result.text, expected);
      assert.equal(result.isError, true);
      assert.equal(readFileSync(file, 'utf8'), before);
      assert.equal(existsSync(join(folder, 'no')), false);
    });
  }

  test('replaces everywhere as strings do, in any file with plain newlines', () => {
    const text = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é', '🙂'), maxLength: 40 });
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '\n', 'é'), minLength: 1, maxLength: 3 });
    fc.assert(
      fc.property(text, part, text, (before, old, fresh) => {
        const replaced = replaceText(Buffer.from(before), { old, new: fresh, all: true });
        const expected = before.includes(old) ? before.replaceAll(old, () => fresh) : null;
        assert.equal(replaced.ok ? replaced.value.content.toString() : null, expected);
      }),
    );
  });

  test('a million places on one line take no longer than the file', () => {
    const started = performance.now();
    const replaced = replaceText(Buffer.from('ab'.repeat(1_000_000)), { old: 'a', new: 'c', all: true });
    assert.ok(replaced.ok && replaced.value.content.length === 2_000_000 && replaced.value.diff.length < 2000);
    assert.ok(performance.now() - started < 5000);
  });
});
