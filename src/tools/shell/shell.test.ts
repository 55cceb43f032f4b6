import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import { Fault } from '../../base/fault.ts';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import { createHostSandbox } from '../../sandbox/host.ts';
import { createCall, createToolContext } from '../../testing/tool-context.ts';
import { shellTool } from './shell.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-shell-')));
after(() => rmSync(folder, { recursive: true, force: true }));
const sandbox = createHostSandbox();

const shell = (input: Record<string, unknown>, changes: Partial<ToolContext> = {}): Promise<ToolResult> =>
  shellTool.run(createCall('shell', input, folder), createToolContext(folder, { sandbox, ...changes }));

describe('shell', () => {
  const cases: readonly (readonly [string, string, string, boolean])[] = [
    ['output', 'echo a; echo b >&2', 'a\nb', false],
    ['no output', 'true', '(no output)', false],
    ['an exit code', 'echo a; exit 3', 'exit code 3\na', true],
    ['a signal', 'kill -KILL $$', 'ended by SIGKILL\n(no output)', true],
    [
      'a broken pipe as success',
      'exit 141',
      '(no output)\n[exit code 141: a reader closed its pipe early, which is no failure]',
      false,
    ],
    ['a missing program', 'no-such-program', 'exit code 127\nbash: line 1: no-such-program: command not found', true],
    ['bytes that are no text', `printf 'a\\xffb\\0c'`, 'a\uFFFDb\uFFFDc', false],
    ['blank lines at the end but for the last newline', 'echo; echo a; echo', '\na\n', false],
    ['a command that starts with a dash', '-x; echo a', 'bash: line 1: -x: command not found\na', false],
    ['bash, not sh', '[[ $BASH_VERSION && a == a ]] && echo "$0"', 'bash', false],
  ];
  for (const [name, command, text, isError] of cases) {
    test(`reports ${name}`, async () => {
      const result = await shell({ command });
      assert.deepEqual([result.text, result.isError], [text, isError]);
    });
  }

  test('runs in the working folder with the environment of the context alone', async () => {
    const env = { PATH: '/usr/local/bin:/usr/bin:/bin', GREETING: 'hello' };
    const { text } = await shell(
      { command: 'pwd; env | grep -v -e ^_= -e ^SHLVL= -e ^PWD= -e ^BAILIWICK_INSIDE_CALL= | sort' },
      { env },
    );
    assert.equal(text, `${folder}\nGREETING=hello\nPATH=/usr/local/bin:/usr/bin:/bin`);
  });

  test('stops at its timeout and says so', async () => {
    const result = await shell({ command: 'echo a; sleep 60', timeout_seconds: 1 });
    assert.deepEqual([result.text, result.isError], ['timed out after 1 s\na', true]);
    assert.equal(result.detail?.['end'], 'timeout');
  });

  test('stops with the turn', async () => {
    const stop = new AbortController();
    const result = await shell({ command: 'echo a; sleep 60' }, { signal: stop.signal, onOutput: () => stop.abort() });
    assert.deepEqual([result.text, result.isError], ['stopped: the turn was ended\na', true]);
  });

  test('asks the floor about exactly the bytes it would run', async () => {
    const seen: string[] = [];
    const command = 'echo  "$(printf \'\\x41\')" \\\n > made';
    const result = await shell({ command }, { floor: (bytes) => (seen.push(bytes), 'it is not allowed') });
    assert.deepEqual(result, { isError: true, text: 'refused by the layer hardline: it is not allowed' });
    assert.deepEqual(seen, [command]);
    assert.equal((await shell({ command: 'ls' })).text, '(no output)');
  });

  test('keeps the whole of a long output where the model can read it', async () => {
    const kept: [string, number][] = [];
    const keep = (id: string, bytes: Uint8Array): Promise<string> => {
      kept.push([id, bytes.length]);
      return Promise.resolve('/kept/call_test.txt');
    };
    const result = await shell({ command: 'seq 1 100000' }, { keep });
    assert.deepEqual(kept, [['call_test', 588_895]]);
    const rows = result.text.split('\n');
    assert.deepEqual([rows[0], rows[499], rows.at(-1), rows.length], ['1', '500', '100000', 2001]);
    assert.match(rows[500] ?? '', /^\[\.\.\. 578002 bytes left out; read them in \/kept\/call_test\.txt \.\.\.\]$/);
    const again = await shell({ command: 'seq 1 100000' }, { keep: () => Promise.resolve('/kept/another.txt') });
    assert.equal(again.compare, result.compare);
    assert.notEqual((await shell({ command: 'seq 1 100000 | sed s/50000/x/' })).compare, result.compare);
  });

  test('tells head and tail also when the rest cannot be kept', async () => {
    const keep = (): Promise<string> => Promise.reject(new Fault('store-failed', 'The output could not be kept.'));
    const result = await shell({ command: 'seq 1 3000; exit 5' }, { keep });
    assert.match(
      result.text,
      /^exit code 5\n1\n[^]*\n500\n\[\.\.\. \d+ bytes left out \.\.\.\]\n1501\n[^]*\n3000\n\[The output could not be kept\.\]$/,
    );
  });

  test('of 100 MB keeps 8 MB and says how much was dropped', async () => {
    const kept: Uint8Array[] = [];
    const keep = (_id: string, bytes: Uint8Array): Promise<string> => Promise.resolve(`/kept/${kept.push(bytes)}`);
    const result = await shell({ command: `head -c 100000000 /dev/zero | tr '\\0' x` }, { keep });
    assert.match(
      result.text,
      /^x{12500}\n\[\.\.\. 99950000 bytes left out; .* but for 91611392 that were dropped \.\.\.\]\nx{37500}$/,
    );
    const [first, mark, last] = Buffer.from(kept[0] ?? [])
      .toString()
      .split('\n');
    assert.deepEqual([first?.length, mark, last?.length], [2_097_152, '[... 91611392 bytes dropped ...]', 6_291_456]);
  });

  test('a vanished working folder is a result', async () => {
    const gone = join(folder, 'gone');
    mkdirSync(gone);
    const context = { cwd: gone };
    rmSync(gone, { recursive: true });
    const result = await shell({ command: 'ls' }, context);
    assert.match(result.text, /^the working folder .*gone does not exist any more; make the folder again/);
    assert.equal(result.isError, true);
  });

  test('a command too long for the system is a result', async () => {
    const result = await shell({ command: `: ${'x'.repeat(3_000_000)}` });
    assert.match(result.text, /^bash could not be started: the command is too long/);
  });

  test('refuses what bash cannot be given', () => {
    const cases: readonly (readonly [unknown, RegExp])[] = [
      [{ command: 'a\0b' }, /NUL/],
      [{ command: '\ud800' }, /half a surrogate/],
      [{ command: '' }, /must not be empty/],
      [{ command: 'ls', timeout_seconds: 601 }, /at most 600/],
      [{ command: 'ls', timeout_seconds: 0 }, /at least 1/],
      [{ cmd: 'ls' }, /there is no argument "cmd"; known are command/],
    ];
    for (const [input, expected] of cases) assert.match(shellTool.fault(input) ?? '', expected);
    assert.equal(shellTool.fault({ command: 'ls', description: 'lists', timeout_seconds: 600 }), null);
  });
});
