import assert from 'node:assert/strict';
import { it } from 'node:test';
import { readShellLine } from '../../shell/read.ts';
import { createFacts, createPolicy } from '../../testing/judge-facts.ts';
import type { Rule } from '../../vocab/policy.ts';
import { decide, decideAlone } from '../decide.ts';
import { replayDecision } from './replay.ts';

const RULE: Rule = {
  ...{ layer: 'user', file: 'new.yml', line: 2, text: 'shell make *', action: 'allow', tool: 'shell', key: null },
  ...{ argument: 'make *', because: null, except: [], danger: [], tainted: false, expires: 1000 },
};

function stored(now: number) {
  const command = 'make all';
  const line = readShellLine(command, { cwd: '/home/u/proj', home: '/home/u', env: {} });
  const tool = { name: 'shell', risk: 'high', subject: command, effects: [], fault: null } as const;
  const facts = createFacts({ line, tool, now });
  const call = { id: 'call_1', tool: 'shell', input: { command }, cwd: '/home/u/proj' };
  const decision = decide(call, facts, createPolicy());
  return { call, facts, verdict: decision.verdict, decision: () => decision };
}

it('a replay under the same policy flips nothing', () => assert.equal(replayDecision(stored(5), createPolicy()), null));

it('a replay says what decided before and what would now, at the time of the facts', () => {
  const policy = createPolicy({ rules: [RULE] });
  const replayed = replayDecision(stored(5), policy);
  assert.deepEqual(
    [replayed?.before.verdict, replayed?.before.step, replayed?.before.rule],
    ['ask', 'confirm-policy', null],
  );
  assert.deepEqual(
    [replayed?.after.verdict, replayed?.after.step, replayed?.after.rule?.line],
    ['allow', 'permission-rule', 2],
  );
  assert.equal(replayDecision(stored(2000), policy), null, 'the rule had expired by then');
});

it('judging alone comes to what the whole decision does, also where the judge fails', () => {
  for (const rules of [[], [RULE], [{ ...RULE, action: 'deny' as const }]]) {
    const { call, facts } = stored(5);
    for (const given of [facts, createFacts({ ...facts, mode: 'plan' }), null]) {
      const policy = createPolicy({ rules });
      const { verdict, step, rule, reason } = decide(call, given as typeof facts, policy);
      assert.deepEqual(decideAlone(call, given as typeof facts, policy), { verdict, step, rule, reason });
    }
  }
});
