import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { matchesText, toSource } from '../../testing/policy-source.ts';
import type { ConfigFile } from '../../vocab/config.ts';
import { compilePolicy } from '../compile.ts';
import { lintPolicy } from './lint.ts';
import { toPathKey } from '../config/source.ts';

const NOW = Date.UTC(2030, 5, 1);

const lint = (config: ConfigFile) => {
  const sources = [toSource(config)];
  const policy = compilePolicy(sources, matchesText);
  assert.ok(policy.ok, JSON.stringify(policy));
  return lintPolicy(policy.value, sources, { now: NOW, plugins: ['notes'] });
};

/** Rules, and the codes found, each with the rule it is about. */
const RULES: readonly (readonly [ConfigFile['permissions'], readonly string[]])[] = [
  [{ 'shell make *': 'allow', 'read ~/x': 'deny' }, []],
  [{ read: { action: 'deny', expires: '2030-05-31' } }, ['expired: Rule "read"']],
  [{ read: { action: 'deny', expires: '2030-06-01' } }, []],
  [{ 'shell a | b': 'deny' }, ['never-matches: Rule "shell a | b"']],
  [{ 'shell a && b *': 'deny' }, ['never-matches: Rule "shell a && b *"']],
  [{ 'shell a > *': 'deny' }, ['never-matches: Rule "shell a > *"']],
  [{ 'shell a\nb': 'deny' }, ['never-matches: Rule "shell a\nb"']],
  [{ 'shell a  b': 'deny' }, ['never-matches: Rule "shell a  b"']],
  [{ 'shell git commit -m "x"': 'ask', 'git *': 'ask' }, ['never-matches: Rule "shell git commit -m "x""']],
  [{ 'shell A=1 make': 'allow' }, ['never-matches: Rule "shell A=1 make"']],
  [{ 'shell a b|c': 'deny' }, []],
  [{ 'read a && b': 'deny' }, []],
  [{ 'write src/': 'deny' }, ['never-matches: Rule "write src/"']],
  [{ 'read $HOME/*': 'deny' }, ['never-matches: Rule "read $HOME/*"']],
  [{ 'read ~ann/*': 'deny' }, ['never-matches: Rule "read ~ann/*"']],
  [{ 'read /': 'deny', 'read ~*': 'deny', 'read offset=1/': 'deny', 'read': 'ask' }, []],
  [{ 'shell *': 'allow' }, ['allows-everything: Rule "shell *"']],
  [{ shell: 'allow' }, ['allows-everything: Rule "shell"']],
  [{ '*': 'allow' }, ['allows-everything: Rule "*"']],
  [{ 'shell *': 'ask' }, []],
  [{ 'read *': 'allow' }, []],
  [{ 'github__push *': 'ask' }, ['absent-tool: Rule "github__push *"']],
  [{ 'notes__add *': 'allow' }, []],
  [{ 'shell make *': 'deny', 'shell make build': 'allow' }, ['shadowed: Rule "shell make build"']],
  [{ 'shell make *': 'deny', 'shell make': 'ask' }, ['shadowed: Rule "shell make"']],
  [{ 'shell make *': 'deny', 'shell make x *': 'deny' }, ['shadowed: Rule "shell make x *"']],
  [{ 'shell make *': 'ask', 'shell make x': 'allow' }, []],
  [{ 'shell make x': 'deny', 'shell make *': 'allow' }, []],
  [{ 'shell': 'deny', 'shell make *': 'allow' }, ['shadowed: Rule "shell make *"']],
  [{ 'shell *': 'deny', 'shell': 'ask' }, ['shadowed: Rule "shell"']],
  [{ 'shell a *': 'deny', 'shell': 'ask' }, []],
  [{ '* x': 'deny', 'read x': 'allow' }, ['shadowed: Rule "read x"']],
  [{ 'read x': 'deny', '* x': 'ask' }, []],
  [{ 'grep *': 'deny', 'grep pattern=x': 'allow' }, ['shadowed: Rule "grep pattern=x"', 'other-tool: Rule "grep *"']],
  [{ 'grep pattern=*': 'deny', 'grep x': 'allow' }, ['other-tool: Rule "grep pattern=*"']],
  [{ 'shell grep *': 'deny' }, ['other-tool: Rule "shell grep *"']],
  [{ 'shell grep *': 'allow' }, []],
  [{ 'git *': 'allow', 'shell': 'ask' }, ['other-tool: Rule "git *"']],
  [{ 'grep *': 'deny', 'shell': 'ask' }, ['other-tool: Rule "grep *"']],
  [{ 'shell grep *': 'deny', 'grep *': 'ask' }, []],
  [{ 'shell make *': { action: 'deny', except: ['make build'] }, 'shell make build': 'allow' }, []],
  [
    { 'shell make *': { action: 'deny', expires: '2030-01-01' }, 'shell make build': 'allow' },
    ['expired: Rule "shell make *"'],
  ],
  [{ 'git *': 'allow' }, ['other-tool: Rule "git *"']],
  [{ 'git': 'deny', 'shell gitk *': 'deny' }, ['other-tool: Rule "git"']],
  [{ 'shell git *': 'deny', 'shell git push *': 'ask' }, ['shadowed: Rule "shell git push *"']],
  [{ 'shell git *': 'deny', 'git *': 'deny' }, []],
  [{ 'web_fetch *': 'ask', 'shell': 'ask' }, []],
  [{ 'shell read x': 'ask' }, []],
  [{ 'shell github *': 'ask' }, []],
];

describe('rules', () => {
  for (const [permissions, expected] of RULES) {
    test(JSON.stringify(permissions), () => {
      const found = lint({ permissions }).map(
        ({ code, message }) => `${code}: ${/^Rule "[^]*?"(?= |$|")"?/.exec(message)?.[0]}`,
      );
      assert.deepEqual(found, expected);
    });
  }
});

/** What is said of a pattern that nothing can meet. */
const NEVER: readonly (readonly [pattern: string, why: string])[] = [
  ['shell a | b', 'a pattern is compared with one simple command, without operators and redirects.'],
  ['shell a\nb', 'a pattern is compared with one simple command, on one line.'],
  ['shell a  b', 'words are joined by one space.'],
  ['shell a "b"', 'words are compared as the program gets them, without quotes.'],
  ["shell a b='c'", 'words are compared as the program gets them, without quotes.'],
  ['shell A=1 make', 'an assignment in front is no word of the command.'],
  ['write src/', 'no path ends in a slash; for what lies in a folder write `folder/*`.'],
  ['read $HOME/*', 'no variable is put in; write `~` for your home.'],
  ['read ~ann/*', 'only your own home is put in, for `~`.'],
];

test('a rule that nothing meets says why', () => {
  for (const [pattern, why] of NEVER) {
    const [finding] = lint({ permissions: { [pattern]: 'deny' } });
    assert.equal(finding?.message, `Rule "${pattern}" never matches: ${why}`);
    assert.equal(finding.hint, 'docs/guide/policy.md tells what patterns are compared with');
  }
});

test('an ask and an allow of one pattern in two layers, and one rule written twice', () => {
  const sources = [
    toSource({ permissions: { 'read x': 'ask', 'read y': 'ask', 'read z': 'allow' } }, 'system'),
    toSource({ permissions: { 'read x': 'allow', 'read y': 'ask', 'read z': 'ask' } }),
  ];
  const policy = compilePolicy(sources, matchesText);
  assert.ok(policy.ok);
  assert.deepEqual(
    lintPolicy(policy.value, sources, { now: NOW, plugins: ['notes'] }).map(
      ({ file, message }) => `${file} ${message}`,
    ),
    [
      'system.yml Rule "read z" (allow) has no effect: "read z" (ask) at user.yml:1 always answers first.',
      'user.yml Rule "read x" (allow) has no effect: "read x" (ask) at system.yml:1 always answers first.',
      'user.yml Rule "read y" (ask) has no effect: "read y" (ask) at system.yml:1 always answers first.',
    ],
  );
});

/** An entry of a list, and what is said about it. */
const ENTRIES: readonly (readonly [string, string | null])[] = [
  ['npm test', null],
  ['jq', null],
  ['python3 -m pytest', null],
  ['', 'An empty entry of KEY covers nothing. (remove it)'],
  ['  ', 'An empty entry of KEY covers nothing. (remove it)'],
  [
    'a; b',
    'Entry "a; b" of KEY holds shell syntax; it is compared with plain words. (write the leading words of one command)',
  ],
  ...['sudo', 'python3', 'xargs'].map((head): readonly [string, string] => [
    head,
    `Entry "${head}" of KEY starts other programs or runs code, whatever it is handed. (name the whole command, such as \`python3 -m pytest\`)`,
  ]),
  [
    'bash',
    'Entry "bash" of KEY starts other programs or runs code, whatever it is handed. (name the whole command, such as `python3 -m pytest`)',
  ],
];

describe('lists', () => {
  for (const [entry, expected] of ENTRIES) {
    test(JSON.stringify(entry), () => {
      const say = (config: ConfigFile) => lint(config).map(({ message, hint }) => `${message} (${hint})`);
      const text = (key: string) => (expected === null ? [] : [expected.replace('KEY', key)]);
      assert.deepEqual(say({ security: { command_allowlist: [entry] } }), text('security.command_allowlist'));
      assert.deepEqual(say({ approvals: { readonly_commands: [entry] } }), text('approvals.readonly_commands'));
    });
  }
});

test('does not remark on the example of the README, and asks what a rule of the tool git means', () => {
  const example: ConfigFile = {
    permissions: { 'shell git *': 'allow', 'shell git push *': 'ask', 'write *.env': 'deny' },
    security: { command_allowlist: ['npm test'] },
  };
  assert.deepEqual(lint(example), []);
  const hints = (rule: string) => lint({ permissions: { [rule]: 'ask' } }).map(({ hint }) => hint);
  assert.deepEqual(hints('git push *'), ['add a rule "shell git push *" if both are meant']);
  assert.deepEqual(hints('git'), ['add a rule "shell git" if both are meant']);
  assert.deepEqual(hints('grep *'), ['add a rule "shell grep *" if both are meant']);
  assert.deepEqual(hints('shell grep *'), ['add a rule "grep *" if both are meant']);
});

test('findings carry level, code, file and line, in the order of the lines', () => {
  const lines = new Map([
    [toPathKey(['permissions', 'git *']), 9],
    [toPathKey(['security', 'command_allowlist', 0]), 2],
  ]);
  const sources = [toSource({ permissions: { 'git *': 'ask' }, security: { command_allowlist: [''] } }, 'user', lines)];
  const policy = compilePolicy(sources, matchesText);
  assert.ok(policy.ok);
  assert.deepEqual(lintPolicy(policy.value, sources, { now: NOW, plugins: ['notes'] }), [
    {
      file: 'user.yml',
      line: 2,
      level: 'warning',
      code: 'empty-entry',
      message: 'An empty entry of security.command_allowlist covers nothing.',
      hint: 'remove it',
    },
    {
      file: 'user.yml',
      line: 9,
      level: 'hint',
      code: 'other-tool',
      message: 'Rule "git *" speaks of the tool git only; no rule speaks of shell git.',
      hint: 'add a rule "shell git *" if both are meant',
    },
  ]);
});
