import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { toSource } from '../../testing/policy-source.ts';
import type { ConfigFile } from '../../vocab/config.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { fallbackOf, LISTS, mergeScalar, mergeTools, SCALARS, type ScalarKey } from './settings.ts';

type Row = readonly [key: string, fallback: unknown, fromStrictest?: readonly unknown[]];

/** What each key is when absent, and which values loosen what a system file sets: those further right. */
const KEYS: readonly Row[] = [
  ['security.confirm_policy', 'confirm_all', ['confirm_all', 'dangerous_only']],
  ['security.ask_rules_hold_in_yolo', false, [true, false]],
  ['security.taint', 'ask', ['deny', 'ask', 'off']],
  ['security.sanitize.enabled', true, [true, false]],
  ['security.sanitize.mode', 'warn', ['reject', 'strip', 'warn']],
  ['security.sanitize.min_severity', 'medium', ['low', 'medium', 'high']],
  ['approvals.mode', 'manual', ['manual', 'auto', 'skip']],
  ['approvals.auto_allow_readonly', true, [false, true]],
  ['approvals.wait_timeout_seconds', 900, [1, 900, 901, null]],
  ['tools.workspace_strict', true, [true, false]],
  ['terminal.cwd', null],
  ['sandbox.mode', 'auto', ['require', 'auto', 'off']],
  ['sandbox.network', 'on', ['off', 'on']],
  ['sandbox.on_unavailable', 'warn', ['deny', 'warn']],
  ['model', null],
  ['context.window_tokens', 128_000],
  ['chat.notify', 'bell'],
  ['chat.notify_command', []],
  ['prices', {}],
  ['skills.enabled', true, [false, true]],
  ['skills.paths', ['.bailiwick/skills', '~/.bailiwick/skills']],
  ['skills.include_builtin', true, [false, true]],
  ['skills.auto_distill', true, [false, true]],
  ['skills.index_tokens', 1_500],
  ['auxiliary.distill', null],
  ['auxiliary.review', null],
  ['fallback_models', []],
  ['reasoning_effort', null],
];

/** What a system file says of them no user file widens. */
const HELD: readonly string[] = ['terminal.cwd', 'skills.paths'];

const setting = (key: string, value: unknown): ConfigFile =>
  key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value) as ConfigFile;

const byKey = new Map<string, ScalarKey<unknown>>(
  Object.values(SCALARS).map((key) => [key.key, key as ScalarKey<unknown>]),
);

test('every key that stands for itself has a row', () => {
  assert.deepEqual([...byKey.keys()].toSorted(), KEYS.map(([key]) => key).toSorted());
});

describe('a key', () => {
  for (const [name, fallback, fromStrictest] of KEYS) {
    const merge = (system: unknown, user: unknown): unknown => {
      const key = byKey.get(name);
      assert.ok(key !== undefined);
      const sources = [toSource(setting(name, system), 'system'), toSource(setting(name, user), 'user')];
      return mergeScalar(key, sources, () => undefined).value;
    };

    test(`${name} is ${JSON.stringify(fallback)} when absent, and what a file says else`, () => {
      const key = byKey.get(name);
      assert.ok(key !== undefined);
      assert.deepEqual(
        mergeScalar(key, [toSource({})], () => undefined),
        { value: fallback, source: null },
      );
      assert.deepEqual(key.pick(setting(name, 'set')), 'set');
      assert.equal(key.pick({}), undefined);
    });

    if (fromStrictest === undefined && !HELD.includes(name)) {
      test(`${name} of the system file is a value like any other: a user may set another`, () => {
        assert.equal(merge('a', 'b'), 'b');
      });
    }

    for (const [i, system] of (fromStrictest ?? []).entries()) {
      test(`${name}: ${JSON.stringify(system)} in the system file holds against what is looser`, () => {
        const expected = fromStrictest?.map((user, k) => (k > i ? system : user));
        assert.deepEqual(
          fromStrictest?.map((user) => merge(system, user)),
          expected,
        );
      });
    }
  }

  test('that says nothing of safety is set by whoever is nearest', () => {
    for (const name of [
      'model',
      'chat.notify',
      'context.window_tokens',
      'prices',
      'reasoning_effort',
      'fallback_models',
    ]) {
      const key = byKey.get(name);
      assert.ok(key !== undefined);
      const sources = [toSource(setting(name, 'a'), 'system'), toSource(setting(name, 'b'), 'user')];
      assert.equal(mergeScalar(key, sources, () => undefined).value, 'b');
    }
  });
});

test('folders of skills are the ones that the system file names', () => {
  const merged = (user: string[]) => {
    const paths = [
      toSource({ skills: { paths: ['a', 'b'] } }, 'system'),
      toSource({ skills: { paths: user } }, 'user'),
    ];
    return mergeScalar(SCALARS.skillPaths, paths, () => undefined);
  };
  assert.equal(merged(['a', 'b']).source?.layer, 'user');
  assert.equal(merged(['c']).source?.layer, 'system');
});

test('a tool that the system file switches off stays off, and workspace_strict is none', () => {
  const warnings: PolicyFault[] = [];
  const sources = [
    toSource({ tools: { shell: false, grep: true, workspace_strict: true } }, 'system'),
    toSource({ tools: { shell: true, grep: false, edit: false } }, 'user'),
  ];
  const merged = mergeTools(sources, (warning) => warnings.push(warning));
  assert.deepEqual(
    merged.map(({ name, value }) => [name, value]),
    [
      ['edit', false],
      ['grep', false],
      ['shell', false],
    ],
  );
  assert.deepEqual(
    warnings.map(({ message }) => message.split(' ')[0]),
    ['tools.shell'],
  );
});

test('the sandbox may write caches of builds unless a file names folders', () => {
  assert.deepEqual(fallbackOf(LISTS.sandboxWritable, [toSource({})]), [
    '~/.cache',
    '~/.npm',
    '~/.cargo/registry',
    '~/.cargo/git',
    '~/go/pkg',
    '~/.m2',
    '~/.gradle',
    '~/.local/share/pnpm',
  ]);
  assert.deepEqual(fallbackOf(LISTS.sandboxWritable, [toSource({}), toSource({ sandbox: { writable: [] } })]), []);
  assert.deepEqual(fallbackOf(LISTS.shellEnv, [toSource({})]), []);
});

test('lists are read under their names', () => {
  assert.deepEqual(
    Object.values(LISTS).map(({ key, pick }) => [key, pick(setting(key, ['set'])), pick({})]),
    [
      'security.command_allowlist',
      'approvals.readonly_commands',
      'approvals.readonly_presets',
      'sandbox.writable',
      'security.sanitize.disabled_patterns',
      'security.sanitize.extra_patterns',
      'shell.env',
    ].map((key) => [key, ['set'], undefined]),
  );
});
