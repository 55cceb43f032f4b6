import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startWireServer, type WireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { BUILT_BIN } from '../built.ts';
import { createGround, type Ended, type Ground } from './start-prompt.ts';

/** The example of docs/guide/plugins.md as a person would set it up, with a provider that speaks the real protocol. */

const EXAMPLE = join(import.meta.dirname, '..', '..', 'examples', 'plugins', 'notes');

const config = (server: WireServer): string =>
  JSON.stringify({
    model: 'local:any',
    providers: { local: { base_url: server.baseUrl, protocol: 'anthropic', api_key: 'k' } },
    plugins: { entries: { notes: { enabled: true, config: { file: 'TODO.md' } } } },
  });

const CALL = { calls: [{ tool: 'notes__add', input: { text: 'buy milk' } }] };
const DONE = { say: 'Noted.' };

function setUp(server: WireServer): Ground & { readonly folder: string; edit(change: (text: string) => string): void } {
  const ground = createGround(config(server));
  const folder = join(ground.home, '.bailiwick', 'plugins', 'notes');
  cpSync(EXAMPLE, folder, { recursive: true });
  return {
    ...ground,
    folder,
    edit: (change) =>
      ground.write(
        join('../home/.bailiwick/plugins/notes/index.js'),
        change(readFileSync(join(folder, 'index.js'), 'utf8')),
      ),
  };
}

const refusalOf = ({ exit, out, err }: Ended): unknown => [exit, out, err.split('\n').filter((line) => line !== '')];

describe('the example plugin', { concurrency: 2 }, () => {
  it('is allowed, asks at its call, and its hook queues a job', async () => {
    await using server = await startWireServer([CALL, DONE, CALL, DONE]);
    using ground = setUp(server);
    const refused = await ground.run(['prompt', 'note that I need milk']);
    assert.deepEqual(refusalOf(refused), [
      2,
      '',
      [
        `error: The plugin notes stops the start: nobody has allowed the code in ${ground.folder}.`,
        '  hint: look at it, then run: bailiwick plugins allow notes; or set plugins.entries.notes.enabled: false',
      ],
    ]);
    assert.equal(server.requests.length, 0);

    const untold = await ground.run(['plugins', 'allow', 'notes']);
    assert.deepEqual([untold.exit, /no terminal to ask in/.test(untold.err)], [2, true]);
    const allowed = await ground.run(['plugins', 'allow', '--yes', 'notes']);
    assert.deepEqual([allowed.exit, allowed.err], [0, '']);
    assert.match(
      allowed.out,
      /^notes {2}home: Keeps notes of the project in one file\nFolder: .*\nLoads: .*index\.js\n/,
    );

    const asked = await ground.prompt(['note that I need milk']);
    const [call] = asked.result.calls;
    assert.deepEqual([asked.exit, call?.tool, call?.outcome], [4, 'notes__add', 'unasked']);
    assert.match(asked.err, /notes: ready\n/);
    const [request] = server.requests;
    assert.match(JSON.stringify(request?.body), /Notes of this project stand in TODO\.md/);

    const rule = ['config', 'set', 'permissions.notes__add buy *', 'allow'];
    assert.equal((await ground.run(rule)).exit, 0);
    const done = await ground.prompt(['note that I need milk']);
    assert.deepEqual([done.exit, done.result.answer], [0, 'Noted.'], done.err);
    assert.equal(readFileSync(join(ground.project, 'TODO.md'), 'utf8'), '- buy milk\n');

    await ground.run(['jobs', 'run']);
    const jobs = JSON.parse((await ground.run(['jobs', 'list', '--json'])).out) as { kind: string; outcome: unknown }[];
    assert.deepEqual(
      jobs.map(({ kind, outcome }) => [kind, outcome]),
      [
        ['notes/log', { code: 'done', message: 'Wrote down: Noted.' }],
        ['notes/log', { code: 'done', message: 'Wrote down: Noted.' }],
      ],
    );
    assert.equal(readFileSync(join(ground.project, 'TODO.md.log'), 'utf8'), 'Noted.\nNoted.\n');
  });

  it('is not loaded once a byte of it is another, until it is allowed again', async () => {
    await using server = await startWireServer([DONE]);
    using ground = setUp(server);
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    ground.edit((text) => `${text} `);
    const changed = await ground.run(['prompt', 'go']);
    assert.equal(changed.exit, 2);
    assert.match(
      changed.err,
      /The plugin notes stops the start: the code in .* is not as it was when it was allowed: index\.js was changed\.\n.*run: bailiwick plugins allow notes/,
    );
    const listed = await ground.run(['plugins', 'list', '--enabled']);
    assert.match(listed.out, /^notes {2}home {6}changed {2,}Keeps notes of the project in one file/);
    const doctor = await ground.run(['doctor']);
    assert.match(doctor.out, /^fault {4}plugins {3}notes stops the start: /m);
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    assert.equal((await ground.run(['prompt', 'go'])).exit, 0);
    assert.match((await ground.run(['plugins', 'revoke', 'notes'])).out, /^no longer allowed: notes in /);
    assert.equal((await ground.run(['tools'])).exit, 2);
  });

  const BROKEN: readonly (readonly [what: string, change: (text: string) => string, says: string])[] = [
    ['throws', (text) => text.replace(`host.log('ready')`, `throw new Error('no luck today')`), 'no luck today'],
    [
      'lacks a program',
      (text) => text.replace(`node: '24.16'`, `programs: ['no-such-program']`),
      'it needs the program no-such-program, which is not on the PATH',
    ],
    [
      'takes another configuration',
      (text) => text.replace('z.strictObject({ file', 'z.strictObject({ path'),
      'config.yml:1: plugins.entries.notes.config.file: there is no such key',
    ],
  ];
  for (const [what, change, says] of BROKEN) {
    it(`stops the start and is named when it ${what}`, async () => {
      await using server = await startWireServer([]);
      using ground = setUp(server);
      ground.edit(change);
      await ground.run(['plugins', 'allow', '--yes', 'notes']);
      const { exit, err, out } = await ground.run(['prompt', '--json', 'go']);
      assert.equal(exit, 2);
      assert.match(err, /^error: The plugin notes stops the start: /);
      assert.ok(err.includes(says), err);
      assert.match(out, /"code":"plugin-refused"/);
      assert.equal(existsSync(join(ground.home, '.bailiwick', 'state.db')) && server.requests.length > 0, false);
      assert.match((await ground.run(['plugins', 'list'])).out, /^notes +home/);
    });
  }

  const STRAY: readonly (readonly [what: string, code: string])[] = [
    ['a timer', `setTimeout(() => { throw new Error('too late\\nand more'); }, 50)`],
    ['a promise that nobody waits for', `Promise.resolve().then(() => { throw new Error('too late'); })`],
  ];
  for (const [what, code] of STRAY) {
    it(`ends the program and is named when ${what} of it throws`, async () => {
      await using server = await startWireServer([{ say: 'Never.', fault: { kind: 'silent' } }]);
      using ground = setUp(server);
      ground.edit((text) => text.replace(`host.log('ready')`, code));
      await ground.run(['plugins', 'allow', '--yes', 'notes']);
      const { exit, err, out } = await ground.run(['prompt', '--json', 'go']);
      assert.deepEqual([exit, err.includes('    at ')], [2, false], err);
      assert.match(
        err,
        /error: The plugin notes threw beside its calls: too late\.\n {2}hint: mend it, or set plugins\./,
      );
      assert.match(out, /"code":"plugin-refused"/);
    });
  }

  it('that never comes to an end is stopped at the end of the time, and that ends the program is said', async () => {
    await using server = await startWireServer([CALL, { say: 'Never.' }]);
    using ground = setUp(server);
    ground.edit((text) => text.replace(/async run\(\{ text \}\) \{/, '$& await new Promise(() => {});'));
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    const hung = await ground.prompt(['--mode', 'yolo', '--timeout', '2', 'note it']);
    assert.deepEqual([hung.exit, hung.result.calls[0]?.outcome], [124, 'interrupted'], hung.err);
    ground.edit((text) => text.replace(`host.log('ready')`, 'process.exit(0)'));
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    const ended = await ground.run(['prompt', '--json', 'go']);
    assert.equal(ended.exit, 1);
    assert.match(ended.err, /error: The program ended before its command did/);
    assert.match(ended.out, /"code":"internal"/);
  });

  it('whose hook never ends costs the time it may take, and the turn is as good as it was', async () => {
    await using server = await startWireServer([DONE]);
    using ground = setUp(server);
    ground.edit((text) => text.replace(`host.log('ready')`, `host.addHook('turn-ended', () => new Promise(() => {}))`));
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    const { exit, err, out } = await ground.run(['prompt', '--json', 'go']);
    assert.deepEqual([exit, out.trim().split('\n').length], [0, 1], err);
    assert.match(err, /notes: its hook turn-ended: not done after 5 s/);
  });

  it('that throws without a trace of its own is named as one that may be to blame', async () => {
    await using server = await startWireServer([{ say: 'Never.', fault: { kind: 'silent' } }]);
    using ground = setUp(server);
    ground.edit((text) => text.replace(`host.log('ready')`, `setTimeout(() => { throw 'plain words'; }, 50)`));
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    const { exit, err } = await ground.run(['prompt', 'go']);
    assert.equal(exit, 1);
    assert.match(err, /error: plain words\n {2}hint: a plugin may be to blame \(notes\); try it without/);
  });

  it('whose job never ends, and left a timer open, ends with the first signal', async () => {
    await using server = await startWireServer([DONE]);
    using ground = setUp(server);
    const job = `host.addJob({ kind: 'hang', run: () => new Promise(() => void setInterval(() => {}, 1000)) });
      host.addHook('turn-ended', () => host.enqueue('hang', {}).then(() => host.log('queued')));`;
    ground.edit((text) => text.replace(`host.log('ready')`, job));
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    assert.match((await ground.run(['prompt', 'go'])).err, /notes: queued/);
    const child = spawn(process.execPath, [BUILT_BIN, 'jobs', 'run'], {
      cwd: ground.project,
      env: { PATH: process.env['PATH'], HOME: ground.home },
      stdio: 'ignore',
    });
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const ends = once(child, 'exit');
    child.kill('SIGTERM');
    assert.deepEqual((await ends)[1], null);
  });

  it('whose timer goes on does not keep a signal from ending the program', async () => {
    await using server = await startWireServer([DONE]);
    using ground = setUp(server);
    ground.edit((text) => text.replace(`host.log('ready')`, `setInterval(() => {}, 1000)`));
    await ground.run(['plugins', 'allow', '--yes', 'notes']);
    const child = spawn(process.execPath, [BUILT_BIN, 'prompt', 'go'], {
      cwd: ground.project,
      env: { PATH: process.env['PATH'], HOME: ground.home },
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    await once(child.stdout, 'data');
    const ends = once(child, 'exit');
    const again = setInterval(() => child.kill('SIGTERM'), 100);
    const [, signal] = await ends;
    clearInterval(again);
    assert.equal(signal, 'SIGTERM');
  });

  it('is allowed by a person, and not by the agent itself', async () => {
    await using server = await startWireServer([]);
    using ground = setUp(server);
    const inside = { BAILIWICK_INSIDE: 'run_1', BAILIWICK_INSIDE_HOME: join(ground.home, '.bailiwick') };
    for (const verb of ['allow', 'revoke'])
      assert.match(
        (await ground.run(['plugins', verb, 'notes'], { env: inside })).err,
        /The agent may not run "bailiwick plugins"/,
      );
    assert.equal((await ground.run(['plugins', 'list'], { env: inside })).exit, 0);
    for (const verb of ['allow', 'revoke'])
      assert.match((await ground.run(['check', `bailiwick plugins ${verb} notes`])).out, /^deny {2}by step control/);
  });
});
