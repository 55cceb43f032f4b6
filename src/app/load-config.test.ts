import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { matchesText, toSource } from '../testing/policy-source.ts';
import { loadConfig, renderFault, toConfigFault, toWorld, type AppConfig, type World } from './load-config.ts';

let top = '';

const put = (path: string, text: string | Uint8Array): string => {
  const file = join(top, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
};

const USER = 'home/.bailiwick/config.yml';
const PROJECT = 'home/proj/.bailiwick/config.yml';

const world = (more: Partial<World> = {}): World => ({
  cwd: join(top, 'home/proj'),
  home: join(top, 'home'),
  env: {},
  system: { file: join(top, 'etc/config.yml'), owner: process.getuid?.() ?? 0 },
  ...more,
});

async function load(more: Partial<World> = {}): Promise<AppConfig> {
  const loaded = await loadConfig(world(more), async () => matchesText);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  return loaded.value;
}

/** What is refused, with the path of the test's folder cut off. */
async function refusals(more: Partial<World> = {}): Promise<readonly string[]> {
  const loaded = await loadConfig(world(more), async () => matchesText);
  return loaded.ok ? [] : loaded.error.map((fault) => renderFault(fault).replaceAll(`${top}/`, ''));
}

describe('loadConfig', () => {
  beforeEach(() => {
    top = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-config-')));
    mkdirSync(join(top, 'home/proj'), { recursive: true });
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));

  test('without any file everything has its default', async () => {
    const { policy, world: _world, ...config } = await load();
    assert.equal(policy.rules.length, 0);
    assert.deepEqual(config, {
      sources: [],
      warnings: [],
      agentHome: join(top, 'home/.bailiwick'),
      workspace: join(top, 'home/proj'),
      cwd: join(top, 'home/proj'),
      model: null,
      fallbackModels: [],
      models: { providers: {}, allowFake: false, reasoningEffort: null },
      sandbox: {
        mode: 'auto',
        network: true,
        onUnavailable: 'warn',
        writable: [
          '.cache',
          '.npm',
          '.cargo/registry',
          '.cargo/git',
          'go/pkg',
          '.m2',
          '.gradle',
          '.local/share/pnpm',
        ].map((path) => join(top, 'home', path)),
      },
      plugins: [],
      workshop: null,
      skills: {
        enabled: true,
        paths: ['.bailiwick/skills', '~/.bailiwick/skills'],
        includeBuiltin: true,
        autoDistill: true,
        indexTokens: 1500,
        distillModel: null,
        reviewModel: null,
        distillThreshold: 5,
      },
      chat: { notify: 'bell', notifyCommand: [], prices: {} },
      sanitize: { enabled: true, mode: 'warn', minSeverity: 'medium', disabledPatterns: [], extraPatterns: [] },
      secrets: [],
      windowTokens: 128_000,
      shellEnv: [],
      waitTimeoutSeconds: 900,
    });
  });

  test('an empty file is a default too', async () => {
    put(USER, '\n# nothing\n');
    assert.equal((await load()).policy.digest, (await load({ home: '/nowhere' })).policy.digest);
  });

  describe("the agent's home", () => {
    test('is BAILIWICK_HOME, else the shared folder where it exists, else ~/.bailiwick', async () => {
      const xdg = { XDG_CONFIG_HOME: join(top, 'xdg') };
      const homeOf = async (env: Record<string, string>) => (await load({ env })).agentHome.slice(top.length + 1);
      assert.equal(await homeOf({}), 'home/.bailiwick');
      assert.equal(await homeOf(xdg), 'home/.bailiwick');
      mkdirSync(join(top, 'xdg/bailiwick'), { recursive: true });
      assert.equal(await homeOf(xdg), 'xdg/bailiwick');
      assert.equal(await homeOf({ ...xdg, BAILIWICK_HOME: '' }), 'xdg/bailiwick');
      assert.equal(await homeOf({ XDG_CONFIG_HOME: 'xdg' }), 'home/.bailiwick');
      assert.equal(await homeOf({ ...xdg, BAILIWICK_HOME: join(top, 'own') }), 'own');
      assert.equal(await homeOf({ BAILIWICK_HOME: 'own' }), 'home/proj/own');
    });
    test('a command tells HOME by its environment', () => {
      assert.equal(toWorld({ cwd: '/', env: { HOME: '/home/u' } }).home, '/home/u');
      assert.match(toWorld({ cwd: '/', env: {} }).home, /^\//);
    });
  });

  test('warns of a file that is not read because it ends in .yaml, while none ends in .yml', async () => {
    const told = async () => (await load()).warnings.map((one) => renderFault(one).replaceAll(`${top}/`, ''));
    put('home/.bailiwick/config.yaml', 'permissions:\n  shell: deny\n');
    put('home/.bailiwick/rules.yaml', '');
    assert.deepEqual(await told(), [
      'home/.bailiwick/config.yaml: This file is not read, only config.yml is. (name it config.yml)',
      'home/.bailiwick/rules.yaml: This file is not read, only rules.yml is. (name it rules.yml)',
    ]);
    put(USER, '');
    put('home/.bailiwick/rules.yml', '');
    assert.deepEqual(await told(), []);
  });

  test('reads all layers, with lines and warnings', async () => {
    put('etc/config.yml', 'security:\n  confirm_policy: confirm_all\n');
    put(USER, 'permissions:\n  "shell ls": allow\nsecurity:\n  require_confirmation_for_shell: false\n');
    put('home/.bailiwick/rules.yml', '\n\npermissions:\n  shell make: allow\n');
    put(PROJECT, 'permissions:\n  shell rm *: deny\n  shell make *: allow\ntools:\n  write: false\n');
    const session = [toSource({ permissions: { 'shell x': 'ask' } }, 'session')];
    const { policy, warnings } = await load({ session });
    assert.deepEqual(
      policy.rules.map(({ layer, file, line, text }) => `${layer} ${file.replace(`${top}/`, '')}:${line} ${text}`),
      [
        `user ${USER}:2 shell ls`,
        'rules home/.bailiwick/rules.yml:4 shell make',
        `project ${PROJECT}:2 shell rm *`,
        'session session.yml:1 shell x',
      ],
    );
    assert.deepEqual([policy.confirmPolicy, policy.toolsOff], ['confirm_all', ['write']]);
    assert.deepEqual(
      warnings.map((warning) => renderFault(warning).replaceAll(`${top}/`, '')),
      [
        `${USER}:4: security.require_confirmation_for_shell is the older name of security.confirm_policy. (write security.confirm_policy; where both stand, security.confirm_policy counts)`,
        `${PROJECT}:3: Rule "shell make *" allows something, and this project is not trusted: it has no effect. (look at the file, then run bailiwick trust; ask and deny rules of the project hold)`,
        `${USER}:4: security.confirm_policy is looser than etc/config.yml:2 allows and has no effect. (the system file is kept by whoever runs this machine)`,
      ],
    );
  });

  describe('a file that is there and broken refuses', () => {
    const YAML_HINT = 'the file must be YAML; quote patterns and texts that hold : # * or &';
    const BROKEN: readonly (readonly [string, string | Uint8Array, string])[] = [
      [
        'a key twice',
        'tools: {}\ntools: {}\n',
        `${USER}:2: The key tools stands twice; put what belongs to it into one place. (${YAML_HINT})`,
      ],
      [
        'no map',
        '- a\n',
        `${USER}:1: The configuration must be a map of keys. (write \`key: value\` lines, or leave the file empty)`,
      ],
      ['not UTF-8', new Uint8Array([0x61, 0xff]), `${USER}: The file is not UTF-8 text. (save it as UTF-8)`],
      ['too large', `#${'x'.repeat(300_000)}`, `${USER}: The file is larger than 262144 bytes. (make it smaller)`],
      [
        'unknown key',
        'a: 1\n\nsecurty: {}\n',
        `${USER}:1: There is no key a. (docs/reference/config.md lists every key)|${USER}:3: There is no key securty. (did you mean security?)`,
      ],
      [
        'wrong word',
        'permissions:\n  shell ls: Allow\n',
        `${USER}:2: permissions."shell ls" must be allow, ask or deny, or a map with action, not "Allow". (did you mean allow?)`,
      ],
      [
        'wrong tool',
        'permissions:\n\n  shel ls: allow\n',
        `${USER}:3: Rule "shel ls": there is no tool shel. (did you mean shell?)`,
      ],
      [
        'wrong entry',
        'shell:\n  env:\n    - A\n    - LD_PRELOAD\n',
        `${USER}:4: LD_PRELOAD is never handed to a command. (leave it out of shell.env)`,
      ],
    ];
    for (const [name, text, expected] of BROKEN) {
      test(name, async () => {
        put(USER, text);
        assert.equal((await refusals()).join('|'), expected);
      });
    }

    test('a folder, and a link that leads nowhere', async () => {
      mkdirSync(join(top, USER), { recursive: true });
      symlinkSync(join(top, 'gone'), join(top, 'home/.bailiwick/rules.yml'));
      assert.deepEqual(await refusals(), [
        `${USER}: This is no regular file. (put a text file there or remove it)`,
        "home/.bailiwick/rules.yml: The file is there and cannot be read: ENOENT: no such file or directory, stat 'home/.bailiwick/rules.yml'. (check that you may read it, or remove it)",
      ]);
    });

    test('a home that is a file holds no configuration', async () => {
      put('home/.bailiwick', 'x');
      assert.equal((await load()).sources.length, 0);
    });

    test('as one fault of a command, with every place', async () => {
      put(USER, 'a: 1\n');
      const loaded = await loadConfig(world(), async () => matchesText);
      assert.ok(!loaded.ok);
      const fault = toConfigFault(loaded.error);
      assert.deepEqual([fault.code, fault.exit], ['config-invalid', 2]);
      assert.match(fault.message, /^The configuration is broken\.\n.*config\.yml:1: There is no key a\./);
    });
  });

  describe('the system file', () => {
    test('is refused when others can write it or its folder, or it is not of its owner', async () => {
      const file = put('etc/config.yml', 'security: {}\n');
      const owner = process.getuid?.() ?? 0;
      assert.deepEqual(await refusals({ system: { file, owner: owner + 1 } }), [
        'etc/config.yml: The system file cannot be relied on: etc/config.yml does not belong to root. (chown root etc/config.yml && chmod go-w etc/config.yml)',
      ]);
      chmodSync(file, 0o664);
      assert.match((await refusals())[0] ?? '', /etc\/config\.yml can be written by others/);
      chmodSync(file, 0o644);
      chmodSync(dirname(file), 0o777);
      assert.match((await refusals())[0] ?? '', /etc can be written by others/);
      chmodSync(dirname(file), 0o755);
      assert.equal((await load()).sources.length, 1);
      chmodSync(top, 0o777);
      assert.match((await refusals())[0] ?? '', /can be written by others/);
      chmodSync(top, 0o700);
      mkdirSync(join(top, 'open'));
      symlinkSync(file, join(top, 'open/config.yml'));
      chmodSync(join(top, 'open'), 0o777);
      assert.match(
        (await refusals({ system: { file: join(top, 'open/config.yml'), owner } }))[0] ?? '',
        /open can be written by others/,
      );
    });
  });

  describe('a project', () => {
    test('is every folder from the top of the repository down to the workspace', async () => {
      mkdirSync(join(top, 'home/proj/.git'));
      put('home/.bailiwick/config.yml', '');
      put(PROJECT, 'permissions: {read: deny}\n');
      put('home/proj/sub/.bailiwick/config.yml', 'permissions: {write: deny}\n');
      const texts = async (cwd: string) => (await load({ cwd: join(top, cwd) })).policy.rules.map(({ text }) => text);
      mkdirSync(join(top, 'home/proj/sub/deep'));
      assert.deepEqual(await texts('home/proj/sub/deep'), ['read', 'write']);
      assert.deepEqual(await texts('home/proj'), ['read']);
    });

    test("never reads the agent's own home as a project", async () => {
      put(USER, 'security: {taint: off}\n');
      assert.deepEqual(
        (await load({ cwd: join(top, 'home') })).sources.map(({ layer }) => layer),
        ['user'],
      );
    });

    test('without a repository only the folder itself counts', async () => {
      put(PROJECT, 'permissions: {read: deny}\n');
      mkdirSync(join(top, 'home/proj/sub'));
      assert.equal((await load({ cwd: join(top, 'home/proj/sub') })).sources.length, 0);
    });

    test('belongs to terminal.cwd where that is set', async () => {
      put('work/.bailiwick/config.yml', 'permissions: {read: deny}\n');
      put(USER, `terminal: {cwd: ${join(top, 'work')}}\n`);
      const { workspace, policy } = await load();
      assert.deepEqual([workspace, policy.rules.length], [join(top, 'work'), 1]);
    });

    test('names only a provider that is set up', async () => {
      put(PROJECT, 'model: openai:gpt-5\n');
      assert.deepEqual(await refusals(), [
        `${PROJECT}:1: model: a project may only name a provider you have set up, not openai. (add providers.openai to your own config.yml, or choose the model with --model)`,
      ]);
      assert.equal((await load({ env: { OPENAI_API_KEY: 'k' } })).model, 'openai:gpt-5');
      put(USER, 'model: openai:mini\n');
      assert.equal((await load()).model, 'openai:gpt-5');
      put(PROJECT, 'model: scripted:x.yml\n');
      put(USER, 'model: scripted:y.yml\n');
      assert.match((await refusals())[0] ?? '', /not scripted/);
    });
  });

  describe('terminal.cwd', () => {
    test('starts at the home after ~ and is followed through links', async () => {
      mkdirSync(join(top, 'home/real'));
      symlinkSync(join(top, 'home/real'), join(top, 'home/link'));
      put(USER, 'terminal: {cwd: ~/link}\n');
      assert.equal((await load()).workspace, join(top, 'home/real'));
    });
    test('a flag that names one goes before the file, and is looked at the same way', async () => {
      mkdirSync(join(top, 'home/other'));
      put(USER, `terminal: {cwd: ${join(top, 'home')}}\n`);
      const flag = (cwd: string) => ({ session: [toSource({ terminal: { cwd } }, 'session')] });
      assert.equal((await load(flag('~/other'))).workspace, join(top, 'home/other'));
      assert.match((await refusals(flag('~/none')))[0] ?? '', /^session\.yml:1: terminal\.cwd names .*none/);
    });
    test('a folder that is not there refuses', async () => {
      put(USER, 'terminal:\n  cwd: /no/such/folder\n');
      assert.deepEqual(await refusals(), [
        `${USER}:2: terminal.cwd names /no/such/folder, and there is no such folder. (make the folder, or name another)`,
      ]);
    });
    test('a link cannot lead out of the folder that the system file sets', async () => {
      mkdirSync(join(top, 'jail'));
      symlinkSync(join(top, 'home'), join(top, 'jail/out'));
      put('etc/config.yml', `terminal: {cwd: ${join(top, 'jail')}}\n`);
      put(USER, `terminal: {cwd: ${join(top, 'jail/out')}}\n`);
      assert.equal((await load()).workspace, join(top, 'jail'));
    });
  });

  describe('models', () => {
    test('keys come from the file, else for built-in providers from the environment', async () => {
      put(
        USER,
        'model: own:m\nproviders:\n  own: {base_url: "http://x/v1", protocol: anthropic}\n  openai: {base_url: "http://y"}\n',
      );
      const { models, model } = await load({
        env: { OPENAI_API_KEY: 'k', ANTHROPIC_API_KEY: '', BAILIWICK_ALLOW_FAKE: '1' },
      });
      assert.deepEqual(
        { model, models },
        {
          model: 'own:m',
          models: {
            allowFake: true,
            reasoningEffort: null,
            providers: {
              'own': { baseUrl: 'http://x/v1', apiKey: undefined, protocol: 'anthropic' },
              'openai': { baseUrl: 'http://y', apiKey: 'k', protocol: undefined },
              'openai-responses': { apiKey: 'k' },
            },
          },
        },
      );
    });
    test('a provider that is not there is named with the nearest', async () => {
      put(USER, 'model: anthropc:x\nfallback_models:\n  - gemini:g\n  - gemni:g\n');
      assert.deepEqual(await refusals(), [
        `${USER}:1: model: there is no provider anthropc. (did you mean anthropic?)`,
        `${USER}:4: fallback_models: there is no provider gemni. (did you mean gemini?)`,
      ]);
    });
    test('those that step in are of the layer nearest to the person, and never of a project', async () => {
      put('etc/config.yml', 'fallback_models: [openai:a]\n');
      assert.deepEqual((await load()).fallbackModels, ['openai:a']);
      put(USER, 'fallback_models: [gemini:g, ollama:b]\n');
      assert.deepEqual((await load()).fallbackModels, ['gemini:g', 'ollama:b']);
      put(PROJECT, 'fallback_models: []\n');
      assert.match((await refusals())[0] ?? '', /fallback_models may not stand in a project's file/);
    });
    test('none that steps in is scripted', async () => {
      put(USER, 'fallback_models: ["scripted:x.yml"]\n');
      assert.match((await refusals())[0] ?? '', /must be <provider>:<model>, and no scripted one/);
      put(USER, 'model: zzz:x\n');
      assert.deepEqual(await refusals(), [
        `${USER}:1: model: there is no provider zzz. (add providers.zzz with a base_url)`,
      ]);
    });
    test("what the system file says of a provider is nobody else's to change", async () => {
      put('etc/config.yml', 'providers: {openai: {base_url: "https://gate/v1"}}\n');
      put(USER, 'providers: {openai: {base_url: "https://else/v1", api_key: k}}\n');
      const { models, warnings } = await load();
      assert.deepEqual(models.providers['openai'], { baseUrl: 'https://gate/v1', apiKey: 'k', protocol: undefined });
      assert.equal(warnings.length, 1);
    });
  });

  describe('texts from elsewhere', () => {
    const keyOf = async (text: string, env: Record<string, string> = {}) => {
      put(USER, `providers:\n  own:\n    api_key: ${text}\n`);
      return (await load({ env })).models.providers['own']?.apiKey;
    };

    test('variables and files are put in', async () => {
      put('home/key.txt', 'from home\n');
      put('home/.bailiwick/key', 'beside\r\n');
      assert.equal(await keyOf('${A}-${B_1}', { A: 'x', B_1: '' }), 'x-');
      assert.equal(await keyOf('"{file:~/key.txt}"'), 'from home');
      assert.equal(await keyOf('"{file:key}"'), 'beside');
      assert.equal(await keyOf(`"{file:${top}/home/key.txt}"`), 'from home');
      assert.equal(await keyOf('$${A}'), '${A}');
      assert.equal(await keyOf('${A}', { A: '${B}' }), '${B}');
    });

    test('what is missing refuses with the line', async () => {
      put(USER, 'shell:\n  env: ["${GONE}", "${1x}", "{file:gone}", "{file:/}"]\n');
      const found = await refusals();
      assert.deepEqual(found.slice(0, 4), [
        `${USER}:2: shell.env.0: the variable GONE is not set. (set it, or write $\${ for a literal \${)`,
        `${USER}:2: shell.env.1: \${1x} is no name of a variable. (set it, or write $\${ for a literal \${)`,
        `${USER}:2: shell.env.2: {file:gone} is not there. (make the file, or correct its path; it counts from the folder of the configuration file)`,
        `${USER}:2: shell.env.3: {file:/}: This is no regular file. (make the file, or correct its path; it counts from the folder of the configuration file)`,
      ]);
    });

    test('rules are shell text and stay as they are, in every layer', async () => {
      put(USER, 'permissions:\n  "shell echo ${HOME}": {action: ask, because: "${X}"}\n');
      put(PROJECT, 'permissions:\n  "shell echo ${A}": {action: ask, because: "{file:/etc/passwd}"}\n');
      assert.deepEqual(
        (await load()).policy.rules.map(({ text, because }) => [text, because]),
        [
          ['shell echo ${HOME}', '${X}'],
          ['shell echo ${A}', '{file:/etc/passwd}'],
        ],
      );
    });

    test("a project's model that tries is refused", async () => {
      put(PROJECT, 'model: "openai:${X}"\n');
      assert.deepEqual(await refusals({ env: { X: 'x', OPENAI_API_KEY: 'k' } }), [
        `${PROJECT}:1: model: nothing is put in for \${..} and {file:..} in a project file. (write the name of the model itself)`,
      ]);
    });

    test('a wrong value that was put in is not shown', async () => {
      put(USER, 'approvals: {mode: "${S}"}\n');
      assert.match((await refusals({ env: { S: 'sk-secret' } }))[0] ?? '', /not what stands there/);
    });
  });
});
