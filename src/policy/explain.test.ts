import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createPolicy } from '../testing/judge-facts.ts';
import { createCompiled, createLineFacts, createShellCall } from '../testing/judge-line.ts';
import type { Decision } from '../vocab/decision.ts';
import type { Policy } from '../vocab/policy.ts';
import { decide } from './decide.ts';
import { explain, showRule, table } from './explain.ts';

const judge = (line: string, policy: Policy = createPolicy()): Decision =>
  decide(createShellCall(line), createLineFacts(line), policy);

const denies = createCompiled({ user: { permissions: { 'shell make *': { action: 'deny', because: 'use just' } } } });

test('a log line', () => {
  assert.equal(explain(judge('ls'), 'log'), 'allow by readonly (readonly): it is proven to read only');
});

test('the model is told which layer refused, and never that a person did', () => {
  assert.equal(explain(judge('ls'), 'model'), 'Allowed by step readonly: it is proven to read only.');
  assert.equal(
    explain(judge('make', denies), 'model'),
    'Denied by the policy, step permission-deny: use just. No person was asked.',
  );
  assert.equal(
    explain(judge('ls; rm -rf build'), 'model'),
    'A person has to allow this first, step confirm-policy: it deletes a tree in the workspace. ' +
      'Danger class: recursive-delete. The command in question: rm -rf build.',
  );
  assert.equal(
    explain(judge('ls; make x\u202e', denies), 'model'),
    'Denied by the policy, step permission-deny: use just. The command in question: make x\\u{202e}. No person was asked.',
  );
});

test('a person gets the commands and every step, the deciding one marked', () => {
  const lines = explain(judge('ls; make', denies), 'person').split('\n');
  assert.deepEqual(lines.slice(0, 7), [
    'deny by step permission-deny (deny-rule): use just',
    'rule   "shell make *" (user, user.yml:1)',
    '',
    'commands',
    '  1  allow  readonly         -  ls',
    '  2  deny   permission-deny  -  make',
    '',
  ]);
  assert.equal(lines[7], 'steps, the first that answers decides');
  assert.equal(lines.length, 8 + 19);
  assert.deepEqual(
    lines.filter((line) => line.startsWith('  >')).map((line) => line.replace(/\s+/g, ' ')),
    [' > permission-deny deny use just; rule "shell make *" (user, user.yml:1)'],
  );
});

test('what a line hides is shown in every reason', () => {
  const decision = judge('rm -rf "/etc/../etc\u001b[0m/.."');
  for (const reader of ['log', 'model', 'person'] as const) {
    assert.equal(explain(decision, reader).includes('\u001b'), false, reader);
    assert.equal(explain(decision, reader).includes('\\u{1b}'), true, reader);
  }
});

test('a person is told the class and the answers, and sees a call without commands too', () => {
  const lines = explain(judge('rm -rf build'), 'person').split('\n');
  assert.deepEqual(lines.slice(1, 3), [
    'class  recursive-delete',
    'answers that lift it  once, session, always_command',
  ]);
  assert.equal(explain(judge(''), 'person').includes('commands'), false);
});

test('columns are as wide as their widest cell', () => {
  assert.deepEqual(
    table([
      ['a', 'bb', 'c'],
      ['aaa', 'b', 'd'],
    ]),
    ['  a    bb  c', '  aaa  b   d'],
  );
  assert.deepEqual(table([['a'], ['b', 'c']]), ['  a', '  b  c']);
  assert.deepEqual(table([['a', 'b', 'c'], ['d']]), ['  a  b  c', '  d']);
  assert.deepEqual(table([['a'], ['b', 'c', 'd']]), ['  a', '  b  c  d']);
  assert.deepEqual(table([]), []);
});

test('a rule is shown with its place', () => {
  assert.equal(showRule({ layer: 'user', file: 'a.yml', line: 3, text: 'shell x\n' }), '"shell x\\n" (user, a.yml:3)');
});
