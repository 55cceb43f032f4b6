import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Fault } from '../base/fault.ts';
import type { CommandOutcome, CommandSpec } from '../ports/sandbox.ts';
import { createHostSandbox } from './host.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-host-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const PATH = '/usr/local/bin:/usr/bin:/bin';

const run = (command: string, changes: Partial<CommandSpec> = {}): Promise<CommandOutcome> =>
  createHostSandbox().run({
    argv: ['bash', '--norc', '--noprofile', '-c', '--', command],
    cwd: folder,
    env: { PATH },
    timeoutMs: 20_000,
    maxBytes: 10_000,
    signal: new AbortController().signal,
    ...changes,
  });

const FLOOD = 'echo first; head -c 100000000 /dev/zero; echo last';

/** Prints by how many bytes a process that was flooded before grows at most while a command floods it again. */
const GROWTH = `
import { createHostSandbox } from ${JSON.stringify(new URL('host.ts', import.meta.url).href)};
const flood = (onOutput) => createHostSandbox().run({
  argv: ['bash', '-c', ${JSON.stringify(FLOOD)}], cwd: '/', env: { PATH: ${JSON.stringify(PATH)} },
  timeoutMs: 20_000, maxBytes: 10_000, signal: new AbortController().signal,
  onOutput,
});
await flood(() => {}); // what the first command loads is not what the second one keeps
const before = process.memoryUsage.rss();
let most = before;
await flood(() => { most = Math.max(most, process.memoryUsage.rss()); });
console.log(most - before);
`;

const textOf = (outcome: CommandOutcome): string => Buffer.from(outcome.output).toString();

/** The process whose id the command wrote into a file; signal 0 throws ESRCH when it is gone. */
const isRunning = (file: string): boolean => {
  const pid = readFileSync(join(folder, file), 'utf8').trim();
  try {
    return readFileSync(`/proc/${pid}/stat`, 'latin1').split(') ')[1]?.startsWith('Z') === false;
  } catch {
    return false;
  }
};

describe('the host sandbox', () => {
  test('keeps the order of what was written to both streams', async () => {
    const outcome = await run('for i in 1 2 3; do echo "out $i"; echo "err $i" >&2; done');
    assert.equal(textOf(outcome), 'out 1\nerr 1\nout 2\nerr 2\nout 3\nerr 3\n');
    assert.deepEqual([outcome.exitCode, outcome.signal, outcome.end, outcome.droppedBytes], [0, null, 'exit', 0]);
  });

  test('gives a command streams it can open by name', async () => {
    const outcome = await run('echo a | tee /dev/stderr; echo b > /dev/stdout');
    assert.equal(textOf(outcome), 'a\na\nb\n');
  });

  test('gives exactly the environment it was told, no terminal and an empty standard input', async () => {
    const env = { PATH, GREETING: 'hello' };
    const said = textOf(await run('', { argv: ['env'], env }));
    assert.equal(
      said.replace(/own_\w+\.\d+/, '<mark>'),
      `PATH=${PATH}\nGREETING=hello\nBAILIWICK_INSIDE_CALL=<mark>\n`,
    );
    assert.equal(textOf(await run('cat; tty; (: < /dev/tty) 2>/dev/null || echo none')), 'not a tty\nnone\n');
  });

  test('reports the exit code and the signal', async () => {
    const failed = await run('exit 7');
    assert.deepEqual([failed.exitCode, failed.signal], [7, null]);
    const killed = await run('kill -9 $$');
    assert.deepEqual([killed.exitCode, killed.signal, killed.end], [null, 'SIGKILL', 'exit']);
  });

  test('ends a background process when the command ends', async () => {
    const outcome = await run('sleep 300 & echo $! > sleeper; echo started');
    assert.equal(textOf(outcome), 'started\n');
    assert.equal(isRunning('sleeper'), false);
    assert.ok(outcome.durationMs < 2000, `took ${outcome.durationMs} ms`);
  });

  test('ends a command at its timeout, also a child that ignores SIGTERM', async () => {
    const command = `bash -c 'trap "" TERM; echo $$ > stubborn; while :; do sleep 0.1; done' & trap "" TERM; wait; wait`;
    const outcome = await run(command, { timeoutMs: 300 });
    assert.equal(outcome.end, 'timeout');
    assert.equal(isRunning('stubborn'), false);
    assert.ok(outcome.durationMs >= 2000 && outcome.durationMs < 8000, `took ${outcome.durationMs} ms`);
  });

  test('a command that stops on SIGTERM keeps what it says last', async () => {
    const outcome = await run('trap "echo bye; exit 3" TERM; echo ready; while :; do sleep 0.05; done', {
      timeoutMs: 500,
    });
    assert.match(textOf(outcome), /^ready\n(Terminated\n)?bye\n$/);
    assert.deepEqual([outcome.end, outcome.exitCode], ['timeout', 3]);
  });

  test('ends a command when it is aborted', async () => {
    const stop = new AbortController();
    const onOutput = () => stop.abort();
    const outcome = await run('echo ready; sleep 300', { signal: stop.signal, onOutput });
    assert.deepEqual([textOf(outcome), outcome.end, outcome.signal], ['ready\n', 'aborted', 'SIGTERM']);
  });

  test('starts nothing when it is aborted before', async () => {
    const outcome = await run('echo x > made', { signal: AbortSignal.abort() });
    assert.equal(outcome.end, 'aborted');
    assert.throws(() => readFileSync(join(folder, 'made')));
  });

  const leavers: readonly (readonly [string, string])[] = [
    ['makes a session of its own', `setsid bash -c 'echo $$ > away; sleep 300' & until [ -s away ]; do :; done`],
    ['has a group of its own', `set -m; bash -c 'echo $$ > away; sleep 300' & until [ -s away ]; do :; done`],
    [
      'becomes a daemon',
      `(setsid bash -c 'echo $$ > away; exec sleep 300 > /dev/null 2>&1 < /dev/null &') ; until [ -s away ]; do :; done`,
    ],
    [
      'clears its environment',
      `set -m; env -i bash -c 'echo $$ > away; exec sleep 300' & until [ -s away ]; do :; done`,
    ],
    [
      'ignores SIGTERM and every group',
      `setsid bash -c 'trap "" TERM; echo $$ > away; while :; do sleep 0.1; done' & until [ -s away ]; do :; done`,
    ],
  ];
  for (const [name, command] of leavers) {
    test(`a process is gone with the command also when it ${name}`, async () => {
      rmSync(join(folder, 'away'), { force: true });
      const outcome = await run(`${command}; echo done`);
      assert.equal(textOf(outcome), 'done\n');
      assert.equal(isRunning('away'), false);
      assert.ok(outcome.durationMs < 8000, `took ${outcome.durationMs} ms`);
    });
  }

  test('keeps head and tail of 100 MB in bounded memory', async () => {
    const outcome = await run(FLOOD);
    assert.equal(outcome.output.length, 10_000);
    assert.equal(outcome.droppedBytes, 100_000_000 + 11 - 10_000);
    assert.equal(outcome.headBytes, 2500);
    assert.match(textOf(outcome), /^first\n\0+last\n$/);
    // In a process of its own: this one grows by whatever else is tested in it.
    const grown = Number(execFileSync(process.execPath, ['--input-type=module', '-e', GROWTH], { encoding: 'utf8' }));
    assert.ok(grown >= 0 && grown < 60_000_000, `grew by ${grown} bytes`);
  });

  test('ends an endless stream without a newline at its timeout', async () => {
    const outcome = await run(`tr '\\0' x < /dev/zero`, { timeoutMs: 300, maxBytes: 100 });
    assert.deepEqual([outcome.end, textOf(outcome)], ['timeout', 'x'.repeat(100)]);
  });

  test('does without a named pipe where none can be made', async () => {
    const before = process.env['TMPDIR'];
    process.env['TMPDIR'] = join(folder, 'no-such-folder');
    try {
      const outcome = await run('echo out; echo err >&2; sleep 300 & exit 4');
      assert.deepEqual(textOf(outcome).split('\n').toSorted(), ['', 'err', 'out']);
      assert.deepEqual([outcome.exitCode, outcome.end], [4, 'exit']);
    } finally {
      if (before === undefined) delete process.env['TMPDIR'];
      else process.env['TMPDIR'] = before;
    }
  });

  test('says which folder or program is missing, and what could not be started', async () => {
    writeFileSync(join(folder, 'plain'), 'no program');
    const cases: readonly [Partial<CommandSpec>, RegExp][] = [
      [{ cwd: join(folder, 'gone') }, /working folder .*gone does not exist/],
      [{ cwd: join(folder, 'plain') }, /working folder .*plain does not exist/],
      [{ argv: ['no-such-program'] }, /program no-such-program was not found/],
      [{ argv: ['./plain'] }, /program \.\/plain was not found/],
      [{ argv: ['bash', '-c', 'x'.repeat(3_000_000)] }, /too long for the system/],
      [{ argv: ['bash', '-c', 'a\0b'] }, /NUL character/],
    ];
    for (const [changes, message] of cases) {
      await assert.rejects(run('', changes), (error) => error instanceof Fault && message.test(error.message));
    }
  });
});
