import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { after, describe, test } from 'node:test';
import { PAGE_FILE, renderPage, renderSchema, SCHEMA_FILE } from '../../scripts/config-docs.ts';
import { loadConfig, type AppConfig } from '../../src/app/load-config.ts';
import { checkConfig } from '../../src/policy/config/check-config.ts';
import { compilePolicy } from '../../src/policy/compile.ts';
import { matchesText, toSource } from '../../src/testing/policy-source.ts';
import { CONFIG_KEYS } from '../../src/policy/config/config-keys.ts';
import type { ConfigFile } from '../../src/vocab/config.ts';

const folder = realpathSync(mkdtempSync(`${tmpdir()}/bailiwick-keys-`));

/** For each key a configuration that sets it, and one that differs in this key alone. */
const CHANGES: Readonly<Record<string, readonly [ConfigFile, ConfigFile]>> = {
  'model': [{}, { model: 'anthropic:x' }],
  'fallback_models': [{}, { fallback_models: ['openai:x'] }],
  'reasoning_effort': [{}, { reasoning_effort: 'low' }],
  'providers.<name>.base_url': [{ providers: { a: {} } }, { providers: { a: { base_url: 'http://x' } } }],
  'providers.<name>.api_key': [{ providers: { a: {} } }, { providers: { a: { api_key: 'k' } } }],
  'providers.<name>.protocol': [{ providers: { a: {} } }, { providers: { a: { protocol: 'anthropic' } } }],
  'tools.<name>': [{}, { tools: { shell: false } }],
  'tools.workspace_strict': [{}, { tools: { workspace_strict: false } }],
  'terminal.cwd': [{}, { terminal: { cwd: folder } }],
  'shell.env': [{}, { shell: { env: ['EDITOR'] } }],
  'chat.notify': [{}, { chat: { notify: 'off' } }],
  'chat.notify_command': [{}, { chat: { notify_command: ['notify-send'] } }],
  'prices.<name>.input': [
    { prices: { 'a:b': { input: 1, output: 1 } } },
    { prices: { 'a:b': { input: 2, output: 1 } } },
  ],
  'prices.<name>.output': [
    { prices: { 'a:b': { input: 1, output: 1 } } },
    { prices: { 'a:b': { input: 1, output: 2 } } },
  ],
  'sandbox.mode': [{}, { sandbox: { mode: 'off' } }],
  'sandbox.network': [{}, { sandbox: { network: 'off' } }],
  'sandbox.writable': [{}, { sandbox: { writable: ['~/x'] } }],
  'sandbox.on_unavailable': [{}, { sandbox: { on_unavailable: 'deny' } }],
  'security.confirm_policy': [{}, { security: { confirm_policy: 'dangerous_only' } }],
  'security.require_confirmation_for_shell': [{}, { security: { require_confirmation_for_shell: false } }],
  'security.command_allowlist': [{}, { security: { command_allowlist: ['npm test'] } }],
  'security.ask_rules_hold_in_yolo': [{}, { security: { ask_rules_hold_in_yolo: true } }],
  'security.taint': [{}, { security: { taint: 'off' } }],
  'security.sanitize.enabled': [{}, { security: { sanitize: { enabled: false } } }],
  'security.sanitize.mode': [{}, { security: { sanitize: { mode: 'strip' } } }],
  'security.sanitize.min_severity': [{}, { security: { sanitize: { min_severity: 'high' } } }],
  'security.sanitize.disabled_patterns': [{}, { security: { sanitize: { disabled_patterns: ['forged-turn'] } } }],
  'security.sanitize.extra_patterns': [
    {},
    { security: { sanitize: { extra_patterns: [{ name: 'a', severity: 'low', pattern: 'b' }] } } },
  ],
  'skills.enabled': [{}, { skills: { enabled: false } }],
  'skills.paths': [{}, { skills: { paths: ['a'] } }],
  'skills.include_builtin': [{}, { skills: { include_builtin: false } }],
  'skills.auto_distill': [{}, { skills: { auto_distill: false } }],
  'skills.index_tokens': [{}, { skills: { index_tokens: 500 } }],
  'auxiliary.distill': [{}, { auxiliary: { distill: 'a:b' } }],
  'auxiliary.review': [{}, { auxiliary: { review: 'a:b' } }],
  'plugins.entries.<name>.enabled': [entry({}), entry({ enabled: true })],
  'plugins.entries.<name>.package': [entry({}), entry({ package: '@me/a' })],
  'plugins.entries.<name>.config.<name>': [entry({ config: { days: 1 } }), entry({ config: { days: 2 } })],
  'permissions.<pattern>': [{}, { permissions: { 'shell make *': 'allow' } }],
  'permissions.<pattern>.action': [rule({}), { permissions: { read: { action: 'deny' } } }],
  'permissions.<pattern>.because': [rule({}), rule({ because: 'x' })],
  'permissions.<pattern>.except': [rule({}), rule({ except: ['x'] })],
  'permissions.<pattern>.danger': [rule({}), rule({ danger: ['secret-read'] })],
  'permissions.<pattern>.tainted': [rule({}), rule({ tainted: true })],
  'permissions.<pattern>.expires': [rule({}), rule({ expires: '2030-01-01' })],
  'approvals.mode': [{}, { approvals: { mode: 'auto' } }],
  'approvals.auto_allow_readonly': [{}, { approvals: { auto_allow_readonly: false } }],
  'approvals.readonly_commands': [{}, { approvals: { readonly_commands: ['jq'] } }],
  'approvals.readonly_presets': [{}, { approvals: { readonly_presets: ['cd'] } }],
  'context.window_tokens': [{}, { context: { window_tokens: 8000 } }],
  'approvals.wait_timeout_seconds': [{}, { approvals: { wait_timeout_seconds: null } }],
};

/** Keys that are consumed by being checked: what they say must hold, or the file is refused. */
const CHECKED: Readonly<Record<string, ConfigFile>> = {
  'permissions.<pattern>.match': { permissions: { 'read a': { action: 'allow', match: ['b'] } } },
  'permissions.<pattern>.not_match': { permissions: { 'read a': { action: 'allow', not_match: ['a'] } } },
};

function rule(more: object): ConfigFile {
  return { permissions: { read: { action: 'allow', ...more } } };
}

function entry(more: object): ConfigFile {
  return { plugins: { entries: { a: more } } };
}

async function load(config: ConfigFile): Promise<Omit<AppConfig, 'sources' | 'world' | 'warnings'>> {
  const session = [toSource(config, 'session')];
  const world = { cwd: '/', home: '/nobody', env: {}, system: { file: '/nobody/system.yml', owner: 0 }, session };
  const loaded = await loadConfig(world, async () => matchesText);
  assert.ok(loaded.ok, JSON.stringify(loaded));
  const { sources: _sources, world: _world, warnings: _warnings, ...config_ } = loaded.value;
  return config_;
}

describe('every key that is accepted has an effect', () => {
  after(() => rmSync(folder, { recursive: true }));
  test('the table of keys is the schema', () => {
    assert.deepEqual(keysOf(JSON.parse(renderSchema()), []).toSorted(), CONFIG_KEYS.map(({ key }) => key).toSorted());
  });

  test('each is changed here, or checked', () => {
    const tried = [...Object.keys(CHANGES), ...Object.keys(CHECKED)].toSorted();
    assert.deepEqual(tried, CONFIG_KEYS.map(({ key }) => key).toSorted());
  });

  for (const [key, [before, after]] of Object.entries(CHANGES)) {
    test(key, async () => {
      for (const config of [before, after]) {
        const origin = { layer: 'user', file: 'f', lines: new Map(), substituted: new Set<string>() } as const;
        assert.equal(checkConfig(config, origin).ok, true);
      }
      assert.notDeepEqual(await load(after), await load(before));
    });
  }
  for (const [key, config] of Object.entries(CHECKED)) {
    test(key, () => assert.equal(compilePolicy([toSource(config)], matchesText).ok, false));
  }
});

interface Schema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly anyOf?: readonly Schema[];
}

/** All keys of the schema, written as in the table. */
function keysOf(schema: Schema, path: readonly string[]): readonly string[] {
  const named = Object.entries(schema.properties ?? {}).flatMap(([name, below]) => keysOf(below, [...path, name]));
  const name = path[0] === 'permissions' ? '<pattern>' : '<name>';
  const open =
    typeof schema.additionalProperties === 'object' ? keysOf(schema.additionalProperties, [...path, name]) : [];
  const choices = (schema.anyOf ?? []).flatMap((choice) => keysOf(choice, path));
  const isLeaf = named.length === 0 && open.length === 0 && path.length > 0;
  // `tools` holds names of tools and one key of its own, which the schema tells by its pattern.
  const own = path.join('.') === 'tools' ? ['tools.workspace_strict'] : [];
  return [...new Set([...named, ...open, ...own, ...choices, ...(isLeaf ? [path.join('.')] : [])])];
}

describe('what is published is what is read', () => {
  test('docs/reference/config.schema.json; to renew it: node scripts/config-docs.ts', () => {
    assert.equal(readFileSync(SCHEMA_FILE, 'utf8'), renderSchema());
  });
  test('docs/reference/config.md; to renew it: node scripts/config-docs.ts', () => {
    const page = readFileSync(PAGE_FILE, 'utf8');
    assert.equal(page, renderPage(page));
  });
  test('defaults of the table are those of the code', async () => {
    const loaded = await load({});
    const { policy, waitTimeoutSeconds, shellEnv, model, fallbackModels, sandbox, windowTokens } = loaded;
    const { chat, sanitize, skills } = loaded;
    const values: Readonly<Record<string, unknown>> = {
      'context.window_tokens': windowTokens,
      'fallback_models': JSON.stringify(fallbackModels),
      'chat.notify': chat.notify,
      'chat.notify_command': JSON.stringify(chat.notifyCommand),
      'sandbox.mode': sandbox.mode,
      'sandbox.network': sandbox.network ? 'on' : 'off',
      'sandbox.writable': `[${sandbox.writable.map((path) => path.replace('/nobody', '~')).join(', ')}]`,
      'sandbox.on_unavailable': sandbox.onUnavailable,
      'security.confirm_policy': policy.confirmPolicy,
      'security.command_allowlist': '[]',
      'security.ask_rules_hold_in_yolo': policy.askRulesHoldInYolo,
      'security.taint': policy.taint,
      'security.sanitize.enabled': sanitize.enabled,
      'security.sanitize.mode': sanitize.mode,
      'security.sanitize.min_severity': sanitize.minSeverity,
      'security.sanitize.disabled_patterns': JSON.stringify(sanitize.disabledPatterns),
      'security.sanitize.extra_patterns': JSON.stringify(sanitize.extraPatterns),
      'skills.enabled': skills.enabled,
      'skills.paths': `[${skills.paths.join(', ')}]`,
      'skills.include_builtin': skills.includeBuiltin,
      'skills.auto_distill': skills.autoDistill,
      'skills.index_tokens': skills.indexTokens,
      'plugins.entries.<name>.enabled': (await load(entry({}))).plugins[0]?.enabled,
      'approvals.mode': policy.approvalsMode,
      'approvals.auto_allow_readonly': policy.autoAllowReadonly,
      'approvals.readonly_commands': JSON.stringify(policy.readonlyCommands),
      'approvals.readonly_presets': JSON.stringify(policy.readonlyPresets),
      'approvals.wait_timeout_seconds': waitTimeoutSeconds,
      'tools.workspace_strict': policy.workspaceStrict,
      'tools.<name>': !policy.toolsOff.includes('shell'),
      'shell.env': JSON.stringify(shellEnv),
      'permissions.<pattern>': '{}',
    };
    const table = CONFIG_KEYS.filter(({ fallback }) => fallback !== null).map(({ key, fallback }) => [key, fallback]);
    assert.deepEqual(
      Object.fromEntries(table),
      Object.fromEntries(Object.entries(values).map(([key, value]) => [key, String(value)])),
    );
    assert.deepEqual([policy.allowlist, policy.rules, model], [[], [], null]);
  });
  test('what the entries of a list must be', () => {
    assert.deepEqual(Object.fromEntries(CONFIG_KEYS.flatMap(({ key, entry }) => (entry ? [[key, entry]] : []))), {
      'fallback_models': '<provider>:<model>, and no scripted one',
      'chat.notify_command': 'a word',
      'sandbox.writable': 'an absolute path, or one that starts with ~/',
      'shell.env': 'the name of a variable',
      'security.sanitize.disabled_patterns': 'the name of a pattern (docs/reference/scanner.md lists them)',
      'security.sanitize.extra_patterns':
        'a map of name (small letters, digits, hyphens), severity (low, medium or high) and pattern (RE2 syntax)',
      'skills.paths': 'a folder: absolute, below ~/, or relative to the project',
      'security.command_allowlist': 'a text, the leading words of a command',
      'permissions.<pattern>.except': 'a pattern',
      'permissions.<pattern>.danger': 'one of the danger classes (bailiwick policy show prints them)',
      'permissions.<pattern>.match': 'a text',
      'permissions.<pattern>.not_match': 'a text',
      'approvals.readonly_commands': 'a text, a command or its leading words',
      'approvals.readonly_presets': 'one of discard, text, git, system, cd and dev',
    });
  });
});
