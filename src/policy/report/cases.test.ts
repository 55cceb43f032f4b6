import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Decision, Verdict } from '../../vocab/decision.ts';
import { findFlips, parseCases, runCases, type Judge } from './cases.ts';
import { toPathKey } from '../config/source.ts';

const lines = new Map([
  [toPathKey(['cases', 0]), 2],
  [toPathKey(['cases', 1]), 4],
]);
const parse = (root: unknown) => parseCases(root, { file: 'c.yml', lines });

test('reads lines and calls', () => {
  const cases = [
    { line: 'git status', expect: 'allow', step: 'readonly' },
    { tool: 'write', input: { path: 'a' }, expect: 'ask', mode: 'plan', note: 'why' },
  ];
  assert.deepEqual(parse({ cases }), {
    ok: true,
    value: [
      {
        file: 'c.yml',
        line: 2,
        question: { tool: 'shell', input: { command: 'git status' }, mode: 'default' },
        expect: 'allow',
        step: 'readonly',
        note: null,
      },
      {
        file: 'c.yml',
        line: 4,
        question: { tool: 'write', input: { path: 'a' }, mode: 'plan' },
        expect: 'ask',
        step: null,
        note: 'why',
      },
    ],
  });
});

const REFUSED: readonly (readonly [unknown, number, string])[] = [
  [{}, 1, 'The file holds no case.'],
  [[], 1, 'The file holds no case.'],
  [{ cases: [] }, 1, 'The file holds no case.'],
  [{ cases: {} }, 1, 'The file holds no case.'],
  [{ cases: [{}], other: 1 }, 1, 'There is no key other in a file of cases.'],
  [{ cases: ['ls'] }, 2, 'A case must be a map of keys.'],
  [{ cases: [{ line: 'ls', expct: 'ask' }] }, 2, 'There is no key expct in a case; did you mean expect.'],
  [{ cases: [{ line: 'ls', expect: 'ask', zzzzzz: 1 }] }, 2, 'There is no key zzzzzz in a case.'],
  [{ cases: [{ line: 'ls' }] }, 2, 'expect must be allow, ask, deny, not null.'],
  [{ cases: [{ line: 'ls', expect: 'Ask' }] }, 2, 'expect must be allow, ask, deny, not "Ask".'],
  [{ cases: [{ line: 'ls', expect: 'ask', step: 'read-only' }] }, 2, 'There is no step "read-only".'],
  [{ cases: [{ line: 'ls', expect: 'ask', mode: 'fast' }] }, 2, 'mode must be default, plan, yolo, not "fast".'],
  [{ cases: [{ line: 'ls', expect: 'ask', note: 1 }] }, 2, 'note must be a text.'],
  [{ cases: [{ expect: 'ask' }] }, 2, 'A case needs either line, or tool and input.'],
  [{ cases: [{ expect: 'ask', line: 'ls', tool: 'read' }] }, 2, 'A case needs either line, or tool and input.'],
  [{ cases: [{ expect: 'ask', line: 1 }] }, 2, 'line must be a text, and no input stands beside it.'],
  [{ cases: [{ expect: 'ask', line: 'ls', input: {} }] }, 2, 'line must be a text, and no input stands beside it.'],
  [{ cases: [{ expect: 'ask', tool: 'raed', input: {} }] }, 2, 'There is no tool "raed".'],
  [{ cases: [{ expect: 'ask', tool: 7, input: {} }] }, 2, 'There is no tool 7.'],
  [{ cases: [{ expect: 'ask', tool: 'a__b' }] }, 2, 'input must be a map of the arguments of the tool.'],
];
for (const [root, line, message] of REFUSED) {
  test(`refuses ${JSON.stringify(root)}`, () => {
    const hint = 'write cases as docs/guide/policy.md shows: line or tool and input, and expect';
    assert.deepEqual(parse(root), { ok: false, error: [{ file: 'c.yml', line, message, hint }] });
  });
}

const judge =
  (verdict: Verdict): Judge =>
  ({ tool }) => {
    const own: Verdict = tool === 'read' ? 'allow' : verdict;
    return { verdict: own, step: 'readonly', reason: 'so it is' } as Decision; // the rest of a decision is not looked at
  };

test('a case passes by its verdict and, where it names one, its step', () => {
  const cases = [
    { line: 'a', expect: 'ask' },
    { line: 'a', expect: 'ask', step: 'readonly' },
    { line: 'a', expect: 'ask', step: 'hardline' },
    { line: 'a', expect: 'deny' },
  ];
  const parsed = parse({ cases });
  assert.ok(parsed.ok);
  const outcomes = runCases(parsed.value, judge('ask'));
  assert.deepEqual(
    outcomes.map(({ passed, verdict, step, reason }) => [passed, verdict, step, reason]),
    [true, true, false, false].map((passed) => [passed, 'ask', 'readonly', 'so it is']),
  );
});

test('flips are the cases that two policies answer differently', () => {
  const parsed = parse({
    cases: [
      { line: 'a', expect: 'ask' },
      { tool: 'read', input: {}, expect: 'allow' },
    ],
  });
  assert.ok(parsed.ok);
  const [first] = parsed.value;
  assert.deepEqual(findFlips(parsed.value, judge('ask'), judge('deny')), [
    { case: first, before: 'ask', after: 'deny' },
  ]);
});
