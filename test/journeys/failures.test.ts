import assert from 'node:assert/strict';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createGround } from './start-prompt.ts';

const FAKE = { BAILIWICK_ALLOW_FAKE: '1' };

/** Words, environment, exit code, and what stands on stderr. */
const REFUSED: readonly [string, readonly string[], Readonly<Record<string, string>>, number, RegExp][] = [
  ['no text', ['prompt'], {}, 2, /error: prompt needs a text\./],
  [
    'no model',
    ['prompt', 'hi'],
    {},
    2,
    /error: No model is chosen\.\n {2}hint: bailiwick setup asks for all it takes; or give --model/,
  ],
  ['an unknown provider', ['prompt', '-m', 'antropic:x', 'hi'], {}, 2, /Did you mean anthropic:x\?/],
  ['a missing key', ['prompt', '-m', 'anthropic:x', 'hi'], {}, 7, /key of anthropic is missing[^]*ANTHROPIC_API_KEY/],
  ['a scripted model without leave', ['prompt', '-m', 'scripted:a.yml', 'hi'], {}, 2, /BAILIWICK_ALLOW_FAKE=1/],
  ['a scenario that is missing', ['prompt', '-m', 'scripted:a.yml', 'hi'], FAKE, 2, /a\.yml could not be read/],
  ['an unknown mode', ['prompt', '--mode', 'yol', 'hi'], {}, 2, /There is no mode yol\. Did you mean yolo\?/],
  ['a folder that is missing', ['prompt', '--cwd', 'nowhere', 'hi'], {}, 2, /nowhere, and there is no such folder/],
  ['a limit that is no number', ['prompt', '--timeout', 'soon', 'hi'], {}, 2, /--timeout needs a whole number/],
  ['an unknown flag', ['prompt', '--jsno', 'hi'], {}, 2, /prompt has no flag --jsno\. Did you mean --json\?/],
  ['an unknown verb', ['promt', 'hi'], {}, 2, /There is no command promt\. Did you mean prompt\?/],
  ['no verb', [], {}, 2, /Commands:/],
  ['a file that lint would not look at', ['policy', 'lint', 'x.yml'], {}, 2, /policy lint takes no argument/],
  [
    'a mode for lines that have their own',
    ['check', '--jsonl', '--mode', 'plan'],
    {},
    2,
    /--mode does not go with --jsonl/,
  ],
  ['a text beside standard input', ['prompt', '-', 'more'], {}, 2, /no other text goes with it/],
  ['a session beside another', ['prompt', '--continue', '--session', 'ses_1'], {}, 2, /give one of them/],
  ['to go on with nothing', ['prompt', '--continue'], {}, 2, /There is no session in/],
  ['a format it does not know', ['prompt', '--output-format', 'xml', 'hi'], {}, 2, /There is no output-format xml/],
];

describe('bailiwick refuses', { concurrency: 3 }, () => {
  for (const [name, words, env, exit, expected] of REFUSED) {
    it(name, async () => {
      using ground = createGround();
      const ended = await ground.run(words, { env });
      assert.deepEqual([ended.exit, ended.out], [exit, ''], ended.err);
      assert.match(ended.err, expected);
    });
  }

  const formats = [['--json'], ['--output-format', 'json'], ['--output-format=stream-json']] as const;
  const unbegun: readonly [string, string, readonly string[], string, number][] = [
    ['a missing key', '', ['-m', 'anthropic:x', 'hi'], 'model-key-missing', 7],
    ['a broken configuration', 'modell: x\n', ['hi'], 'config-invalid', 2],
    ['a question that is still open', 'model: scripted:s.yml\n', ['--continue', 'hi'], 'session-waiting', 4],
  ];
  for (const [name, config, words, code, exit] of unbegun) {
    it(`${name}, and says so to a program in every format`, async () => {
      using ground = createGround(config);
      ground.write('s.yml', '- calls: [{tool: shell, input: {command: "touch a"}}]\n');
      if (code === 'session-waiting') await ground.run(['prompt', '--park', 'go'], { env: FAKE });
      for (const format of formats) {
        const ended = await ground.run(['prompt', ...format, ...words], { env: FAKE });
        const { error } = JSON.parse(ended.out) as { error: Record<string, unknown> };
        assert.deepEqual([ended.exit, error['code'], error['exit']], [exit, code, exit], ended.err);
        assert.deepEqual(Object.keys(error), ['code', 'message', 'hint', 'exit']);
      }
    });
  }

  it('a broken configuration, with every fault and its line', async () => {
    using ground = createGround('modell: x\napprovals:\n  mode: never\n');
    const ended = await ground.run(['prompt', 'hi']);
    assert.equal(ended.exit, 2);
    assert.match(ended.err, /config\.yml:3: approvals\.mode [^]*config\.yml:1: There is no key modell/);
  });

  it('text that is no UTF-8', async () => {
    using ground = createGround();
    const ended = await ground.run(['prompt', '-'], { input: Uint8Array.of(0x61, 0xff) });
    assert.equal(ended.exit, 2);
    assert.match(ended.err, /^error: Standard input is no UTF-8 text\.$/m);
  });

  it('in JSON too, where JSON is asked for', async () => {
    using ground = createGround();
    const ended = await ground.run(['prompt', '--json', 'hi']);
    assert.equal(ended.exit, 2);
    const { error } = JSON.parse(ended.out) as { error: { code: string; message: string; exit: number } };
    assert.deepEqual([error.code, error.message, error.exit], ['model-unknown', 'No model is chosen.', 2]);
  });

  it('to take a project for its home where HOME is empty or relative', async () => {
    for (const home of ['', '.', 'home']) {
      using ground = createGround();
      ground.write('.bailiwick/config.yml', 'permissions:\n  "shell *": allow\n');
      const { exit } = await ground.run(['check', 'touch x'], { env: { HOME: home } });
      assert.equal(exit, 4, home);
    }
  });

  it('what it could not read or write in full', async () => {
    using ground = createGround('model: scripted:s.yml\n');
    ground.write('s.yml', '- say: "ok"\n');
    const env = { BAILIWICK_ALLOW_FAKE: '1' };
    const through = join(ground.home, '..', 'full.sh');
    writeFileSync(through, '#!/bin/sh\n"$@" > /dev/full\n');
    chmodSync(through, 0o755);
    const full = await ground.run(['prompt', 'hi'], { env, through });
    assert.deepEqual([full.exit, /no space left where it goes/.test(full.err)], [1, true], full.err);
    const version = await ground.run(['--version'], { through });
    assert.deepEqual([version.exit, version.err], [1, 'error: The output could not be written (ENOSPC).\n']);
    const folder = await ground.run(['check', '--jsonl'], { through: await withStdin(ground.home, '/tmp') });
    assert.match(folder.err, /Standard input could not be read \(EISDIR/);
    const latin = await ground.run(['check', '--jsonl'], { input: Uint8Array.of(0xe9, 10) });
    assert.deepEqual([latin.exit, /no UTF-8 text/.test(latin.out)], [2, true]);
  });

  it('to go on when nobody reads any more', async () => {
    using ground = createGround('model: scripted:s.yml\npermissions:\n  "shell *": allow\n');
    ground.write(
      's.yml',
      '- say: "one\\ntwo\\n"\n  calls: [{tool: shell, input: {command: "sleep 1; touch a"}}]\n- say: x\n  calls: [{tool: shell, input: {command: "touch late"}}]\n- say: done\n',
    );
    const through = join(ground.home, '..', 'head.sh');
    writeFileSync(through, '#!/bin/sh\n"$@" | head -1\n');
    chmodSync(through, 0o755);
    await ground.run(['prompt', 'hi'], { env: { BAILIWICK_ALLOW_FAKE: '1' }, through });
    assert.equal(existsSync(join(ground.project, 'late')), false);
  });

  it('a working directory that is gone', async () => {
    using ground = createGround();
    const script = join(ground.home, '..', 'gone.sh');
    writeFileSync(script, '#!/bin/sh\nmkdir gone && cd gone && rmdir ../gone && exec "$@"\n');
    chmodSync(script, 0o755);
    const ended = await ground.run(['prompt', 'hi'], { through: script });
    assert.equal(ended.exit, 2);
    assert.match(ended.err, /^error: The working directory does not exist any more\.$/m);
  });
});

async function withStdin(home: string, path: string): Promise<string> {
  const script = join(home, '..', 'stdin.sh');
  writeFileSync(script, `#!/bin/sh\nexec "$@" < ${path}\n`);
  chmodSync(script, 0o755);
  return script;
}

const SCENARIO = '- calls: [{tool: shell, input: {command: "echo hi"}}]\n- say: done\n';

describe('a store that cannot be used stops the turn before anything runs', { concurrency: 3 }, () => {
  const scripted = ['prompt', '-m', 'scripted:a.yml', 'hi'];

  it('when the home lies in a file', async () => {
    using ground = createGround();
    ground.write('a.yml', SCENARIO);
    ground.write('../file', '');
    const ended = await ground.run(scripted, {
      env: { ...FAKE, BAILIWICK_HOME: join(ground.home, '..', 'file', 'x') },
    });
    assert.equal(ended.exit, 1);
    assert.match(ended.err, /^error: The store .*state\.db .*\n {2}hint: check free space/m);
  });

  it('when the file is no store [T009]', async () => {
    using ground = createGround();
    ground.write('a.yml', SCENARIO);
    ground.write('../home/.bailiwick/state.db', 'no database at all, but long enough to look like one'.repeat(50));
    const ended = await ground.run(scripted, { env: FAKE });
    assert.equal(ended.exit, 1);
    assert.match(ended.err, /is no database[^]*hint: move the file away/);
  });

  it('when the disk is full', async () => {
    using ground = createGround();
    ground.write('a.yml', SCENARIO);
    const script = join(ground.home, '..', 'full.sh');
    // Files may grow to 8 blocks of 512 bytes: what a full disk comes to, for one process.
    writeFileSync(script, '#!/bin/bash\ntrap "" XFSZ\nulimit -f 8\nexec "$@"\n');
    chmodSync(script, 0o755);
    const ended = await ground.run(scripted, { env: FAKE, through: script });
    assert.equal(ended.exit, 1, ended.err);
    assert.match(ended.err, /^error: The store .*state\.db could not/m);
    assert.doesNotMatch(ended.err, /^shell/m);
  });
});

describe('a scripted model', { concurrency: 3 }, () => {
  it('plays through the real loop, and says that nothing thinks', async () => {
    using ground = createGround();
    ground.write('a.yml', SCENARIO);
    const ended = await ground.run(['prompt', '-m', 'scripted:a.yml', 'hi'], { env: FAKE });
    assert.deepEqual([ended.exit, ended.out], [0, 'done\n'], ended.err);
    assert.match(ended.err, /^SCRIPTED MODEL: nothing here thinks\. The replies are read from .*a\.yml\.$/m);
    assert.match(ended.err, /^shell {2}echo hi {2}allow \(readonly\)/m);
  });
});

describe('a child of the agent', { concurrency: 3 }, () => {
  const inside = (home: string): Record<string, string> => ({ BAILIWICK_INSIDE: 'run_1', BAILIWICK_INSIDE_HOME: home });

  it('may not start a turn on the home of its agent', async () => {
    using ground = createGround('model: ollama:x\n');
    const ended = await ground.run(['prompt', 'hi'], { env: inside(join(ground.home, '.bailiwick')) });
    assert.equal(ended.exit, 1);
    assert.match(ended.err, /^error: The agent may not run "bailiwick prompt" on its own home/m);
  });

  it('may not when it does not say which home that is', async () => {
    using ground = createGround('model: ollama:x\n');
    for (const env of [{ BAILIWICK_INSIDE: '' }, { BAILIWICK_INSIDE: 'run_1' }]) {
      const ended = await ground.run(['prompt', 'hi'], { env });
      assert.equal(ended.exit, 1);
      assert.match(ended.err, /^error: The agent may not run "bailiwick prompt" on its own home/m);
    }
  });

  it('may do what it likes on a home of its own, and read help', async () => {
    using ground = createGround();
    const other = await ground.run(['prompt', 'hi'], { env: inside('/somewhere/else') });
    assert.match(other.err, /No model is chosen/);
    const help = await ground.run(['prompt', '--help'], { env: inside(join(ground.home, '.bailiwick')) });
    assert.equal(help.exit, 0);
  });
});

describe('help', { concurrency: 3 }, () => {
  it('is a result', async () => {
    using ground = createGround();
    const all = await ground.run(['--help']);
    assert.deepEqual([all.exit, all.err], [0, '']);
    assert.match(all.out, /^ {2}prompt +Give the agent one task/m);
    const one = await ground.run(['prompt', '--help']);
    assert.match(one.out, /Examples:\n {2}bailiwick prompt/);
    const group = await ground.run(['policy', '--help']);
    assert.deepEqual([group.exit, group.err], [0, '']);
    assert.match(group.out, /^ {2}policy show +\S/m);
    assert.doesNotMatch(group.out, /^ {2}prompt /m);
  });

  it('is there for the version too', async () => {
    using ground = createGround();
    const { exit, out } = await ground.run(['--version']);
    assert.equal(exit, 0);
    assert.match(out, /^\d+\.\d+\.\d+\n$/);
  });
});
