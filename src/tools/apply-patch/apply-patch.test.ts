import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdirSync,
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
import { dirname, join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import fc from 'fast-check';
import { needs } from '../../../test/outside.ts';
import type { ToolResult } from '../../ports/tool.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { applyHunks } from './apply-hunks.ts';
import { applyPatchTool } from './apply-patch.ts';
import { parsePatch } from './parse-patch.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-patch-')));
after(() => rmSync(root, { recursive: true, force: true }));
const folder = join(root, 'w');
const context = createToolContext(folder);

const TEN = Array.from({ length: 10 }, (_, i) => `line ${i + 1}\n`).join('');
const START: Readonly<Record<string, string>> = {
  'a.txt': TEN,
  'crlf.txt': 'one\r\ntwo\r\nthree\r\n',
  'bare.txt': 'one\ntwo',
  'twice.txt': 'x\nsame\ny\nsame\n',
  'fn.py': 'class A:\n    def f(self):\n        return 1\n\nclass B:\n    def f(self):\n        return 1\n',
};

function put(name: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), content);
}

beforeEach(() => {
  rmSync(folder, { recursive: true, force: true });
  for (const [name, content] of Object.entries(START)) put(name, content);
});

/** Every file below the folder, with what changed against the start; null: it is gone. */
function changes(): Record<string, string | null> {
  const names = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
  const now = names.map((name) => [name, readFileSync(join(folder, name), 'utf8')] as const);
  const gone = Object.keys(START).filter((name) => !names.includes(name));
  return Object.fromEntries([
    ...now.filter(([name, text]) => START[name] !== text),
    ...gone.map((name) => [name, null] as const),
  ]);
}

const apply = (patch: string): Promise<ToolResult> =>
  applyPatchTool.run(createCall('apply_patch', { patch }, folder), context);

const envelope = (...lines: readonly string[]): string => ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n');
const unified = (name: string, ...lines: readonly string[]): string =>
  [`--- a/${name}`, `+++ b/${name}`, ...lines, ''].join('\n');

const replaced = (from: string, to: string): string => TEN.replace(from, to);

describe('a patch that fits', () => {
  const cases: readonly { name: string; patch: string; says: string; gives: Record<string, string | null> }[] = [
    {
      name: 'of the form of models',
      patch: envelope(
        '*** Add File: new/n.txt',
        '+hello',
        '+',
        '*** Update File: a.txt',
        '@@',
        ' line 2',
        '-line 3',
        '+LINE 3',
        ' line 4',
        '@@ line 7',
        '-line 8',
        '*** Delete File: twice.txt',
      ),
      says: 'Updated a.txt\nDeleted twice.txt\nAdded new/n.txt',
      gives: {
        'a.txt': replaced('line 3', 'LINE 3').replace('line 8\n', ''),
        'new/n.txt': 'hello\n\n',
        'twice.txt': null,
      },
    },
    {
      name: 'that moves a file and changes it',
      patch: envelope('*** Update File: a.txt', '*** Move to: sub/b.txt', '@@', '-line 1', '+first'),
      says: 'Moved a.txt to sub/b.txt',
      gives: { 'a.txt': null, 'sub/b.txt': replaced('line 1\n', 'first\n') },
    },
    {
      name: 'that only moves a file',
      patch: envelope('*** Update File: bare.txt', '*** Move to: b.txt'),
      says: 'Moved bare.txt to b.txt',
      gives: { 'bare.txt': null, 'b.txt': 'one\ntwo' },
    },
    {
      name: 'whose lines are alone behind an anchor',
      patch: envelope(
        '*** Update File: fn.py',
        '@@ class B:',
        '@@     def f(self):',
        '-        return 1',
        '+        return 2',
      ),
      says: 'Updated fn.py',
      gives: { 'fn.py': START['fn.py']!.replace(/1\n$/, '2\n') },
    },
    {
      name: 'at the end of the file',
      patch: envelope('*** Update File: twice.txt', '@@', '-same', '+last', '*** End of File'),
      says: 'Updated twice.txt',
      gives: { 'twice.txt': 'x\nsame\ny\nlast\n' },
    },
    {
      name: 'that adds behind an anchor, and at the end',
      patch: envelope('*** Update File: a.txt', '@@ line 1', '+x', '@@', '+y'),
      says: 'Updated a.txt',
      gives: { 'a.txt': `${replaced('line 1\n', 'line 1\nx\n')}y\n` },
    },
    {
      name: 'with CRLF of its own',
      patch: envelope('*** Update File: a.txt', '@@', '-line 5', '+five').replaceAll('\n', '\r\n'),
      says: 'Updated a.txt',
      gives: { 'a.txt': replaced('line 5', 'five') },
    },
    {
      name: 'with blanks missing at the ends of lines',
      patch: envelope('*** Update File: crlf.txt', '@@', ' one', '-two  ', '+TWO', '', ' three').replace(
        '\n\n three',
        '\n three',
      ),
      says: 'Updated crlf.txt',
      gives: { 'crlf.txt': 'one\r\nTWO\r\nthree\r\n' },
    },
    {
      name: 'as a unified diff with wrong counts',
      patch: unified(
        'a.txt',
        '@@ -1,9 +1,9 @@',
        ' line 1',
        '-line 2',
        '+two',
        '+too',
        '@@ -9,1 +9,7 @@ here',
        '-line 9',
      ),
      says: 'Updated a.txt',
      gives: { 'a.txt': replaced('line 2', 'two\ntoo').replace('line 9\n', '') },
    },
    {
      name: 'as a unified diff at the line it names',
      patch: unified('twice.txt', '@@ -4 +4 @@', '-same', '+last'),
      says: 'Updated twice.txt',
      gives: { 'twice.txt': 'x\nsame\ny\nlast\n' },
    },
    {
      name: 'as a unified diff with a last newline that comes and goes',
      patch:
        unified('bare.txt', '@@ -1,2 +1,2 @@', ' one', '-two', '\\ No newline at end of file', '+2') +
        unified('a.txt', '@@ -9,2 +9,2 @@', ' line 9', '-line 10', '+ten', '\\ No newline at end of file'),
      says: 'Updated bare.txt\nUpdated a.txt',
      gives: { 'bare.txt': 'one\n2\n', 'a.txt': TEN.replace('line 10\n', 'ten') },
    },
    {
      name: 'behind lines without a last newline',
      patch: envelope('*** Update File: bare.txt', '@@', ' two', '+three'),
      says: 'Updated bare.txt',
      gives: { 'bare.txt': 'one\ntwo\nthree' },
    },
    {
      name: 'of git, with all its headers',
      patch: [
        'diff --git a/new.txt b/new.txt',
        'new file mode 100644',
        'index 0000000..ce01362',
        '--- /dev/null',
        '+++ b/new.txt',
        '@@ -0,0 +1 @@',
        '+hello',
        'diff --git a/bare.txt b/bare.txt',
        'deleted file mode 100644',
        '--- a/bare.txt',
        '+++ /dev/null',
        '@@ -1,2 +0,0 @@',
        '-one',
        '-two',
        '\\ No newline at end of file',
        'diff --git a/crlf.txt b/c.txt',
        'similarity index 100%',
        'rename from crlf.txt',
        'rename to c.txt',
      ].join('\n'),
      says: 'Deleted bare.txt\nAdded new.txt\nMoved crlf.txt to c.txt',
      gives: { 'new.txt': 'hello\n', 'bare.txt': null, 'crlf.txt': null, 'c.txt': START['crlf.txt']! },
    },
  ];
  for (const { name, patch, says, gives } of cases) {
    test(name, async () => {
      const result = await apply(patch);
      assert.deepEqual([result.text, result.isError], [says, false]);
      assert.deepEqual(changes(), gives);
    });
  }

  test('keeps bytes that are no UTF-8, and the mode, also of a file that moves', async () => {
    put('l.txt', Buffer.from('caf\xe9\nx\n', 'latin1'));
    chmodSync(join(folder, 'l.txt'), 0o755);
    await apply(envelope('*** Update File: l.txt', '*** Move to: m.txt', '@@', '-x', '+ü'));
    assert.deepEqual(
      readFileSync(join(folder, 'm.txt')),
      Buffer.concat([Buffer.from('caf\xe9\n', 'latin1'), Buffer.from('ü\n')]),
    );
    assert.equal(statSync(join(folder, 'm.txt')).mode & 0o777, 0o755);
  });
});

describe('a patch that does not fit changes nothing, and says', () => {
  const cases: readonly (readonly [string, string, RegExp])[] = [
    [
      'each hunk',
      envelope(
        '*** Update File: a.txt',
        '@@',
        '-line 1',
        '+x',
        '@@',
        ' line 4',
        '-line 6',
        '+y',
        '@@',
        '-nowhere',
        '+z',
      ),
      /^a\.txt, hunk 2 \(line 6 of the patch\): at line 5 the file has "line 5", the patch "line 6"\na\.txt, hunk 3 \(line 10 of the patch\): its first line "nowhere" is not in the file; read the file.*\nNothing was changed\.$/,
    ],
    [
      'a place that is not the only one',
      envelope('*** Update File: twice.txt', '@@', '-same', '+x'),
      /stand at 2 places \(lines 2, 4\); give more lines/,
    ],
    [
      'hunks out of order',
      envelope('*** Update File: a.txt', '@@', '-line 9', '+x', '@@', '-line 2', '+y'),
      /hunk 2 .*: its lines stand at line 2, in front of line 10, where the hunk before ends/,
    ],
    [
      'an anchor that is missing',
      envelope('*** Update File: a.txt', '@@ class C', '-line 1', '+x'),
      /the line "class C" behind @@ is not in the file/,
    ],
    [
      'an anchor behind',
      envelope('*** Update File: a.txt', '@@', '-line 5', '+x', '@@ line 2', '+y'),
      /"line 2" behind @@ is not in the file after the hunk before/,
    ],
    [
      'a file that ends',
      envelope('*** Update File: a.txt', '@@', ' line 10', '-line 11', '+x'),
      /at line 11 the file has the end of the file, the patch "line 11"/,
    ],
    ['a file that is there', envelope('*** Add File: a.txt', '+x'), /^a\.txt exists already/],
    ['a place that is taken', envelope('*** Update File: a.txt', '*** Move to: bare.txt'), /^bare\.txt exists already/],
    ['a file that is missing', envelope('*** Delete File: A.txt'), /^A\.txt does not exist; beside it there is a\.txt/],
    [
      'what is left of a deleted file',
      unified('bare.txt', '@@ -1 +0,0 @@', '-one').replace('b/bare.txt', '/dev/null').replace('+++ b/', '+++ '),
      /to be deleted, but it holds more/,
    ],
    ['a place outside', envelope('*** Add File: ../out.txt', '+x'), /^refused by the layer workspace/],
    [
      'a link that leads outside',
      envelope('*** Update File: link', '@@', '-x', '+y'),
      /^refused by the layer workspace/,
    ],
    ['a binary file', envelope('*** Update File: bin', '@@', '-x', '+y'), /^bin is no text/],
    [
      'lines of a new file that are kept',
      '--- /dev/null\n+++ b/n\n@@ -1 +1 @@\n x\n+y\n',
      /^n is to be added, but the patch keeps or removes lines/,
    ],
    [
      'two names of one file',
      envelope('*** Update File: a.txt', '@@', '-line 1', '+x', '*** Update File: ./a.txt', '@@', '-line 2', '+x'),
      /^\.?\/?a\.txt and another path of the patch are the same file/,
    ],
  ];
  for (const [name, patch, expected] of cases) {
    test(name, async () => {
      put('bin', Buffer.from([0, 1, 2]));
      writeFileSync(join(root, 'outside'), 'x\n');
      symlinkSync('../outside', join(folder, 'link'));
      const result = await apply(patch);
      assert.match(result.text, expected);
      assert.deepEqual([result.isError, changes()], [true, { bin: '\0\u0001\u0002' }]);
    });
  }

  const unread: readonly (readonly [string, string, RegExp])[] = [
    ['nothing', 'hello', /line 1 of the patch: it is neither a unified diff/],
    ['no end', '*** Begin Patch\n*** Delete File: a', /ends without \*\*\* End Patch/],
    ['more behind the end', `${envelope('*** Delete File: a')}x\n`, /line 4 of the patch: something stands behind/],
    ['no file', envelope(), /line 1 of the patch: it changes no file/],
    ['an unknown header', envelope('*** Rename File: a'), /line 2 of the patch: expected \*\*\* Add File/],
    [
      'a line without a sign',
      envelope('*** Add File: a', 'x'),
      /line 3 of the patch: each line of the new file a begins with \+/,
    ],
    [
      'a hunk line without a sign',
      envelope('*** Update File: a', '@@', 'x'),
      /line 4 of the patch: a line of a hunk begins with/,
    ],
    [
      'a hunk that changes nothing',
      envelope('*** Update File: a', '@@', ' x'),
      /line 3 of the patch: this hunk of a changes nothing/,
    ],
    ['an update that changes nothing', envelope('*** Update File: a'), /line 2 of the patch: nothing changes in a/],
    ['a body of a deleted file', envelope('*** Delete File: a', '-x'), /line 3 of the patch: nothing may follow/],
    ['a file twice', envelope('*** Delete File: a', '*** Add File: a', '+x'), /a is named twice/],
    ['a hunk in front of names', '@@ -1 +1 @@\n-x\n+y\n', /line 1 of the patch: a hunk stands in front/],
    ['names without hunks', '--- a\n+++ b\n', /line 1 of the patch: no hunk/],
    ['two absent names', '--- /dev/null\n+++ /dev/null\n@@ -1 +1 @@\n-x\n', /both names are/],
    ['a unified line without a sign', unified('a', '@@ -1 +1 @@', 'x'), /line 4 of the patch: a line of a hunk/],
    [
      'a unified hunk that changes nothing',
      unified('a', '@@ -1 +1 @@', ' x'),
      /line 3 of the patch: this hunk changes nothing/,
    ],
    ['binary data', 'diff --git a/a b/a\nGIT binary patch\n', /binary files are not patched/],
    ['a copy', 'diff --git a/a b/b\ncopy from a\ncopy to b\n', /copies are not made/],
    ['modes alone', 'diff --git a/a b/a\nold mode 100644\nnew mode 100755\n', /names no --- and \+\+\+/],
    ['quoted names', '--- "a/\\303"\n+++ "b/\\303"\n@@ -1 +1 @@\n-x\n', /a name in quotes is not read/],
    [
      'too many files',
      envelope(...Array.from({ length: 101 }, (_, i) => `*** Delete File: f${i}`)),
      /100 files at most/,
    ],
  ];
  for (const [name, patch, expected] of unread) {
    test(`${name}, before it is judged`, () => {
      assert.match(applyPatchTool.fault({ patch }) ?? '', expected);
      assert.match(applyPatchTool.fault({ patch }) ?? '', /^patch is not understood: /);
    });
  }
});

test('the judge is told every path, the old and the new one of a move', () => {
  const patch = envelope('*** Add File: n', '+x', '*** Update File: a', '*** Move to: ~/b', '*** Delete File: /etc/x');
  assert.deepEqual(
    applyPatchTool.effects({ patch }, context).map(({ kind, target }) => `${kind} ${target}`),
    ['n', 'a', 'home/b'].map((name) => `write ${join(folder, name)}`).concat('write /etc/x'),
  );
  assert.deepEqual(applyPatchTool.effects({ patch: 'x' }, context), []);
});

test('what git writes of two texts makes the second out of the first', needs('git'), () => {
  const line = fc.constantFrom('a', 'b', 'c', '', '-- x', '++ y', '@@ z', ' d', '\\ e');
  const text = fc
    .tuple(fc.array(line, { maxLength: 12 }), fc.boolean())
    .map(([lines, bare]) => lines.join('\n') + (bare || lines.length === 0 ? '' : '\n'));
  fc.assert(
    fc.property(text, text, (before, now) => {
      fc.pre(before !== now && before !== '' && now !== '');
      writeFileSync(join(root, 'before'), before);
      writeFileSync(join(root, 'now'), now);
      const diff = diffOf(join(root, 'before'), join(root, 'now'));
      const parsed = parsePatch(diff);
      assert.ok(parsed.ok, diff);
      const applied = applyHunks(Buffer.from(before), parsed.value[0]?.hunks ?? []);
      assert.ok(applied.ok, `${JSON.stringify([before, now])}\n${diff}${applied.ok ? '' : applied.error.join('\n')}`);
      assert.equal(applied.value.toString(), now, diff);
    }),
    { numRuns: 150 },
  );
});

function diffOf(before: string, now: string): string {
  try {
    return execFileSync('git', ['diff', '--no-index', '--no-color', before, now], { encoding: 'utf8' });
  } catch (error) {
    return (error as { stdout: string }).stdout; // exit code 1: they differ
  }
}
