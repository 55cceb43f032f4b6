import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { ToolResult } from '../../ports/tool.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { writeTool } from './write.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-write-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const context = createToolContext(folder);
const write = (path: string, content: string): Promise<ToolResult> =>
  writeTool.run(createCall('write', { path, content }, folder), context);
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8');

describe('write', () => {
  test('creates a file and its folders, and leaves nothing beside it', async () => {
    const result = await write('a/b/new.txt', 'grüße\n');
    const detail = { path: join(folder, 'a/b/new.txt'), bytes: 8, before: null, created: true };
    assert.deepEqual(result, { isError: false, text: 'Wrote 8 bytes to a/b/new.txt, a new file', detail });
    assert.equal(textOf('a/b/new.txt'), 'grüße\n');
    assert.deepEqual(readdirSync(join(folder, 'a/b')), ['new.txt']);
  });

  test('replaces a file exactly and keeps its mode', async () => {
    writeFileSync(join(folder, 'script'), 'old text');
    chmodSync(join(folder, 'script'), 0o4751);
    const result = await write('script', '\uFEFFno newline\r\n\0');
    assert.equal(result.text, 'Wrote 16 bytes to script, replacing 8 bytes');
    assert.equal(textOf('script'), '\uFEFFno newline\r\n\0');
    assert.equal(statSync(join(folder, 'script')).mode & 0o7777, 0o751);
  });

  test('writes an empty file', async () => {
    assert.equal((await write('empty', '')).text, 'Wrote 0 bytes to empty, a new file');
  });

  test('does not reach another name of the same file', async () => {
    writeFileSync(join(folder, 'one'), 'shared');
    linkSync(join(folder, 'one'), join(folder, 'two'));
    await write('one', 'mine');
    assert.deepEqual([textOf('one'), textOf('two')], ['mine', 'shared']);
  });

  test('says why a place cannot be written', async () => {
    const cases: readonly (readonly [string, RegExp])[] = [
      ['.', /^\. is a folder$/],
      [
        'script/x',
        /^script\/x cannot exist: a part of its path is a file, not a folder \(ENOTDIR\); nothing was changed$/,
      ],
      ['/etc/x', /^refused by the layer workspace: \/etc\/x is outside .*, and tools.workspace_strict keeps/],
      ['n'.repeat(300), /has a name that is too long \(ENAMETOOLONG\)/],
    ];
    for (const [path, expected] of cases) {
      const result = await write(path, 'x');
      assert.match(result.text, expected);
      assert.equal(result.isError, true);
    }
    assert.equal(existsSync('/etc/x'), false);
  });

  test('says when the system refuses, also to root', async () => {
    // The kernel lets nobody make files here.
    const place = createToolContext('/proc/self', { strict: false, workspace: folder });
    const result = await writeTool.run(createCall('write', { path: '/proc/bailiwick', content: 'x' }, '/proc'), place);
    assert.match(result.text, /^\/proc\/bailiwick (does not exist|may not be accessed|is protected)/);
    assert.equal(result.isError, true);
  });

  test('refuses half a surrogate pair and unknown arguments', () => {
    assert.match(writeTool.fault({ path: 'a', content: '\udc00' }) ?? '', /half a surrogate/);
    assert.match(writeTool.fault({ path: 'a', contents: 'x', content: '' }) ?? '', /did you mean content/);
  });
});
