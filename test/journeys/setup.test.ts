import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { startWireServer } from '../../src/testing/wire-server/start-wire-server.ts';
import { needs } from '../outside.ts';
import { createGround, type Ground } from './start-prompt.ts';

const KEY = 'sk-hidden-12345678';

const homeOf = (ground: Ground, name: string): string => join(ground.home, '.bailiwick', name);
const config = (ground: Ground): string => readFileSync(homeOf(ground, 'config.yml'), 'utf8');

describe('setup with --yes', { concurrency: 3 }, () => {
  it('tries the model, writes it and its key, and the next prompt gets an answer', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }, { say: 'It is a tool.' }], { key: KEY });
    using ground = createGround();
    const words = ['--provider', 'gateway', '--base-url', server.baseUrl, '--model', 'large-1'];
    const done = await ground.run(['setup', ...words, '--key-stdin', '--preset', 'text', '--yes'], {
      input: `${KEY}\n`,
    });
    assert.deepEqual([done.exit, done.err], [0, '']);
    assert.match(done.out, /^gateway:large-1 answers; written: \S+config\.yml, \S+credentials\.json$/m);
    assert.equal(
      config(ground),
      `model: gateway:large-1\nproviders:\n  gateway:\n    base_url: ${server.baseUrl}\napprovals:\n  readonly_presets:\n    - text\n`,
    );
    assert.deepEqual(JSON.parse(readFileSync(homeOf(ground, 'credentials.json'), 'utf8')), { gateway: KEY });
    for (const name of ['config.yml', 'credentials.json'])
      assert.equal(statSync(homeOf(ground, name)).mode & 0o777, 0o600);
    assert.equal((await ground.prompt(['What is this?'])).result.answer, 'It is a tool.');
  });

  it('keeps what it is not told about, comments too', async () => {
    using ground = createGround(
      '# mine\nmodel: ollama:a # small\nsecurity:\n  taint: deny\napprovals:\n  readonly_presets: [git]\n',
    );
    const flags = ['--provider', 'anthropic', '--model', 'anthropic:x', '--no-check', '--yes'];
    const done = await ground.run(['setup', ...flags, '--key-env', 'ANTHROPIC_API_KEY', '--json'], {
      env: { ANTHROPIC_API_KEY: KEY },
    });
    assert.deepEqual(JSON.parse(done.out), {
      model: 'anthropic:x',
      files: [homeOf(ground, 'config.yml')],
      tried: false,
    });
    assert.equal(
      config(ground),
      '# mine\nmodel: anthropic:x # small\nsecurity:\n  taint: deny\napprovals:\n  readonly_presets: [ git ]\n',
    );
    assert.equal(existsSync(homeOf(ground, 'credentials.json')), false);
  });

  it('changes where a key comes from: the new one counts, others stay', async () => {
    using ground = createGround(`providers:\n  anthropic:\n    api_key: sk-old-12345678\n`);
    const flags = ['setup', '--provider', 'anthropic', '--model', 'x', '--no-check', '--yes'];
    writeFileSync(homeOf(ground, 'credentials.json'), '{"gemini": "g-123456"}', { mode: 0o600 });
    await ground.run([...flags, '--key-stdin'], { input: KEY });
    assert.equal(config(ground), 'model: anthropic:x\n');
    assert.deepEqual(JSON.parse(readFileSync(homeOf(ground, 'credentials.json'), 'utf8')), {
      gemini: 'g-123456',
      anthropic: KEY,
    });
    await ground.run([...flags, '--key-env', 'OTHER'], { env: { OTHER: KEY } });
    assert.equal(config(ground), 'model: anthropic:x\nproviders:\n  anthropic:\n    api_key: ${OTHER}\n');
    assert.deepEqual(JSON.parse(readFileSync(homeOf(ground, 'credentials.json'), 'utf8')), { gemini: 'g-123456' });
  });

  const refused: readonly (readonly [words: readonly string[], said: RegExp])[] = [
    [[], /setup asks nothing here and needs --provider, --model, --yes\./],
    [['--provider', 'gateway', '--yes'], /needs --base-url, --model\./],
    [['--provider', 'anthropic', '--model', 'x', '--yes'], /The key of anthropic is missing/],
    [['--provider', 'anthropic', '--model', 'x', '--key-env', 'NOT_SET', '--yes'], /The variable NOT_SET is not set\./],
    [['--provider', 'anthropic', '--model', 'x', '--key-stdin', '--yes'], /Standard input holds no key\./],
    [
      ['--provider', 'ollama', '--model', 'x', '--preset', 'tex', '--yes'],
      /There is no preset tex\. Did you mean text\?/,
    ],
    [
      ['--provider', 'x', '--base-url', 'ftp://h', '--model', 'x', '--yes'],
      /providers\.x\.base_url must be an address/,
    ],
  ];
  for (const [words, said] of refused) {
    it(`says what is wrong with: setup ${words.join(' ')}`, async () => {
      using ground = createGround();
      const { exit, out, err } = await ground.run(['setup', ...words]);
      assert.match(err, said);
      assert.deepEqual([exit === 0, out, existsSync(homeOf(ground, 'config.yml'))], [false, '', false]);
    });
  }

  it('writes nothing when the model does not answer', async () => {
    await using server = await startWireServer([], { key: KEY });
    using ground = createGround();
    const words = ['--provider', 'gateway', '--base-url', server.baseUrl, '--model', 'm', '--key-stdin', '--yes'];
    const { exit, err } = await ground.run(['setup', ...words], { input: 'sk-wrong-12345678' });
    assert.equal(exit, 7);
    assert.match(err, /answered 401 Unauthorized: invalid key/);
    assert.doesNotMatch(err, /sk-wrong/);
    assert.equal(existsSync(homeOf(ground, 'config.yml')) || existsSync(homeOf(ground, 'credentials.json')), false);
  });
});

const ENTER = '\r';
const DOWN = '\u001b[B';

describe('setup in a terminal', needs('script'), () => {
  it('from an empty home and a local server to a first answer', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }, { say: 'It is a tool.' }], {
      models: ['qwen3:8b', 'other'],
    });
    using ground = createGround();
    const env = { OLLAMA_HOST: new URL(server.baseUrl).host, TERM: 'xterm' };
    const { exit, out } = await ground.run(['setup'], {
      env,
      keys: [
        ['Ollama on this machine', ENTER],
        ['Which model?', ENTER],
        ['may run unasked?', ` ${DOWN} ${ENTER}`],
        ['Write it?', ENTER],
      ],
    });
    assert.equal(exit, 0, out);
    assert.match(out, /It answers, after \d+ ms/);
    assert.match(out, /Sandbox: sandbox\.mode is auto/);
    assert.equal(
      config(ground),
      `model: ollama:qwen3:8b\nproviders:\n  ollama:\n    base_url: ${server.baseUrl}\napprovals:\n  readonly_presets:\n    - discard\n    - text\n`,
    );
    assert.equal((await ground.prompt(['What is this?'])).result.answer, 'It is a tool.');
  });

  it('comes first in the first chat, which then answers', async () => {
    await using server = await startWireServer([{ say: 'Hello.' }, { say: 'It is a tool.' }], { models: ['qwen3:8b'] });
    using ground = createGround();
    const env = { OLLAMA_HOST: new URL(server.baseUrl).host, TERM: 'xterm' };
    const { exit, out } = await ground.run(['chat'], {
      env,
      keys: [
        ['Ollama on this machine', ENTER],
        ['Which model?', ENTER],
        ['may run unasked?', ENTER],
        ['Write it?', ENTER],
        ['ollama:qwen3:8b', `What is this?${ENTER}`],
        ['It is a tool.', '\u0003\u0003'],
      ],
    });
    assert.equal(exit, 0, out);
    assert.equal(server.requests.length, 2);
    assert.match(out, /Done\. Write your first message below/);
    assert.match(out, /To go on with this session: bailiwick chat --session ses_/);
  });

  it('draws ASCII only where the locale is not UTF-8, and shows the row it is on without colors', async () => {
    await using server = await startWireServer(() => ({ say: 'Hello.' }), { models: ['qwen3:8b'] });
    using ground = createGround();
    const env = { OLLAMA_HOST: new URL(server.baseUrl).host, TERM: 'xterm', LANG: 'C', NO_COLOR: '1' };
    const { exit, out } = await ground.run(['setup'], {
      env,
      keys: [
        ['Ollama on this machine', ENTER],
        ['Which model?', ENTER],
        ['may run unasked?', ` ${DOWN}${ENTER}`],
        ['Write it?', ENTER],
      ],
    });
    assert.equal(exit, 0, out);
    assert.doesNotMatch(out, /[^\u0000-\u007f]/);
    assert.match(out, /\| {2}- text: [^\n]*\(Space\)/);
    assert.match(out, /unasked {2}only what is proven to read, discard/);
  });

  it('asks again after a wrong key, never shows one, and keeps what it does not ask about', async () => {
    await using server = await startWireServer(() => ({ say: 'Hello.' }), {
      models: ['large-1'],
      key: KEY,
    });
    using ground = createGround(
      `# mine\nsecurity:\n  taint: deny\nproviders:\n  gateway:\n    base_url: ${server.baseUrl}\n`,
    );
    const { exit, out } = await ground.run(['setup'], {
      env: { TERM: 'xterm', OLLAMA_HOST: '127.0.0.1:1' },
      keys: [
        ['Any OpenAI-compatible', `\u001b[A\u001b[A${ENTER}`],
        ['The name of the model', `large-1${ENTER}`],
        ['And now?', ENTER],
        ['Which key?', ENTER],
        ['The key of gateway', `sk-wrong-12345678${ENTER}`],
        ['The name of the model', `large-1${ENTER}`],
        ['And now?', ENTER],
        ['Which key?', ENTER],
        ['The key of gateway', `${KEY}${ENTER}`],
        ['Which model?', ENTER],
        ['may run unasked?', ENTER],
        ['Write it?', ENTER],
      ],
    });
    assert.equal(exit, 0, out);
    assert.doesNotMatch(out, /sk-wrong|sk-hidden/);
    assert.equal(
      config(ground),
      `# mine\nsecurity:\n  taint: deny\nproviders:\n  gateway:\n    base_url: ${server.baseUrl}\nmodel: gateway:large-1\n`,
    );
    assert.deepEqual(JSON.parse(readFileSync(homeOf(ground, 'credentials.json'), 'utf8')), { gateway: KEY });
  });

  it('leaves everything as it was after Ctrl-C, a no and Esc', async () => {
    await using server = await startWireServer(() => ({ say: 'Hello.' }), { models: ['m'] });
    const env = { OLLAMA_HOST: new URL(server.baseUrl).host, TERM: 'xterm' };
    const ways: readonly (readonly (readonly [string, string])[])[] = [
      [['Ollama on this machine', '\u0003']],
      [
        ['Ollama on this machine', ENTER],
        ['Which model?', '\u001b'],
      ],
      [
        ['Ollama on this machine', ENTER],
        ['Which model?', ENTER],
        ['may run unasked?', ENTER],
        ['Write it?', 'n'],
      ],
    ];
    for (const keys of ways) {
      using ground = createGround();
      mkdirSync(ground.home);
      const { exit, out } = await ground.run(['setup'], { env, keys });
      assert.equal(exit, 130, out);
      assert.match(out, /Nothing was written\./);
      assert.equal(existsSync(homeOf(ground, 'config.yml')), false);
    }
  });

  it('ends by Ctrl-C also while the model is asked', async () => {
    await using server = await startWireServer(() => ({ fault: { kind: 'silent' } }), { models: ['m'] });
    using ground = createGround();
    const { exit, out } = await ground.run(['setup'], {
      env: { OLLAMA_HOST: new URL(server.baseUrl).host, TERM: 'xterm' },
      keys: [
        ['Ollama on this machine', ENTER],
        ['Which model?', ENTER],
        ['for one word', '\u0003'],
      ],
    });
    assert.equal(exit, 130, out);
    assert.match(out, /Nothing was written\./);
    assert.equal(existsSync(homeOf(ground, 'config.yml')), false);
  });

  it('is not drawn for a first chat in plain lines, which says what to do instead', async () => {
    for (const [words, env] of [
      [['chat', '--plain'], { TERM: 'xterm' }],
      [['chat'], { TERM: 'dumb' }],
    ] as const) {
      using ground = createGround();
      const { exit, out } = await ground.run(words, { env, keys: [] });
      assert.notEqual(exit, 0);
      assert.match(out, /No model is chosen\.\s+hint: bailiwick setup --provider NAME --model NAME --yes/);
      assert.doesNotMatch(out, /Bailiwick setup/);
    }
  });

  it('says in a dumb terminal which flags do the same', async () => {
    using ground = createGround();
    const { exit, out } = await ground.run(['setup'], { env: { TERM: 'dumb' }, keys: [] });
    assert.equal(exit, 2);
    assert.match(out, /needs --provider, --model, --yes/);
  });
});
