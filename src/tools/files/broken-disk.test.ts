import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { needs } from '../../../test/outside.ts';
import type { ToolResult } from '../../ports/tool.ts';
import { createHostSandbox } from '../../sandbox/host.ts';

/** Real full disks and read-only folders, made by bubblewrap; the tool runs in there in a process of its own. */
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-disk-')));
after(() => rmSync(folder, { recursive: true, force: true }));

const script = (work: string, tool: string, input: object): string => `
  import { createTools } from ${JSON.stringify(new URL('../all-tools.ts', import.meta.url).href)};
  import { createToolContext } from ${JSON.stringify(new URL('../../testing/tool-context.ts', import.meta.url).href)};
  import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
  process.chdir(${JSON.stringify(work)});
  if (!readdirSync('.').includes('old')) writeFileSync('old', 'old text');
  const tool = createTools().find(({ name }) => name === ${JSON.stringify(tool)});
  const call = { id: 'call_1', tool: tool.name, input: ${JSON.stringify(input)}, cwd: process.cwd() };
  const result = await tool.run(call, createToolContext(process.cwd()));
  console.log(JSON.stringify({ ...result, old: readFileSync('old', 'utf8'), names: readdirSync('.') }));`;

interface Seen extends ToolResult {
  readonly old: string;
  readonly names: readonly string[];
}

async function runInside(work: string, mounts: readonly string[], call: [string, object]): Promise<Seen> {
  const node = [process.execPath, '--input-type=module', '-e', script(work, ...call)];
  const outcome = await createHostSandbox().run({
    argv: ['bwrap', '--dev-bind', '/', '/', '--unshare-user', '--uid', '1000', '--gid', '1000', ...mounts, ...node],
    cwd: folder,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin' },
    timeoutMs: 20_000,
    maxBytes: 100_000,
    signal: new AbortController().signal,
  });
  const text = Buffer.from(outcome.output).toString();
  assert.equal(outcome.exitCode, 0, text);
  return JSON.parse(text);
}

describe('a disk that refuses', needs('bwrap'), () => {
  const large = 'x'.repeat(100_000);
  const big: readonly [string, object][] = [
    ['write', { path: 'old', content: large }],
    ['write', { path: 'new', content: large }],
    ['edit', { path: 'old', old_string: 'old', new_string: large }],
  ];
  for (const [tool, input] of big) {
    test(`full: ${tool} ${Object.values(input)[0]} keeps the old file and leaves no draft`, async () => {
      const work = mkdtempSync(join(folder, 'full-'));
      const seen = await runInside(work, ['--size', '65536', '--tmpfs', work], [tool, input]);
      assert.match(
        seen.text,
        /cannot be written: the disk is full \(ENOSPC\); (?:nothing was changed|the file is as it was)$/,
      );
      assert.deepEqual([seen.isError, seen.old, seen.names], [true, 'old text', ['old']]);
    });
  }

  test('read-only: says so', async () => {
    const work = mkdtempSync(join(folder, 'still-'));
    writeFileSync(join(work, 'old'), 'old text');
    for (const path of ['old', 'new', 'made/new']) {
      const seen = await runInside(work, ['--ro-bind', work, work], ['write', { path, content: 'x' }]);
      assert.equal(seen.text, `${path} is on a read-only file system (EROFS); nothing was changed`);
      assert.deepEqual([seen.isError, seen.old, seen.names], [true, 'old text', ['old']]);
    }
  });

  test('without rights: says so, also for a file marked read-only in a folder that is not', async () => {
    const work = mkdtempSync(join(folder, 'locked-'));
    writeFileSync(join(work, 'old'), 'old text');
    mkdirSync(join(work, 'shut'));
    chmodSync(join(work, 'shut'), 0o555);
    chmodSync(join(work, 'old'), 0o444);
    for (const path of ['old', 'shut/new', 'shut/made/new']) {
      const seen = await runInside(work, [], ['write', { path, content: 'x' }]);
      assert.equal(
        seen.text,
        `${path} may not be accessed with the rights this process has (EACCES); nothing was changed`,
      );
      assert.equal(seen.isError, true);
    }
    assert.deepEqual([readFileSync(join(work, 'old'), 'utf8'), readdirSync(join(work, 'shut'))], ['old text', []]);
  });
});
