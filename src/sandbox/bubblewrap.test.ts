import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { needs } from '../../test/outside.ts';
import type { CommandOutcome, CommandSpec } from '../ports/sandbox.ts';
import type { Opening } from '../vocab/sandbox.ts';
import { toArguments } from './bubblewrap.ts';
import { createSandbox } from './create-sandbox.ts';
import type { Layout } from './mounts.ts';

const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-bwrap-')));
after(() => rmSync(root, { recursive: true, force: true }));
const at = (path: string): string => join(root, path);

const LAYOUT: Layout = {
  writable: [at('ws')],
  readable: [at('home/.agent/skills')],
  hidden: [at('home/.ssh'), at('ws/.env')],
  sealed: [at('home/.agent')],
  doors: {},
};

const write = (path: string, text: string): void => {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
};

before(() => {
  write('ws/main.c', 'main\n');
  write('ws/.env', 'TOKEN=1\n');
  write('home/.ssh/id_rsa', 'key\n');
  write('home/.agent/state.db', 'state\n');
  write('home/.agent/skills/a.md', 'skill\n');
  write('home/kept.txt', 'kept\n');
});

interface Given extends Partial<CommandSpec> {
  readonly paths?: readonly Opening[];
  readonly network?: boolean;
  readonly layout?: Layout;
}

function run(
  command: string,
  { paths = [], network = true, layout = LAYOUT, ...spec }: Given = {},
): Promise<CommandOutcome> {
  return createSandbox({ mode: 'require', network, onUnavailable: 'deny' }, () => layout).run({
    argv: ['bash', '--norc', '--noprofile', '-c', '--', command],
    cwd: at('ws'),
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', HOME: at('home'), LC_ALL: 'C' },
    timeoutMs: 20_000,
    maxBytes: 10_000,
    signal: new AbortController().signal,
    openings: { paths, doors: [] },
    ...spec,
  });
}

const said = async (command: string, given: Given = {}): Promise<string> =>
  Buffer.from((await run(command, given)).output)
    .toString()
    .replaceAll(root, '');

describe('a command in bubblewrap', needs('bwrap'), () => {
  const cases: readonly (readonly [string, string, string, Given?])[] = [
    ['writes the workspace', 'echo new > made; rm made; cat main.c', 'main\n'],
    ['writes nothing else', 'touch ~/x', "touch: cannot touch '/home/x': Read-only file system\n"],
    ['does not see what is hidden', 'ls -A ~/.ssh ~/.agent', '/home/.agent:\nskills\n\n/home/.ssh:\n'],
    [
      'cannot write where something is hidden',
      'touch ~/.ssh/x',
      "touch: cannot touch '/home/.ssh/x': Read-only file system\n",
    ],
    ['cannot open a hidden file', 'cat .env', 'cat: .env: Permission denied\n'],
    [
      'cannot take the cover away',
      'rm .env; umount .env 2>&1 | wc -l; mv .env x',
      "rm: cannot remove '.env': Device or resource busy\n1\nmv: cannot move '.env' to 'x': Device or resource busy\n",
    ],
    [
      'reads what is shown of the home',
      'cat ~/.agent/skills/a.md; touch ~/.agent/skills/b',
      "skill\ntouch: cannot touch '/home/.agent/skills/b': Read-only file system\n",
    ],
    [
      'reads a secret it was allowed',
      'cat .env ~/.ssh/id_rsa',
      'TOKEN=1\nkey\n',
      {
        paths: [
          { path: at('ws/.env'), access: 'read' },
          { path: at('home/.ssh'), access: 'read' },
        ],
      },
    ],
    [
      'makes the one name it was allowed',
      'echo a > ~/out; cat ~/out; rm ~/out; rm ~/kept.txt',
      "a\nrm: cannot remove '/home/kept.txt': Device or resource busy\n",
      { paths: [{ path: at('home/out'), access: 'write' }] },
    ],
    [
      'replaces the one file it was allowed',
      'sed -i s/kept/new/ ~/kept.txt; cat ~/kept.txt; sed -i s/new/kept/ ~/kept.txt',
      'new\n',
      { paths: [{ path: at('home/kept.txt'), access: 'write' }] },
    ],
    ['has processes of its own', 'echo $((BASHPID < 10)); (set -- /proc/[0-9]*; echo $(($# < 10)))', '1\n1\n'],
    ['has streams it can open by name', 'echo a | tee /dev/stderr; echo b > /dev/stdout', 'a\na\nb\n'],
    [
      'has no device and no terminal',
      'ls /dev/sd* /dev/vd* /dev/nvme* 2> /dev/null; (: < /dev/tty) 2> /dev/null || echo none',
      'none\n',
    ],
    ['cannot mount', 'mount -t tmpfs none /mnt 2> /dev/null || echo refused', 'refused\n'],
    ['cannot steer the kernel', '(echo 100 > /proc/sys/vm/swappiness) 2> /dev/null || echo refused', 'refused\n'],
    [
      'runs in a workspace below a hidden home',
      'pwd; echo x > x; ls',
      '/home/.agent/ws\nx\n',
      { cwd: at('home/.agent/ws'), layout: { ...LAYOUT, writable: [at('home/.agent/ws')] } },
    ],
  ];
  for (const [name, command, expected, given] of cases) {
    test(name, async () => {
      mkdirSync(at('home/.agent/ws'), { recursive: true });
      assert.equal(await said(command, given), expected);
    });
  }

  test('leaves the secrets as they were', () => {
    assert.equal(readFileSync(at('ws/.env'), 'utf8') + readFileSync(at('home/.ssh/id_rsa'), 'utf8'), 'TOKEN=1\nkey\n');
    assert.equal(existsSync(at('home/out')), false);
  });

  test('reports exit codes, and how it ran', async () => {
    const { exitCode, signal, end, ranIn } = await run('exit 7');
    assert.deepEqual([exitCode, signal, end, ranIn], [7, null, 'exit', 'bubblewrap']);
    assert.equal((await run('kill -9 $$')).exitCode, 137);
  });

  test('keeps what it says last when it is stopped', async () => {
    const outcome = await run('trap "echo bye; exit 3" TERM; echo ready; while :; do sleep 0.05; done', {
      timeoutMs: 1000,
    });
    assert.match(Buffer.from(outcome.output).toString(), /^ready\n(Terminated\n)?bye\n$/);
    assert.deepEqual([outcome.end, outcome.exitCode], ['timeout', 3]);
  });

  test('is ended when it does not stop', async () => {
    const outcome = await run('trap "" TERM; echo ready; while :; do sleep 0.1; done', { timeoutMs: 500 });
    assert.deepEqual([outcome.end, outcome.signal], ['timeout', 'SIGKILL']);
    assert.ok(outcome.durationMs < 8000, `took ${outcome.durationMs} ms`);
  });

  test('reaches the network only where it is on', async () => {
    const server = createServer((socket) => socket.end('hello\n')).listen(0, '127.0.0.1');
    await new Promise((resolve) => server.once('listening', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const ask = `(read -r word < /dev/tcp/127.0.0.1/${port} && echo "$word") 2> /dev/null || echo none`;
    assert.deepEqual([await said(ask), await said(ask, { network: false })], ['hello\n', 'none\n']);
    server.close();
  });

  test('gets the agent of ssh with the variable that names it', async () => {
    write('agent.sock', 'socket\n');
    const layout = { ...LAYOUT, doors: { ssh: [at('agent.sock')] } };
    const look = 'echo "[$SSH_AUTH_SOCK]"; cat /proc/self/cwd/../agent.sock';
    assert.equal(await said(look, { layout }), '[]\ncat: /proc/self/cwd/../agent.sock: Permission denied\n');
    const openings = { paths: [], doors: ['ssh'] } as const;
    assert.equal(await said(look, { layout, openings }), '[/agent.sock]\nsocket\n');
  });
});

test('only root is told which rights to keep', () => {
  const cage = { mounts: [], network: true, cwd: '/w', isRoot: false };
  const plain = '--ro-bind / / --dev /dev --proc /proc --unshare-pid --die-with-parent --chdir /w --';
  assert.equal(toArguments(cage).join(' '), plain);
  assert.match(
    toArguments({ ...cage, isRoot: true }).join(' '),
    /--ro-bind \/proc\/sys \/proc\/sys --cap-drop ALL --cap-add CAP_CHOWN /,
  );
});
