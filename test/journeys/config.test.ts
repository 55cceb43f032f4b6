import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { createQuickGround } from './start-here.ts';
import type { Ground } from './start-prompt.ts';

const CONFIG = `# my settings
model: ollama:qwen3:8b   # the small one

providers:
  gateway:
    base_url: http://127.0.0.1:9/v1
    api_key: sk-very-secret-1234   # for work
security:
  # nobody but me
  command_allowlist:
    - npm test
`;

const fileOf = (ground: Ground): string => join(ground.home, '.bailiwick', 'config.yml');
const read = (ground: Ground): string => readFileSync(fileOf(ground), 'utf8');

/** Output with the home written `~`. */
async function say(ground: Ground, ...words: readonly string[]): Promise<string> {
  const { exit, out, err } = await ground.run(words);
  return `${exit}: ${out}${err}`.replaceAll(ground.home, '~').trimEnd();
}

describe('config get, show and path', () => {
  const got: readonly (readonly [words: readonly string[], expected: string])[] = [
    [['model'], '0: ollama:qwen3:8b'],
    [['security.command_allowlist'], '0: ["npm test"]'],
    [['approvals.wait_timeout_seconds'], '0: 900'],
    [['tools.shell'], '0: true'],
    [['providers.gateway.api_key'], '0: (set, not shown)'],
    [['security.require_confirmation_for_shell'], '0: confirm_all'],
    [['reasoning_effort'], '1: reasoning_effort is not set.'],
    [['permissions.shell make *'], '1: permissions.shell make * is not set.'],
    [['security.tait'], '2: error: There is no key "security.tait".\n  hint: did you mean security.taint?'],
    [
      ['model', '--json'],
      '0: {"key":"model","value":"ollama:qwen3:8b","origins":[{"layer":"user","file":"~/.bailiwick/config.yml","line":2}]}',
    ],
  ];
  for (const [words, expected] of got) {
    it(`config get ${words.join(' ')}`, async () => {
      using ground = createQuickGround(CONFIG);
      assert.equal(await say(ground, 'config', 'get', ...words), expected);
    });
  }

  it('shows every value with its place, and no key', async () => {
    using ground = createQuickGround(CONFIG);
    const shown = await say(ground, 'config', 'show');
    assert.match(shown, /^ {2}model +ollama:qwen3:8b +~\/\.bailiwick\/config\.yml:2$/m);
    assert.match(shown, /^ {2}security\.taint +ask +\(default\)$/m);
    assert.match(shown, /^ {2}providers\.gateway\.api_key +\(set, not shown\) +~\/\.bailiwick\/config\.yml:7$/m);
    const all = shown + (await say(ground, 'config', 'show', '--json'));
    assert.doesNotMatch(all, /very-secret/);
  });

  it('says where the file is, also where it is broken', async () => {
    using ground = createQuickGround('model: [');
    assert.equal(await say(ground, 'config', 'path'), '0: ~/.bailiwick/config.yml');
    const { out } = await ground.run(['config', 'path', '--json']);
    const files: unknown = JSON.parse(out);
    assert.deepEqual(files, {
      home: join(ground.home, '.bailiwick'),
      config: fileOf(ground),
      rules: join(ground.home, '.bailiwick/rules.yml'),
      credentials: join(ground.home, '.bailiwick/credentials.json'),
      system: '/etc/bailiwick/config.yml',
      projects: [join(ground.project, '.bailiwick/config.yml')],
    });
  });
});

describe('config set', () => {
  const kept = (line: string, instead: string): string => CONFIG.replaceAll('   #', ' #').replace(line, instead);

  const changes: readonly (readonly [words: readonly string[], said: string, text: string])[] = [
    [['model', 'ollama:x'], 'model = ollama:x  ~/.bailiwick/config.yml:2', kept('ollama:qwen3:8b', 'ollama:x')],
    [
      ['providers.gateway.api_key', '{file:config.yml}'],
      'providers.gateway.api_key = (set, not shown)  ~/.bailiwick/config.yml:7',
      kept('sk-very-secret-1234', '"{file:config.yml}"'),
    ],
    [
      ['security.command_allowlist', '[make, npm test]'],
      'security.command_allowlist = ["make","npm test"]  ~/.bailiwick/config.yml:11, ~/.bailiwick/config.yml:12',
      kept('    - npm test', '    - make\n    - npm test'),
    ],
    [['--unset', 'model'], 'model is not set any more', kept('model: ollama:qwen3:8b # the small one\n\n', '')],
    [
      ['permissions.shell ls *.d', 'deny'],
      'permissions.shell ls *.d = deny  ~/.bailiwick/config.yml:13',
      `${kept('', '')}permissions:\n  shell ls *.d: deny\n`,
    ],
    [
      ['approvals.wait_timeout_seconds', 'null'],
      'approvals.wait_timeout_seconds is not set any more',
      `${kept('', '')}approvals:\n  wait_timeout_seconds: null\n`,
    ],
  ];
  for (const [words, said, text] of changes) {
    it(`${words.join(' ')} keeps the comments`, async () => {
      using ground = createQuickGround(CONFIG);
      assert.equal(await say(ground, 'config', 'set', ...words), `0: ${said}`);
      assert.equal(read(ground), text);
      assert.equal(statSync(fileOf(ground)).mode & 0o777, 0o600);
    });
  }

  const refused: readonly (readonly [words: readonly string[], said: RegExp])[] = [
    [['security.taint', 'maybe'], /^2: error: security\.taint must be off, ask or deny, not "maybe"\. Nothing was/],
    [['approvals.mode', 'manuel'], /hint: did you mean manual\?$/],
    [['model', 'nowhere:x'], /model: there is no provider nowhere\./],
    [['providers.gateway.api_key', '${NOT_THERE_AT_ALL}'], /the variable NOT_THERE_AT_ALL is not set/],
    [['providers.gateway.api_key', ''], /^2: error: providers\.gateway\.api_key must be .*, not what stands there/],
    [['permissions.read x', 'maybe'], /^2: error: permissions\."read x" must be allow, ask or deny/],
    [['nothing', 'x'], /There is no key "nothing"/],
    [['model'], /^2: error: config set needs a key and a value\./],
    [['--unset', 'model', 'x'], /--unset takes a key and no value/],
  ];
  for (const [words, said] of refused) {
    it(`refuses ${words.join(' ')} and writes nothing`, async () => {
      using ground = createQuickGround(CONFIG);
      assert.match(await say(ground, 'config', 'set', ...words), said);
      assert.equal(read(ground), CONFIG);
    });
  }

  it('makes a home and a file where there is none', async () => {
    using ground = createQuickGround();
    await say(ground, 'config', 'set', 'security.taint', 'deny');
    assert.equal(read(ground), 'security:\n  taint: deny\n');
    assert.equal(statSync(join(ground.home, '.bailiwick')).mode & 0o777, 0o700);
    await say(ground, 'config', 'set', '--unset', 'security.taint');
    assert.equal(await say(ground, 'config', 'get', 'security.taint'), '0: ask');
  });

  it('mends the very key that is broken', async () => {
    using ground = createQuickGround('approvals:\n  mode: sometimes\n');
    assert.match(await say(ground, 'config', 'set', 'security.taint', 'deny'), /2: error: .*approvals\.mode must be/s);
    assert.equal(
      await say(ground, 'config', 'set', 'approvals.mode', 'auto'),
      '0: approvals.mode = auto  ~/.bailiwick/config.yml:2',
    );
  });

  it('says of a value that a plugin does not take that nothing was written', async () => {
    const text = 'plugins:\n  entries:\n    skill-workshop:\n      enabled: true\n';
    using ground = createQuickGround(text);
    const key = 'plugins.entries.skill-workshop.config.reviewInterval';
    assert.match(
      await say(ground, 'config', 'set', key, '0'),
      /2: error: reviewInterval must be a whole number from 1 to 200, not 0\. Nothing was written\./,
    );
    assert.equal(read(ground), text);
  });

  it('leaves alone what an anchor would change elsewhere', async () => {
    const text = 'security:\n  command_allowlist: &list [npm test]\napprovals:\n  readonly_commands: *list\n';
    using ground = createQuickGround(text);
    assert.match(await say(ground, 'config', 'set', 'security.command_allowlist', '[make]'), /change the file by hand/);
    assert.equal(read(ground), text);
  });

  it('writes what a link leads to', async () => {
    using ground = createQuickGround();
    mkdirSync(join(ground.home, '.bailiwick'), { recursive: true });
    const kept = join(ground.home, 'dotfile.yml');
    writeFileSync(kept, '# mine\nmodel: ollama:a\n');
    symlinkSync(kept, fileOf(ground));
    await say(ground, 'config', 'set', 'model', 'ollama:b');
    assert.equal(readFileSync(kept, 'utf8'), '# mine\nmodel: ollama:b\n');
  });

  it('says when another file counts', async () => {
    using ground = createQuickGround('model: ollama:a\n');
    ground.write('.bailiwick/config.yml', 'context:\n  window_tokens: 9000\n');
    const said = await say(ground, 'config', 'set', 'context.window_tokens', '10000');
    assert.match(said, /warning: context\.window_tokens is set in .*\/project\/\.bailiwick\/config\.yml:2 as well/);
  });
});

describe('credentials.json', () => {
  const models = async (ground: Ground): Promise<string> => say(ground, 'check', 'ls');

  it('that others can read is told, one that is broken refuses, and neither is repeated', async () => {
    using ground = createQuickGround('model: anthropic:x\n');
    const file = join(ground.home, '.bailiwick/credentials.json');
    writeFileSync(file, '{"anthropic": "sk-hidden-12345678"}', { mode: 0o644 });
    assert.match(await models(ground), /credentials\.json: Others on this machine can read your keys\./);
    for (const broken of ['sk-hidden-12345678', '["sk-hidden-12345678"]', '{"anthropic": 1}', '{"a": {"b": "c"}}']) {
      writeFileSync(file, broken);
      const said = await models(ground);
      assert.match(said, /^2: .*The file is no map of providers to keys\./s);
      assert.doesNotMatch(said, /sk-hidden/);
    }
  });
});
