import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSource } from '../../src/app/config/read-source.ts';
import { compilePolicy } from '../../src/policy/compile.ts';
import { matchesText } from '../../src/testing/policy-source.ts';
import type { Policy } from '../../src/vocab/policy.ts';

/** The blocks of configuration that the security page of the specification prints, as they are printed there. */
const load = (text: string): Policy => {
  const source = parseSource(text, { layer: 'user', file: 'config.yml' }, { home: '/home/u', env: {} });
  assert.ok(source.ok, JSON.stringify(source));
  const policy = compilePolicy([source.value], matchesText);
  assert.ok(policy.ok, JSON.stringify(policy));
  return policy.value;
};

test('permission rules', () => {
  const policy = load(`permissions:
  "git *": "allow"
  "shell rm -rf *": "deny"
  "shell bundle *": "allow"
  "write ~/.env": "deny"
  "read *": "allow"
`);
  assert.deepEqual(
    policy.rules.map(({ line, tool, argument, action }) => [line, tool, argument, action]),
    [
      [2, 'git', '*', 'allow'],
      [3, 'shell', 'rm -rf *', 'deny'],
      [4, 'shell', 'bundle *', 'allow'],
      [5, 'write', '~/.env', 'deny'],
      [6, 'read', '*', 'allow'],
    ],
  );
});

test('command allowlist', () => {
  const policy = load(`security:
  command_allowlist:
    - "git status"
    - "git diff"
    - "bundle exec rspec"
`);
  assert.deepEqual(
    policy.allowlist.map(({ words, source }) => [source.line, ...words]),
    [
      [3, 'git', 'status'],
      [4, 'git', 'diff'],
      [5, 'bundle', 'exec', 'rspec'],
    ],
  );
});

test('auto-allowed read-only commands', () => {
  const policy = load(`approvals:
  auto_allow_readonly: true   # set false to prompt for everything again
  readonly_commands:          # extend the built-in set; same parse validation applies
    - "jq"                    # bare name matches that command head
    - "docker ps"             # multi-word entry matches those leading tokens
`);
  assert.deepEqual([policy.autoAllowReadonly, policy.readonlyCommands], [true, [['jq'], ['docker', 'ps']]]);
});

test('settings that the page names in its text', () => {
  const policy = load(`tools:
  shell: true
  workspace_strict: true
terminal:
  cwd: ~/work
security:
  require_confirmation_for_shell: true
  confirm_policy: confirm_all
approvals:
  mode: manual
  wait_timeout_seconds: 900
`);
  assert.deepEqual([policy.confirmPolicy, policy.workspaceStrict, policy.toolsOff], ['confirm_all', true, []]);
});
