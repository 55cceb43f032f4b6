import assert from 'node:assert/strict';
import { test } from 'node:test';
import { matchesText, toSource } from '../../testing/policy-source.ts';
import type { ConfigFile } from '../../vocab/config.ts';
import { compilePolicy } from '../compile.ts';
import { diffPolicies, type PolicySide } from './diff.ts';
import { showRules, showSettings } from './show.ts';

const side = (config: ConfigFile): PolicySide => {
  const sources = [toSource(config)];
  const policy = compilePolicy(sources, matchesText);
  assert.ok(policy.ok);
  return { policy: policy.value, sources };
};

test('equal policies do not differ', () => {
  assert.deepEqual(diffPolicies(side({}), side({ approvals: { mode: 'manual' } })), []);
});

test('tells what was added, removed and changed', () => {
  const before: ConfigFile = {
    permissions: { 'shell a *': 'allow', 'shell b *': 'ask' },
    tools: { shell: false },
    security: { command_allowlist: ['x'] },
  };
  const after: ConfigFile = {
    permissions: { 'shell b *': { action: 'ask', because: 'new' }, 'shell c *': 'deny' },
    security: { command_allowlist: ['x', 'y'] },
    approvals: { mode: 'skip' },
  };
  assert.deepEqual(diffPolicies(side(before), side(after)), [
    { what: 'changed', key: 'approvals.mode', name: null, before: 'manual', after: 'skip' },
    { what: 'removed', key: 'rule', name: 'shell a *', before: 'allow', after: null },
    { what: 'changed', key: 'rule', name: 'shell b *', before: 'ask', after: 'ask; because: new' },
    { what: 'added', key: 'rule', name: 'shell c *', before: null, after: 'deny' },
    { what: 'changed', key: 'security.command_allowlist', name: null, before: '"x"', after: '"x", "y"' },
    { what: 'removed', key: 'tools.shell', name: null, before: 'false', after: null },
  ]);
});

const CACHES = '[~/.cache, ~/.npm, ~/.cargo/registry, ~/.cargo/git, ~/go/pkg, ~/.m2, ~/.gradle, ~/.local/share/pnpm]';

test('shows every setting with its origin, and never a key of a provider', () => {
  const source = toSource({
    providers: { own: { api_key: 'sk-secret', base_url: 'https://x' } },
    shell: { env: ['A', 'B'] },
    approvals: { wait_timeout_seconds: null },
  });
  const here = { layer: 'user', file: 'user.yml', line: 1 };
  assert.deepEqual(showSettings([source]), [
    { key: 'security.confirm_policy', value: 'confirm_all', source: null },
    { key: 'security.ask_rules_hold_in_yolo', value: 'false', source: null },
    { key: 'security.taint', value: 'ask', source: null },
    { key: 'security.sanitize.enabled', value: 'true', source: null },
    { key: 'security.sanitize.mode', value: 'warn', source: null },
    { key: 'security.sanitize.min_severity', value: 'medium', source: null },
    { key: 'approvals.mode', value: 'manual', source: null },
    { key: 'approvals.auto_allow_readonly', value: 'true', source: null },
    { key: 'approvals.wait_timeout_seconds', value: 'null', source: here },
    { key: 'tools.workspace_strict', value: 'true', source: null },
    { key: 'terminal.cwd', value: 'null', source: null },
    { key: 'sandbox.mode', value: 'auto', source: null },
    { key: 'sandbox.network', value: 'on', source: null },
    { key: 'sandbox.on_unavailable', value: 'warn', source: null },
    { key: 'model', value: 'null', source: null },
    { key: 'context.window_tokens', value: '128000', source: null },
    { key: 'chat.notify', value: 'bell', source: null },
    { key: 'chat.notify_command', value: '[]', source: null },
    { key: 'prices', value: '{}', source: null },
    { key: 'skills.enabled', value: 'true', source: null },
    { key: 'skills.paths', value: '[".bailiwick/skills","~/.bailiwick/skills"]', source: null },
    { key: 'skills.include_builtin', value: 'true', source: null },
    { key: 'skills.auto_distill', value: 'true', source: null },
    { key: 'skills.index_tokens', value: '1500', source: null },
    { key: 'auxiliary.distill', value: 'null', source: null },
    { key: 'auxiliary.review', value: 'null', source: null },
    { key: 'fallback_models', value: '[]', source: null },
    { key: 'reasoning_effort', value: 'null', source: null },
    { key: 'security.command_allowlist', value: '[]', source: null },
    { key: 'approvals.readonly_commands', value: '[]', source: null },
    { key: 'approvals.readonly_presets', value: '[]', source: null },
    { key: 'sandbox.writable', value: CACHES, source: null },
    { key: 'security.sanitize.disabled_patterns', value: '[]', source: null },
    { key: 'security.sanitize.extra_patterns', value: '[]', source: null },
    { key: 'shell.env', value: '"A"', source: here },
    { key: 'shell.env', value: '"B"', source: here },
    { key: 'providers.own.base_url', value: 'https://x', source: here },
    { key: 'providers.own.api_key', value: '(set, not shown)', source: here },
  ]);
});

test('shows all of a rule', () => {
  const { policy } = side({
    permissions: {
      'shell a *': {
        action: 'allow',
        danger: ['publish', 'upload'],
        except: ['a b'],
        tainted: true,
        expires: '2030-01-01',
        because: 'it is so',
      },
    },
  });
  assert.deepEqual(showRules(policy), [
    {
      key: 'permissions.shell a *',
      value: 'allow; danger: publish, upload; except: a b; tainted; until 2030-01-01T23:59:59.999Z; because: it is so',
      source: { layer: 'user', file: 'user.yml', line: 1 },
    },
  ]);
});
