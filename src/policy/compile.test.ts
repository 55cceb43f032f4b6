import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchesText, toSource } from '../testing/policy-source.ts';
import type { ConfigFile } from '../vocab/config.ts';
import type { LayerName, Policy, PolicyFault } from '../vocab/policy.ts';
import { compilePolicy } from './compile.ts';
import { findDeprecated, mergeScalar, SCALARS } from './config/settings.ts';
import { toPathKey, type PolicySource } from './config/source.ts';

const compile = (sources: readonly PolicySource[], warnings: PolicyFault[] = []): Policy => {
  const compiled = compilePolicy(sources, matchesText, (warning) => warnings.push(warning));
  assert.ok(compiled.ok, JSON.stringify(compiled));
  return compiled.value;
};

test('without any file every setting has its default', () => {
  const { digest, ...policy } = compile([]);
  assert.deepEqual(policy, {
    rules: [],
    confirmPolicy: 'confirm_all',
    allowlist: [],
    approvalsMode: 'manual',
    autoAllowReadonly: true,
    readonlyCommands: [],
    readonlyPresets: [],
    workspaceStrict: true,
    askRulesHoldInYolo: false,
    taint: 'ask',
    toolsOff: [],
  });
  assert.match(digest, /^[0-9a-f]{64}$/);
  assert.equal(Object.isFrozen(compile([])), true);
});

test('the wait of a question is 900 seconds unless set, and null is a value', () => {
  const wait = (...sources: PolicySource[]) => mergeScalar(SCALARS.waitTimeoutSeconds, sources, () => undefined).value;
  assert.equal(wait(), 900);
  assert.equal(wait(toSource({ approvals: { wait_timeout_seconds: null } })), null);
});

describe('confirm_policy and its older name', () => {
  const CASES: readonly (readonly [ConfigFile['security'], string])[] = [
    [{ confirm_policy: true }, 'confirm_all'],
    [{ confirm_policy: false }, 'dangerous_only'],
    [{ confirm_policy: 'dangerous_only' }, 'dangerous_only'],
    [{ require_confirmation_for_shell: true }, 'confirm_all'],
    [{ require_confirmation_for_shell: false }, 'dangerous_only'],
    [{ confirm_policy: 'confirm_all', require_confirmation_for_shell: false }, 'confirm_all'],
    [{ confirm_policy: false, require_confirmation_for_shell: true }, 'dangerous_only'],
  ];
  for (const [security, expected] of CASES) {
    test(JSON.stringify(security), () => assert.equal(compile([toSource({ security })]).confirmPolicy, expected));
  }

  test('the older name warns', () => {
    const key = toPathKey(['security', 'require_confirmation_for_shell']);
    const source = toSource({ security: { require_confirmation_for_shell: true } }, 'user', new Map([[key, 4]]));
    assert.deepEqual(findDeprecated([source, toSource({})]), [
      {
        file: 'user.yml',
        line: 4,
        message: 'security.require_confirmation_for_shell is the older name of security.confirm_policy.',
        hint: 'write security.confirm_policy; where both stand, security.confirm_policy counts',
      },
    ]);
  });
});

/** A key, the stricter value for the system file, the looser one below it, and what each makes of the policy. */
const HELD: readonly (readonly [keyof Policy, ConfigFile, ConfigFile, unknown, unknown])[] = [
  [
    'confirmPolicy',
    { security: { confirm_policy: true } },
    { security: { confirm_policy: false } },
    'confirm_all',
    'dangerous_only',
  ],
  [
    'confirmPolicy',
    { security: { require_confirmation_for_shell: true } },
    { security: { confirm_policy: false } },
    'confirm_all',
    'dangerous_only',
  ],
  [
    'askRulesHoldInYolo',
    { security: { ask_rules_hold_in_yolo: true } },
    { security: { ask_rules_hold_in_yolo: false } },
    true,
    false,
  ],
  ['taint', { security: { taint: 'deny' } }, { security: { taint: 'ask' } }, 'deny', 'ask'],
  ['taint', { security: { taint: 'ask' } }, { security: { taint: 'off' } }, 'ask', 'off'],
  ['approvalsMode', { approvals: { mode: 'manual' } }, { approvals: { mode: 'auto' } }, 'manual', 'auto'],
  ['approvalsMode', { approvals: { mode: 'auto' } }, { approvals: { mode: 'skip' } }, 'auto', 'skip'],
  [
    'autoAllowReadonly',
    { approvals: { auto_allow_readonly: false } },
    { approvals: { auto_allow_readonly: true } },
    false,
    true,
  ],
  ['workspaceStrict', { tools: { workspace_strict: true } }, { tools: { workspace_strict: false } }, true, false],
  ['toolsOff', { tools: { shell: false } }, { tools: { shell: true } }, ['shell'], []],
];

for (const [name, strict, loose, strictValue, looseValue] of HELD) {
  describe(`${name} ${JSON.stringify(strict)} against ${JSON.stringify(loose)}`, () => {
    test('no lower layer loosens what the system file sets', () => {
      const warnings: PolicyFault[] = [];
      const policy = compile([toSource(strict, 'system'), toSource(loose), toSource(loose, 'session')], warnings);
      assert.deepEqual(policy[name], strictValue);
      assert.deepEqual(
        warnings.map(({ file }) => file),
        ['user.yml', 'session.yml'],
      );
    });
    test('a lower layer may be stricter, and the nearest counts below the system file', () => {
      assert.deepEqual(compile([toSource(loose, 'system'), toSource(strict)])[name], strictValue);
      assert.deepEqual(compile([toSource(strict), toSource(loose, 'session')])[name], looseValue);
    });
  });
}

test('a longer wait and another folder are looser too', () => {
  const warnings: PolicyFault[] = [];
  const warn = (warning: PolicyFault): void => void warnings.push(warning);
  const wait = (seconds: number | null, layer: LayerName) =>
    toSource({ approvals: { wait_timeout_seconds: seconds } }, layer);
  assert.equal(mergeScalar(SCALARS.waitTimeoutSeconds, [wait(60, 'system'), wait(null, 'user')], warn).value, 60);
  assert.equal(mergeScalar(SCALARS.waitTimeoutSeconds, [wait(null, 'system'), wait(5, 'user')], warn).value, 5);
  const root = (cwd: string, layer: LayerName) => toSource({ terminal: { cwd } }, layer);
  assert.equal(
    mergeScalar(SCALARS.workspace, [root('/srv/a', 'system'), root('/srv/ab', 'user')], warn).value,
    '/srv/a',
  );
  assert.equal(
    mergeScalar(SCALARS.workspace, [root('/srv/a', 'system'), root('/srv/a/b', 'user')], warn).value,
    '/srv/a/b',
  );
  assert.deepEqual(warnings, [
    {
      file: 'user.yml',
      line: 1,
      message: 'approvals.wait_timeout_seconds is looser than system.yml:1 allows and has no effect.',
      hint: 'the system file is kept by whoever runs this machine',
    },
    {
      file: 'user.yml',
      line: 1,
      message: 'terminal.cwd is looser than system.yml:1 allows and has no effect.',
      hint: 'the system file is kept by whoever runs this machine',
    },
  ]);
});

describe('lists', () => {
  const allow = (entries: string[], layer: LayerName) => toSource({ security: { command_allowlist: entries } }, layer);
  const wordsOf = (policy: Policy) => policy.allowlist.map(({ words }) => words.join(' '));

  test('unite, each entry once, with the place of the first', () => {
    const lines = new Map([[toPathKey(['security', 'command_allowlist', 1]), 7]]);
    const user = toSource({ security: { command_allowlist: ['a', 'npm  test '] } }, 'user', lines);
    const policy = compile([allow(['a'], 'system'), user]);
    assert.deepEqual(policy.allowlist, [
      { words: ['a'], source: { layer: 'system', file: 'system.yml', line: 1 } },
      { words: ['npm', 'test'], source: { layer: 'user', file: 'user.yml', line: 7 } },
    ]);
  });

  test('an empty list of the system file closes the list, one of the user does not', () => {
    const warnings: PolicyFault[] = [];
    assert.deepEqual(wordsOf(compile([allow([], 'system'), allow(['a'], 'user')], warnings)), []);
    assert.deepEqual(
      warnings.map(({ message }) => message),
      ['security.command_allowlist is looser than system.yml:1 allows and has no effect.'],
    );
    assert.deepEqual(wordsOf(compile([allow([], 'user'), allow(['b'], 'session')])), ['b']);
  });

  test('an empty entry covers nothing and is kept out', () => {
    const policy = compile([
      toSource({ security: { command_allowlist: ['', ' '] }, approvals: { readonly_commands: ['', 'docker ps'] } }),
    ]);
    assert.deepEqual([policy.allowlist, policy.readonlyCommands], [[], [['docker', 'ps']]]);
  });

  test('presets unite', () => {
    const presets = (names: ('text' | 'cd')[], layer: LayerName) =>
      toSource({ approvals: { readonly_presets: names } }, layer);
    assert.deepEqual(compile([presets(['text'], 'user'), presets(['cd', 'text'], 'session')]).readonlyPresets, [
      'text',
      'cd',
    ]);
  });
});

describe('rules of layers', () => {
  test('all count, each with its file and line', () => {
    const lines = new Map([[toPathKey(['permissions', 'read']), 3]]);
    const policy = compile([
      toSource({ permissions: { read: 'ask' } }, 'system', lines),
      toSource({ permissions: { read: 'allow' } }),
    ]);
    assert.deepEqual(
      policy.rules.map(({ layer, file, line, action }) => [layer, file, line, action]),
      [
        ['system', 'system.yml', 3, 'ask'],
        ['user', 'user.yml', 1, 'allow'],
      ],
    );
  });

  test('allow rules of an untrusted project have no effect and say so', () => {
    const warnings: PolicyFault[] = [];
    const project = toSource(
      { permissions: { 'shell make *': 'allow', 'shell rm *': 'deny', 'write *': 'ask' } },
      'project',
    );
    assert.deepEqual(
      compile([project], warnings).rules.map(({ text }) => text),
      ['shell rm *', 'write *'],
    );
    assert.deepEqual(warnings, [
      {
        file: 'project.yml',
        line: 1,
        message: 'Rule "shell make *" allows something, and this project is not trusted: it has no effect.',
        hint: 'look at the file, then run bailiwick trust; ask and deny rules of the project hold',
      },
    ]);
    assert.equal(compile([{ ...project, trusted: true }]).rules.length, 3);
  });

  test('a broken rule of an untrusted project refuses all the same', () => {
    assert.equal(compilePolicy([toSource({ permissions: { 'shel x': 'allow' } }, 'project')], matchesText).ok, false);
  });
});

describe('digest', () => {
  const base: ConfigFile = {
    permissions: { 'shell a': 'ask', 'shell b': 'deny' },
    security: { command_allowlist: ['x', 'y'] },
  };
  const digest = (config: ConfigFile, lines?: ReadonlyMap<string, number>, layer?: LayerName) =>
    compile([toSource(config, layer, lines)]).digest;

  test('is equal for equal content, in whatever order and on whatever line it stands', () => {
    const turned: ConfigFile = {
      security: { command_allowlist: ['y', 'x'] },
      permissions: { 'shell b': 'deny', 'shell a': 'ask' },
    };
    assert.equal(digest(turned, new Map([[toPathKey(['permissions', 'shell a']), 9]])), digest(base));
  });

  test('differs when anything a decision depends on differs', () => {
    const others: readonly ConfigFile[] = [
      {},
      { ...base, permissions: { 'shell a': 'ask' } },
      { ...base, permissions: { 'shell a': 'deny', 'shell b': 'deny' } },
      { ...base, permissions: { 'shell a': { action: 'ask', because: 'why' }, 'shell b': 'deny' } },
      { ...base, security: { command_allowlist: ['x'] } },
      { ...base, approvals: { mode: 'auto' } },
      { ...base, approvals: { readonly_commands: ['jq'] } },
      { ...base, approvals: { readonly_presets: ['cd'] } },
      { ...base, tools: { shell: false } },
    ];
    const digests = [base, ...others].map((config) => digest(config));
    assert.equal(new Set(digests).size, digests.length);
    assert.notEqual(digest(base, undefined, 'system'), digest(base));
  });
});
