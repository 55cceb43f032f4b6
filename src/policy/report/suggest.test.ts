import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import type { Approval } from '../../vocab/approval.ts';
import type { Policy } from '../../vocab/policy.ts';
import type { LongRule } from '../../vocab/config.ts';
import { decide } from '../decide.ts';
import { parseRule } from '../rules/parse-rule.ts';
import { ruleMatchesExample } from '../rules/match-rule.ts';
import { readAnswer, suggestRules, type AnsweredCall } from './suggest.ts';

/** A question about a line as a run would have put it, and how it was answered. */
function answered(command: string, changes: Partial<Approval> = {}): AnsweredCall {
  const line = readShellLine(command, { cwd: '/home/u/proj', home: '/home/u', env: { HOME: '/home/u' } });
  const tool = { name: 'shell', risk: 'high', subject: command, effects: [], fault: null } as const;
  const facts = createFacts({ line, tool });
  const call = { id: 'call_1', tool: 'shell', input: { command }, cwd: '/home/u/proj' };
  const decision = decide(call, facts, createPolicy());
  const asking = decision.segments.filter(({ verdict }) => verdict === 'ask').map(({ text }) => text);
  const answer = { state: 'granted', answer: 'once', by: 'local:1', at: 5, askedAt: 4 } as const;
  const approval = { step: decision.step, asking, ...answer, ...changes } as Approval; // what is looked at
  return { approval, call, facts };
}

const DENIED = { state: 'denied', answer: 'deny' } as const;

function policyWith(...rules: readonly (readonly [string, LongRule])[]): Policy {
  const parsed = rules.map(([pattern, value]) => {
    const rule = parseRule({ pattern, value, source: { layer: 'user', file: 'u', line: 1 } }, ruleMatchesExample);
    assert.ok(rule.ok);
    return rule.value;
  });
  return createPolicy({ rules: parsed });
}

function suggest(calls: readonly AnsweredCall[], { min = 2, policy = createPolicy() } = {}) {
  const answers = calls.map((call) => readAnswer(call, policy));
  const granted = answers.flatMap((answer) => answer.granted);
  return suggestRules({ granted, refused: answers.flatMap((answer) => answer.refused) }, min);
}

const patterns = (lines: readonly string[], policy = createPolicy()): readonly string[] =>
  suggest(
    lines.map((line) => answered(line)),
    { policy },
  ).map(({ pattern, approvals }) => `${pattern} ${approvals}`);

describe('suggested rules', () => {
  it('say what was approved, how often, by whom and when', () => {
    const calls = [
      answered('npm test -- --watch', { at: 30 }),
      answered('npm test', { at: 10 }),
      answered('npm test', { at: 20, by: 'local:2', answer: 'session' }),
      answered('git push', { at: 1 }),
      answered('git push', { at: 2 }),
    ];
    assert.deepEqual(suggest(calls), [
      {
        pattern: 'shell npm test *',
        approvals: 3,
        by: ['local:1', 'local:2'],
        first: 10,
        last: 30,
        lines: [
          { text: 'npm test', count: 2 },
          { text: 'npm test -- --watch', count: 1 },
        ],
      },
      {
        pattern: 'shell git push *',
        approvals: 2,
        by: ['local:1'],
        first: 1,
        last: 2,
        lines: [{ text: 'git push', count: 2 }],
      },
    ]);
    assert.deepEqual(suggest(calls, { min: 4 }), []);
  });

  const cases: readonly (readonly [name: string, lines: readonly string[], expected: readonly string[]])[] = [
    [
      'each command of a line that asks',
      ['ls && npm test && make all', 'make all; npm test'],
      ['shell make all * 2', 'shell npm test * 2'],
    ],
    ['nothing of what asks for a class', ['git push --force', 'git push -f'], []],
    ['wrapped commands never', ['sudo git push', 'sudo git push'], []],
    ['interpreters and cd never', ['python3 x.py', 'python3 x.py', 'cd x', 'cd x'], []],
    ['no line that the rule would not cover', ['git -C x push', 'git -C x push'], []],
    ['no write to a file', ['npm test > out.txt', 'npm test > out.txt'], []],
    ['nothing in the background', ['npm test &', 'npm test &'], []],
    ['also what runs inside a substitution', ['echo "$(npm test)"', 'echo "$(npm test)"'], ['shell npm test * 2']],
    ['and inside a function', ['f() { npm test; }; f', 'f() { npm test; }; f'], ['shell npm test * 2']],
    ['no assignment in front', ['X=1 npm test', 'X=1 npm test'], []],
    ['nothing that was not plain to read', ['npm test "$(date)" $X', 'npm test (', 'npm test ('], []],
  ];
  for (const [name, lines, expected] of cases) it(name, () => assert.deepEqual(patterns(lines), expected));

  it('stand in order of how often, then of their text, and so do their lines', () => {
    const lines = ['make b', 'make a', 'make c', 'make c', 'make a 2', 'make a 1', 'make b'];
    assert.deepEqual(
      suggest(lines.map((line) => answered(line))).map(({ pattern, lines: own }) => [
        pattern,
        ...own.map(({ text }) => text),
      ]),
      [
        ['shell make a *', 'make a', 'make a 1', 'make a 2'],
        ['shell make b *', 'make b'],
        ['shell make c *', 'make c'],
      ],
    );
  });

  it('one denial ends it, also of a spelling of its own', () => {
    const allowed = [answered('git push'), answered('git push')];
    assert.equal(suggest(allowed).length, 1);
    assert.deepEqual(suggest([...allowed, answered('git -C x push --force', DENIED)]), []);
    assert.deepEqual(suggest([...allowed, answered('ls; git push origin main', DENIED)]), []);
    assert.equal(suggest([...allowed, answered('git pull', DENIED)]).length, 1);
  });

  it('an end without a person counts for nothing', () => {
    const nobody = { state: 'expired', answer: null, by: null, at: 9 } as const;
    const late = { state: 'granted', by: 'local:1', at: null } as const;
    assert.deepEqual(suggest([answered('npm test', nobody), answered('npm test', late), answered('npm test')]), []);
  });

  it('what only a person at the very call may lift counts for nothing', () => {
    const tainted = answered('npm test', { step: 'taint-ask' });
    assert.deepEqual(suggest([tainted, tainted]), []);
  });

  it('no line and no other tool counts', () => {
    const { approval, call } = answered('npm test');
    const other = { approval, call, facts: createFacts() };
    assert.deepEqual(suggest([other, other]), []);
  });

  it('a rule in force is not suggested again, and none against it', () => {
    const lines = ['git push', 'git push'];
    assert.deepEqual(patterns(lines, policyWith(['shell git *', { action: 'allow' }])), []);
    assert.deepEqual(patterns(lines, policyWith(['shell git push', { action: 'ask' }])), []);
    assert.deepEqual(patterns(lines, policyWith(['shell git push *', { action: 'deny' }])), []);
    assert.deepEqual(patterns(lines, policyWith(['shell npm *', { action: 'allow' }])), ['shell git push * 2']);
  });
});
