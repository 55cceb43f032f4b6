import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LayerName } from '../../vocab/policy.ts';
import { checkConfig } from './check-config.ts';

const check = (root: unknown, layer: LayerName = 'user', substituted: readonly string[] = []) =>
  checkConfig(root, { layer, file: 'f.yml', lines: new Map(), substituted: new Set(substituted) });

/** What is refused, and the message with its hint. */
const REFUSED: readonly (readonly [unknown, string, LayerName?])[] = [
  [[], 'The configuration must be a map of keys. (write `key: value` lines, or leave the file empty)'],
  ['text', 'The configuration must be a map of keys. (write `key: value` lines, or leave the file empty)'],
  [{ permision: {} }, 'There is no key permision. (did you mean permissions?)'],
  [{ zzz: 1 }, 'There is no key zzz. (docs/reference/config.md lists every key)'],
  [{ command_allowlist: [] }, 'There is no key command_allowlist. (did you mean security.command_allowlist?)'],
  [
    { security: { confirm_polcy: true } },
    'There is no key security.confirm_polcy. (did you mean security.confirm_policy?)',
  ],
  [{ tools: { sehll: false } }, 'tools.sehll: there is no tool sehll. (did you mean shell?)'],
  [{ tools: { shell: 'no' } }, 'tools.shell must be true or false, not "no". (see docs/reference/config.md)'],
  [
    { tools: { workspace_strict: 'no' } },
    'tools.workspace_strict must be true or false, not "no". (see docs/reference/config.md)',
  ],
  [{ security: [] }, 'security must be a map of keys, not []. (see docs/reference/config.md)'],
  [
    { security: { confirm_policy: 'confirm_al' } },
    'security.confirm_policy must be confirm_all or dangerous_only (true and false mean these two), not "confirm_al". (did you mean confirm_all?)',
  ],
  [
    { permissions: { 'shell ls': 'Allow' } },
    'permissions."shell ls" must be allow, ask or deny, or a map with action, not "Allow". (did you mean allow?)',
  ],
  [
    { permissions: { 'shell ls': { because: 'x' } } },
    'permissions."shell ls".action is missing. (it must be allow, ask or deny)',
  ],
  [
    { permissions: { 'shell ls': { action: 'allow', excpt: [] } } },
    'There is no key permissions."shell ls".excpt. (did you mean permissions.shell ls.except?)',
  ],
  [
    { permissions: { read: { action: 'allow', danger: ['secret-raed'] } } },
    'permissions.read.danger.0 must be one of the danger classes (bailiwick policy show prints them), not "secret-raed". (did you mean secret-read?)',
  ],
  [
    { approvals: { wait_timeout_seconds: 3_000_000 } },
    'approvals.wait_timeout_seconds must be whole seconds from 1 to 2000000, or null, not 3000000. (see docs/reference/config.md)',
  ],
  [
    { approvals: { wait_timeout_seconds: 1.5 } },
    'approvals.wait_timeout_seconds must be whole seconds from 1 to 2000000, or null, not 1.5. (see docs/reference/config.md)',
  ],
  [
    { approvals: { wait_timeout_seconds: 0 } },
    'approvals.wait_timeout_seconds must be whole seconds from 1 to 2000000, or null, not 0. (see docs/reference/config.md)',
  ],
  [
    { security: { command_allowlist: ['make', 7] } },
    'security.command_allowlist.1 must be a text, the leading words of a command, not 7. (see docs/reference/config.md)',
  ],
  [
    { approvals: { readonly_presets: ['gti'] } },
    'approvals.readonly_presets.0 must be one of discard, text, git, system, cd and dev, not "gti". (did you mean git?)',
  ],
  [
    { security: { command_allowlist: 'git status' } },
    'security.command_allowlist must be a list of texts, each the leading words of a command, not "git status". (see docs/reference/config.md)',
  ],
  [
    { providers: { own: { api_key: 7 } } },
    'providers.own.api_key must be a text, best written ${NAME} or {file:path}, not what stands there. (see docs/reference/config.md)',
  ],
  [{ providers: { scripted: {} } }, 'There is no key providers.scripted. (docs/reference/config.md lists every key)'],
  [{ shell: { env: ['LD_PRELOAD'] } }, 'LD_PRELOAD is never handed to a command. (leave it out of shell.env)'],
  [
    JSON.parse('{"permissions": {"__proto__": "deny"}}'),
    'There is no key permissions.__proto__. (docs/reference/config.md lists every key)',
  ],
  [
    { security: { taint: 'off' } },
    "security may not stand in a project's file. (move it to your own config.yml; a project may set permissions, tools.<name>: false, model, skills and context)",
    'project',
  ],
  [
    { tools: { read: true } },
    "tools.read may not stand in a project's file. (move it to your own config.yml; a project may set permissions, tools.<name>: false, model, skills and context)",
    'project',
  ],
  [
    { tools: { workspace_strict: false } },
    "tools.workspace_strict may not stand in a project's file. (move it to your own config.yml; a project may set permissions, tools.<name>: false, model, skills and context)",
    'project',
  ],
  [{ model: 'openai:x' }, 'model may not stand in rules.yml. (put it into config.yml)', 'rules'],
];

for (const [root, expected, layer = 'user'] of REFUSED) {
  test(`refuses ${JSON.stringify(root)} in ${layer}`, () => {
    const checked = check(root, layer);
    assert.deepEqual(
      checked.ok ? [] : checked.error.map(({ file, line, message, hint }) => [file, line, `${message} (${hint})`]),
      [['f.yml', null, expected]],
    );
  });
}

test('gives all faults of a file at once', () => {
  const checked = check({ a: 1, tools: { shell: 1 }, permissions: { x: 'no' } });
  assert.equal(checked.ok ? 0 : checked.error.length, 3);
});

test('never repeats a text that was put in from elsewhere', () => {
  const checked = check({ approvals: { mode: 'sk-secret' } }, 'user', ['approvals\u0000mode']);
  assert.deepEqual(checked.ok ? [] : checked.error.map(({ message }) => message), [
    'approvals.mode must be manual, auto or skip, not what stands there.',
  ]);
});

test('a project may set its three keys, and tools of plugins', () => {
  const config = { permissions: { 'shell rm *': 'deny' }, tools: { shell: false, github__push: false }, model: 'a:b' };
  assert.deepEqual(check(config, 'project'), { ok: true, value: config });
});

test('cuts a long value in a message', () => {
  const checked = check({ approvals: { mode: 'x'.repeat(200) } });
  assert.match(checked.ok ? '' : (checked.error[0]?.message ?? ''), /not "x{56}\.\.\.\.$/);
});
