import assert from 'node:assert/strict';
import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Jobs } from '../../ports/jobs.ts';
import type { Tool, ToolContext, ToolResult } from '../../ports/tool.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { createJobs } from '../../sandbox/jobs.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { shellTool } from '../shell/shell.ts';
import { shellInputTool } from './shell-input.ts';
import { shellKillTool } from './shell-kill.ts';
import { shellOutputTool } from './shell-output.ts';
import { shellTailTool } from './shell-tail.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-job-tools-')));
after(() => rmSync(folder, { recursive: true, force: true }));

let jobs: Jobs;
before(() => {
  jobs = createJobs(createHostSandbox());
});
after(() => jobs.end());

const use = (tool: Tool, input: Record<string, unknown>, changes: Partial<ToolContext> = {}): Promise<ToolResult> =>
  tool.run(createCall(tool.name, input, folder), createToolContext(folder, { jobs, ...changes }));

async function start(command: string): Promise<{ readonly job: string; readonly text: string }> {
  const { text, isError, detail } = await use(shellTool, { command, background: true, wait_ms: 10_000 });
  assert.equal(isError, false, text);
  const job = detail?.['job'];
  assert.ok(typeof job === 'string');
  return { job, text: text.replace(job, '<job>').replace(/\d+\.\d s/, '<time>') };
}

const show = ({ text }: ToolResult): string => text.replace(/job_\w+/, '<job>').replace(/\d+\.\d s/, '<time>');

describe('a command in the background', () => {
  test('answers at once with its id and its first output', async () => {
    const { job, text } = await start('echo ready; read line; echo "got $line"; exit 4');
    assert.equal(text, '<job> has run for <time>\nready');
    assert.equal(show(await use(shellOutputTool, { job })), '<job> has run for <time>\n(no new output)');
    assert.match(show(await use(shellInputTool, { job, text: 'it', wait_ms: 10_000 })), /got it$/);
    await jobs.find(job)?.wait(10_000, new AbortController().signal);
    await use(shellOutputTool, { job, wait_ms: 10_000 });
    assert.equal(show(await use(shellTailTool, { job, lines: 1 })), '<job> ended after <time>: exit code 4\ngot it');
    const input = await use(shellInputTool, { job, text: 'more' });
    assert.deepEqual([show(input), input.isError], ['<job> reads no input any more', true]);
  });

  test('is ended by shell_kill', async () => {
    const { job } = await start('trap "echo bye; exit" TERM; echo ready; while :; do sleep 0.05; done');
    assert.match(
      show(await use(shellKillTool, { job })),
      /^<job> ended after <time>: it was ended\n(Terminated\n)?bye$/,
    );
  });

  test('gets the end of its input', async () => {
    const { job } = await start('echo ready; cat');
    await use(shellInputTool, { job, text: '', close: true, wait_ms: 10_000 });
    assert.match(show(await use(shellOutputTool, { job, wait_ms: 10_000 })), /exit code 0\n\(no more output\)$/);
  });

  test('tells the last lines asked for, read before or not', async () => {
    const { job } = await start('seq 1 100; read line');
    assert.equal(show(await use(shellTailTool, { job, lines: 3 })), '<job> has run for <time>\n98\n99\n100');
    assert.equal(show(await use(shellTailTool, { job })).split('\n').length, 51);
  });

  test('never looks the same twice while it runs, and always when it has ended', async () => {
    const { job } = await start('echo ready; read line');
    const first = await use(shellOutputTool, { job });
    await jobs.find(job)?.wait(5, new AbortController().signal);
    assert.notEqual((await use(shellOutputTool, { job })).compare, first.compare);
    await use(shellKillTool, { job });
    const ended = await use(shellOutputTool, { job });
    assert.equal((await use(shellOutputTool, { job })).compare, ended.compare);
  });

  test('that is not known here has an unknown outcome', async () => {
    for (const tool of [shellOutputTool, shellTailTool, shellKillTool, shellInputTool]) {
      const { text, isError } = await use(tool, { job: 'job_1', ...(tool === shellInputTool ? { text: 'x' } : {}) });
      assert.equal(isError, true);
      assert.match(text, /^outcome unknown: .* before a restart ended with the process/);
    }
  });

  test('gets nothing typed that the floor refuses', async () => {
    const { job } = await start('echo ready; cat');
    const { text } = await use(shellInputTool, { job, text: 'rm -rf /' }, { floorOfInput: () => 'it is not allowed' });
    assert.equal(text, 'refused by the layer hardline: it is not allowed');
    assert.equal(jobs.find(job)?.typed(), '');
  });
});
