import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { ToolResult } from '../../ports/tool.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { readTool } from './read.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-read-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const context = createToolContext(folder);

const read = (input: Record<string, unknown>): Promise<ToolResult> =>
  readTool.run(createCall('read', input, folder), context);
const put = (name: string, content: string | Uint8Array): void => writeFileSync(join(folder, name), content);

const numbered = (from: number, to: number): string =>
  Array.from({ length: to - from + 1 }, (_, index) => `${from + index}\tline ${from + index}`).join('\n');

describe('read', () => {
  put('ten', Array.from({ length: 10 }, (_, index) => `line ${index + 1}\n`).join(''));
  put('empty', '');
  put('no-end', 'a\nb');
  put('crlf', 'a\r\nb\r\n');
  put('mixed', 'a\r\nb\n');
  put('bom', '\uFEFFa\n');
  put('latin', Buffer.from('caf\xe9\n', 'latin1'));
  put('wide', `${'é'.repeat(1500)}\nb\n`);
  put('picture', Buffer.from('89504e470d0a1a0a0000000d', 'hex'));
  put('data', Buffer.from([65, 0, 66]));
  put('utf16', Buffer.from('\uFEFFab', 'utf16le'));
  put('Readme.md', 'x');
  mkdirSync(join(folder, 'sub'));
  symlinkSync('nowhere', join(folder, 'dangling'));

  const cases: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['numbers the lines', { path: 'ten' }, numbered(1, 10)],
    ['starts at the offset', { path: 'ten', offset: 9 }, numbered(9, 10)],
    [
      'stops at the limit',
      { path: 'ten', offset: 2, limit: 3 },
      `${numbered(2, 4)}\n[more lines follow; go on with offset 5]`,
    ],
    ['reads up to the end without a note', { path: 'ten', offset: 8, limit: 3 }, numbered(8, 10)],
    ['says that a file is empty', { path: 'empty' }, 'empty is empty'],
    ['reads a last line without newline', { path: 'no-end' }, '1\ta\n2\tb'],
    ['notes CRLF', { path: 'crlf' }, '1\ta\n2\tb\n[lines end in CRLF]'],
    ['notes mixed endings', { path: 'mixed' }, '1\ta\n2\tb\n[lines end in CRLF and in LF]'],
    ['notes a byte order mark', { path: 'bom' }, '1\ta\n[the file starts with a byte order mark]'],
    [
      'notes bytes that are not UTF-8',
      { path: 'latin' },
      '1\tcaf\uFFFD\n[bytes that are not UTF-8 are shown as \uFFFD, on 1 of these lines]',
    ],
    [
      'cuts a long line between characters',
      { path: 'wide' },
      `1\t${'é'.repeat(1000)} [... 1000 bytes more]\n2\tb\n[lines longer than 2000 bytes are cut]`,
    ],
    [
      'names a binary file',
      { path: 'picture' },
      'picture is no text: PNG image, 12 bytes. Pictures are not read: the person can show it to you with bailiwick prompt --image FILE',
    ],
    ['names other binary data', { path: 'data' }, 'data is no text: binary data, 3 bytes'],
    ['names UTF-16', { path: 'utf16' }, 'utf16 is no text: UTF-16 text (convert it with iconv), 6 bytes'],
    ['takes null for an argument that is left out', { path: 'no-end', offset: null }, '1\ta\n2\tb'],
    ['takes an absolute path', { path: join(folder, 'no-end') }, '1\ta\n2\tb'],
  ];
  for (const [name, input, expected] of cases) {
    test(name, async () =>
      assert.deepEqual([(await read(input)).text, (await read(input)).isError], [expected, false]),
    );
  }

  const faults: readonly (readonly [string, Record<string, unknown>, string])[] = [
    ['an offset beyond the end', { path: 'ten', offset: 11 }, 'ten has 10 lines; offset 11 is beyond its end'],
    ['a folder', { path: 'sub' }, 'sub is a folder; use glob to list what is in it'],
    ['a missing file, with a near name', { path: 'tem' }, 'tem does not exist; beside it there is ten'],
    ['another case', { path: 'README.MD' }, 'README.MD does not exist; beside it there is Readme.md'],
    ['a missing folder', { path: 'no/such/file' }, 'no/such/file does not exist, nor does its folder'],
    ['a dangling link', { path: 'dangling' }, 'dangling is a link whose target does not exist'],
    [
      'a file as a folder',
      { path: 'ten/x' },
      'ten/x cannot exist: a part of its path is a file, not a folder (ENOTDIR)',
    ],
    ['a device', { path: '/dev/zero' }, '/dev/zero is a device'],
  ];
  for (const [name, input, expected] of faults) {
    test(`refuses ${name}`, async () => assert.deepEqual(await read(input), { isError: true, text: expected }));
  }

  test('does not wait at a named pipe', async () => {
    const argv = ['mkfifo', 'pipe'] as const;
    const spec = { argv, cwd: folder, env: context.env, timeoutMs: 5000, maxBytes: 100, signal: context.signal };
    await createHostSandbox().run(spec);
    assert.match((await read({ path: 'pipe' })).text, /named pipe/);
  });

  test('stays within 50 kB of lines and tells where to go on', async () => {
    put('many', `${'x'.repeat(990)}\n`.repeat(1000));
    const { text } = await read({ path: 'many' });
    assert.ok(text.length < 55_000);
    assert.match(text, /\[more lines follow; go on with offset \d+\]$/);
  });

  test('holds no more than a line of a file of 100 MB without a newline', async () => {
    put('huge', Buffer.alloc(100_000_000, 'x'));
    const before = process.memoryUsage.rss();
    const { text } = await read({ path: 'huge' });
    assert.match(text, /^1\tx{2000} \[\.\.\. 99998000 bytes more\]/);
    assert.ok(process.memoryUsage.rss() - before < 60_000_000);
  });

  test('arguments that do not fit are named', () => {
    const cases: readonly (readonly [unknown, string | null])[] = [
      [{ path: 'a' }, null],
      [{ path: 'a', limit: null }, null],
      [{}, 'path is missing or of the wrong kind: it should be text'],
      [{ path: 3 }, 'path is missing or of the wrong kind: it should be text'],
      [{ path: '' }, 'path must not be empty'],
      [{ path: 'a\0b' }, 'path must not hold a NUL character'],
      [{ path: '\ud800' }, 'path must not hold half a surrogate pair'],
      [{ path: 'a', limit: 0 }, 'limit should be at least 1'],
      [{ path: 'a', limit: 9999 }, 'limit should be at most 2000'],
      [{ path: 'a', offset: '3' }, 'offset is missing or of the wrong kind: it should be a number'],
      [{ path: 'a', offset: 1.5 }, 'offset is missing or of the wrong kind: it should be a whole number'],
      [{ path: 'a', ofset: 3 }, 'there is no argument "ofset"; did you mean offset?'],
      ['text', 'the input is missing or of the wrong kind: it should be an object with named arguments'],
      [null, 'the input is missing or of the wrong kind: it should be an object with named arguments'],
    ];
    for (const [input, expected] of cases) assert.equal(readTool.fault(input), expected, JSON.stringify(input));
  });

  test('says what it reads', () => {
    const effects = (path: string) => readTool.effects({ path }, context);
    assert.deepEqual(effects('a/../b'), [{ kind: 'read', where: 'workspace', target: `${folder}/b` }]);
    assert.deepEqual(effects('/etc/passwd'), [{ kind: 'read', where: 'outside', target: '/etc/passwd' }]);
    const elsewhere = { ...context, home: '/home/someone' };
    assert.deepEqual(readTool.effects({ path: '~/x' }, elsewhere), [
      { kind: 'read', where: 'home', target: '/home/someone/x' },
    ]);
    assert.deepEqual(readTool.effects({ path: 3 }, context), []);
    assert.deepEqual([readTool.subject({ path: 'a' }), readTool.subject({})], ['a', '']);
  });
});
