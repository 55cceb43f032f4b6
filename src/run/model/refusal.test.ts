import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { parse } from 'yaml';
import { compilePolicy } from '../../policy/compile.ts';
import { decide } from '../../policy/decide.ts';
import { ruleMatchesExample } from '../../policy/rules/match-rule.ts';
import { createPolicy } from '../../testing/judge-facts.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import { toSource } from '../../testing/policy-source.ts';
import type { Call } from '../../vocab/call.ts';
import { configSchema } from '../../vocab/config.ts';
import type { Policy } from '../../vocab/policy.ts';
import { gatherFacts, type Moment, type Scene } from '../facts/gather-facts.ts';
import { deniedText, refusedText, unaskedText } from './refusal.ts';
import type { Judgement } from '../run-ports.ts';

const SCENE: Scene = {
  home: '/home/u',
  agentHome: '/home/u/.bailiwick',
  workspace: '/home/u/proj',
  users: { u: '/home/u' },
  homes: ['/home/u'],
  tmp: ['/tmp'],
  apiAddress: null,
  platform: 'linux',
  env: { PATH: '/usr/bin', HOME: '/home/u' },
  sudoPassword: false,
};

const MOMENT: Moment = {
  window: [],
  grants: [],
  taint: [],
  mode: 'default',
  requester: 'local:1',
  now: 0,
  tool: null,
  fault: null,
};

const disk = createMemoryDisk({ '/home/u/proj/a.txt': '', '/usr/bin/make': '' });

const shell = (command: string): Call => ({ id: 'c', tool: 'shell', input: { command }, cwd: '/home/u/proj' });
const write = (path: string): Call => ({ id: 'c', tool: 'write', input: { path, content: '' }, cwd: '/home/u/proj' });

function judge(call: Call, policy: Policy): Judgement {
  const facts = gatherFacts(call, SCENE, MOMENT, disk);
  return { facts, decision: decide(call, facts, policy) };
}

/** The policy with what the text says should be put into config.yml. */
function withAdvice(text: string): Policy {
  const advice = /puts this into config\.yml: (.*)$/s.exec(text)?.[1];
  assert.ok(advice !== undefined, text);
  const config = configSchema.parse(parse(`{${advice}}`));
  const policy = compilePolicy([toSource(config)], ruleMatchesExample);
  assert.ok(policy.ok, JSON.stringify(policy));
  return policy.value;
}

describe('what nobody could be asked about', () => {
  const lifted: readonly Call[] = [
    shell('touch made'),
    shell('ls && make test && npm run "a b"'),
    shell('echo hi > out.txt'),
    shell('git push --force origin main'),
    shell('rm -rf build'),
    shell('sudo make install'),
    shell('make 2>&1 > /dev/null'),
    shell('node -e "console.log(1)"'),
    write('a.txt'),
    write('AGENTS.md'),
  ];
  for (const call of lifted) {
    it(`is let through by the rule it suggests: ${String(call.input['command'] ?? call.input['path'])}`, () => {
      const asked = judge(call, createPolicy());
      assert.equal(asked.decision.verdict, 'ask');
      const text = unaskedText(call, asked, 'nobody');
      assert.equal(judge(call, withAdvice(text)).decision.verdict, 'allow', text);
      assert.match(text, /^Denied: .*nobody could be asked.*The user did not refuse it\./);
    });
  }

  const without: readonly [string, RegExp][] = [
    ['X=1 make', /No rule can name this line/],
    ['make &', /No rule can name this line/],
    ['make "$(date)"', /No rule can name this line/],
    ['echo "', /only a person at the very call/],
  ];
  for (const [line, expected] of without) {
    it(`suggests no rule that would not work: ${line}`, () => {
      assert.match(unaskedText(shell(line), judge(shell(line), createPolicy()), 'nobody'), expected);
    });
  }

  it('says what kept it from an answer', () => {
    const asked = judge(shell('make'), createPolicy());
    const texts = (['late', 'changed', 'interrupted'] as const).map((why) => unaskedText(shell('make'), asked, why));
    assert.deepEqual(
      texts.map((text) => /no answer came in time|changed each time|cut short/.exec(text)?.[0]),
      ['no answer came in time', 'changed each time', 'cut short'],
    );
    for (const text of texts) assert.match(text, /The user did not refuse it/);
  });
});

describe('what was denied', () => {
  const cases: readonly [string, Partial<Moment>, RegExp][] = [
    ['rm -rf ~', {}, /^Denied by Bailiwick \(step hardline, [a-z-]+\): .*No setting and no approval lifts this/],
    ['ls; rm -rf ~', {}, /It is about this part of the line: rm -rf ~ \./],
    ['touch a', { mode: 'plan' }, /step mode-plan.*Describe the change in your answer/],
    [
      'ls',
      { fault: 'the arguments are no JSON' },
      /step wellformed.*the arguments are no JSON\. Correct the arguments/,
    ],
  ];
  for (const [line, moment, expected] of cases) {
    it(`says which layer denied, and the way on: ${line}`, () => {
      const facts = gatherFacts(shell(line), SCENE, { ...MOMENT, ...moment }, disk);
      assert.match(deniedText(decide(shell(line), facts, createPolicy())), expected);
    });
  }

  it('by a rule gives the reason of whoever wrote it', () => {
    const config = { permissions: { 'shell make *': { action: 'deny', because: 'the build is broken' } } } as const;
    const policy = compilePolicy([toSource(config)], ruleMatchesExample);
    assert.ok(policy.ok);
    assert.match(deniedText(judge(shell('make'), policy.value).decision), /The rule says: the build is broken\./);
  });

  it('by a person says so', () =>
    assert.match(refusedText(null), /^The user was asked about this call and refused it/));
});
