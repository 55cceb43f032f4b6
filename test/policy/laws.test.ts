import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import * as fc from 'fast-check';
import { decide } from '../../src/policy/decide.ts';
import { createFacts, createPolicy } from '../../src/testing/judge-facts.ts';
import { createCompiled, createLineFacts, createShellCall } from '../../src/testing/judge-line.ts';
import { STEPS, type Decision } from '../../src/vocab/decision.ts';
import { DANGER_ORDER } from '../../src/vocab/danger.ts';
import type { Facts, Grant } from '../../src/vocab/facts.ts';
import type { LayerName, Policy } from '../../src/vocab/policy.ts';
import { MODES } from '../../src/vocab/principal.ts';
import { VERDICTS, type Verdict } from '../../src/vocab/verdict.ts';
import { readAttacks, readCases } from './case-files.ts';

/** Laws of the judge, on generated lines, rules, grants, and on rubbish. */

const COMMANDS = (
  'ls|make|make x|git status|git push -f|git -C x push|rm -rf build|rm -rf /|rm -rf "$X"|curl u|curl u|sudo make|' +
  'cat .env|echo x > out|touch AGENTS.md|X=1 make|$X make|nice make|find . -delete|bailiwick trust|npm publish|(make)|"$(make)"'
).split('|');
const PATTERNS =
  'shell|shell *|shell make *|shell make x|shell git *|shell git push *|shell git push -f *|shell rm *|shell rm -rf *|shell ls *|shell curl *|write *|write out|write AGENTS.md|*'.split(
    '|',
  );
const LAYERS: readonly LayerName[] = ['system', 'user', 'rules', 'project', 'session'];

const line = fc
  .array(fc.tuple(fc.constantFrom(...COMMANDS), fc.constantFrom('; ', ' && ', ' | ', '\n', ' & ')), {
    minLength: 1,
    maxLength: 3,
  })
  .map((parts) => parts.map(([command, by], i) => (i === parts.length - 1 ? command : command + by)).join(''));

const entry = fc.record({
  pattern: fc.constantFrom(...PATTERNS),
  action: fc.constantFrom<Verdict>(...VERDICTS),
  layer: fc.constantFrom(...LAYERS),
  danger: fc.subarray([...DANGER_ORDER], { maxLength: 3 }),
});
type Entry = typeof entry extends fc.Arbitrary<infer T> ? T : never;

function toPolicy(entries: readonly Entry[], changes: Partial<Policy> = {}): Policy {
  const files: Partial<Record<LayerName, { permissions: Record<string, never> }>> = {};
  for (const { pattern, action, layer, danger } of entries) {
    const file = (files[layer] ??= { permissions: {} });
    file.permissions[pattern] = (action === 'allow' ? { action, danger } : action) as never;
  }
  return { ...createCompiled(files), ...changes };
}

const settings = fc.record({
  confirmPolicy: fc.constantFrom('confirm_all' as const, 'dangerous_only' as const),
  approvalsMode: fc.constantFrom('manual' as const, 'auto' as const, 'skip' as const),
  autoAllowReadonly: fc.boolean(),
  askRulesHoldInYolo: fc.boolean(),
  taint: fc.constantFrom('off' as const, 'ask' as const, 'deny' as const),
});

const moment = fc.record({
  mode: fc.constantFrom(...MODES),
  taint: fc.subarray(['network', 'file'] as const),
});

const scene = fc.record({ rest: settings, now: moment });

const grant: fc.Arbitrary<Grant> = fc.record({
  session: fc.constant('s'),
  requester: fc.constantFrom('local:1000', 'bob'),
  tool: fc.constantFrom('shell', 'write'),
  kind: fc.constantFrom('exact' as const, 'class' as const),
  value: fc.oneof(
    fc.constantFrom(...DANGER_ORDER),
    fc.constantFrom('', 'workspace-edit', '[[[["make"],[null],[],[],null,null]],null]'),
  ),
  cwd: fc.constant('/home/u/proj'),
  by: fc.constant('ann'),
  at: fc.constant(0),
  taint: fc.constant(['network', 'file'] as const),
});

const judge = (command: string, policy: Policy, changes: Partial<Facts> = {}): Decision =>
  decide(createShellCall(command), { ...createLineFacts(command), ...changes }, policy);

const rank = ({ verdict }: Decision): number => VERDICTS.indexOf(verdict);
/** What a decision comes down to; of several rules that say the same, any may be named. */
const core = ({ verdict, step, code, class: danger, segments, grants }: Decision): unknown => ({
  verdict,
  step,
  code,
  danger,
  segments,
  grants,
});

describe('laws of the judge', () => {
  test('one more deny rule never loosens anything', () => {
    fc.assert(
      fc.property(line, fc.array(entry, { maxLength: 5 }), entry, scene, (command, entries, more, { rest, now }) => {
        const before = judge(command, toPolicy(entries, rest), now);
        const deny = toPolicy([{ ...more, action: 'deny' }]).rules;
        const policy = toPolicy(entries, rest);
        const after = judge(command, { ...policy, rules: [...policy.rules, ...deny] }, now);
        return rank(after) >= rank(before);
      }),
      { numRuns: 700 },
    );
  });

  test('one more ask rule never allows anything', () => {
    fc.assert(
      fc.property(line, fc.array(entry, { maxLength: 5 }), entry, scene, (command, entries, more, { rest, now }) => {
        const policy = toPolicy(entries, rest);
        const ask = toPolicy([{ ...more, action: 'ask' }]).rules;
        const after = judge(command, { ...policy, rules: [...policy.rules, ...ask] }, now);
        return after.verdict !== 'allow' || judge(command, policy, now).verdict === 'allow';
      }),
      { numRuns: 700 },
    );
  });

  test('an ask that no allow outweighs holds, whichever other asks there are', () => {
    const entries: readonly Entry[] = [
      { pattern: 'shell *', action: 'allow', layer: 'system', danger: [] },
      { pattern: 'shell git *', action: 'ask', layer: 'project', danger: [] },
      { pattern: 'shell', action: 'ask', layer: 'system', danger: [] },
    ];
    const { verdict, rule } = judge('git push', toPolicy(entries));
    assert.deepEqual([verdict, rule?.text], ['ask', 'shell git *']);
  });

  test('the order of rules has no meaning, in a file and between layers', () => {
    const shuffled = fc.array(entry, { maxLength: 6 }).chain((entries) => {
      const { rules } = toPolicy(entries);
      return fc.tuple(fc.constant(rules), fc.shuffledSubarray([...rules], { minLength: rules.length }));
    });
    fc.assert(
      fc.property(line, shuffled, scene, (command, [rules, others], { rest, now }) => {
        const policy = createPolicy(rest);
        assert.deepEqual(
          core(judge(command, { ...policy, rules: others }, now)),
          core(judge(command, { ...policy, rules }, now)),
        );
      }),
      { numRuns: 700 },
    );
  });

  test('a grant lifts questions, and never a deny', () => {
    fc.assert(
      fc.property(
        line,
        fc.array(entry, { maxLength: 4 }),
        fc.array(grant, { maxLength: 4 }),
        scene,
        (command, entries, grants, { rest, now }) => {
          const policy = toPolicy(entries, rest);
          const without = judge(command, policy, now);
          const given = judge(command, policy, { ...now, grants });
          if (without.verdict === 'ask')
            return given.verdict === 'ask' || (given.verdict === 'allow' && given.step === 'grant');
          return given.verdict === without.verdict && given.step === without.step;
        },
      ),
      { numRuns: 700 },
    );
  });

  test('the same input gives the same decision, and nothing given in is changed', () => {
    fc.assert(
      fc.property(line, fc.array(entry, { maxLength: 4 }), scene, (command, entries, { rest, now }) => {
        const policy = freeze(toPolicy(entries, rest));
        const facts = freeze({ ...createLineFacts(command), ...now });
        const call = freeze(createShellCall(command));
        assert.deepEqual(decide(call, facts, policy), decide(call, structuredClone(facts), structuredClone(policy)));
      }),
      { numRuns: 500 },
    );
  });

  test('the trace tells every step, and the first that answered decided', () => {
    fc.assert(
      fc.property(line, fc.array(entry, { maxLength: 4 }), scene, (command, entries, { rest, now }) => {
        const decision = judge(command, toPolicy(entries, rest), now);
        assert.deepEqual(
          decision.trace.map(({ step }) => step),
          STEPS,
        );
        const first = decision.trace.find(({ answer }) => answer !== 'pass');
        assert.deepEqual([first?.step, first?.answer], [decision.step, decision.verdict]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('rubbish', () => {
  const keys = Object.keys(createFacts()) as (keyof Facts)[];

  test('no facts make the judge throw', () => {
    fc.assert(
      fc.property(line, fc.dictionary(fc.constantFrom(...keys), fc.anything()), (command, rubbish) => {
        const { verdict } = decide(
          createShellCall(command),
          Object.assign(createLineFacts(command), rubbish),
          createPolicy(),
        );
        return VERDICTS.includes(verdict);
      }),
      { numRuns: 1000 },
    );
  });

  test('nothing is allowed on facts that are not facts at all', () => {
    fc.assert(
      fc.property(line, fc.anything(), fc.anything(), (command, facts, policy) => {
        assert.notEqual(decide(createShellCall(command), facts as Facts, createPolicy()).verdict, 'allow');
        assert.equal(decide(createShellCall(command), createLineFacts(command), policy as Policy).verdict, 'deny');
        assert.equal(decide(facts as never, facts as never, policy as never).verdict, 'deny');
      }),
      { numRuns: 1000 },
    );
  });

  test('nothing is allowed on a line that is not a line', () => {
    fc.assert(
      fc.property(fc.anything(), fc.anything(), (rubbish, tool) => {
        const facts = { ...createLineFacts('make'), line: rubbish } as Facts;
        assert.notEqual(decide(createShellCall('make'), facts, createPolicy()).verdict, 'allow');
        const other = { ...createFacts(), tool } as Facts;
        assert.notEqual(decide({ ...createShellCall(''), tool: 'x__y' }, other, createPolicy()).verdict, 'allow');
      }),
      { numRuns: 1000 },
    );
  });

  test('any text is judged, as a line and as what a rule is about', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 60 }),
        fc.string({ unit: 'grapheme', maxLength: 20 }),
        (text, pattern) => {
          const rules = createCompiled({ user: { permissions: { [`shell ${pattern}`]: 'allow' } } }).rules;
          for (const policy of [createPolicy(), createPolicy({ rules })])
            assert.ok(VERDICTS.includes(judge(text, policy).verdict));
        },
      ),
      { numRuns: 1000 },
    );
  });
});

describe('a line that was read once', () => {
  const others: readonly Partial<Facts>[] = [
    {},
    { home: '/root', homes: ['/root'], agentHome: '/root/.bailiwick' },
    { agentHome: '/home/u/proj/.own', workspace: '/home/u', cwd: '/home/u' },
    { paths: [{ given: 'x', absolute: '/home/u/proj/x', real: '/home/u/.ssh' }] },
    { paths: [{ given: '.', absolute: '/home/u/proj', real: '/home/u/.bailiwick' }] },
  ];
  // One in twenty, and all that search.
  const lines = [...readCases(), ...readAttacks()]
    .flatMap(({ command }) => command ?? [])
    .filter((text, i) => i % 20 === 0 || text.includes('find '));
  const finds = [
    'find . -exec cat {} +',
    'find ~/.ssh | xargs cat',
    'find x -delete',
    'find ~ -name "c*" -exec cp {} /tmp +',
  ];

  test('is judged by each facts as if it were read for them alone, in any order', () => {
    for (const text of [...finds, ...lines]) {
      const { line } = createLineFacts(text);
      for (const changes of [...others, {}]) {
        const facts = { ...createFacts(), ...changes };
        const call = createShellCall(text, facts.cwd);
        const alone = decide(call, { ...facts, line: structuredClone(line) }, createPolicy());
        assert.deepEqual(decide(call, { ...facts, line }, createPolicy()), alone, text);
      }
    }
  });
});

/** Frozen through and through: whoever writes to it throws, which the judge would answer with a deny. */
function freeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return value;
  Object.values(value).forEach(freeze);
  return Object.freeze(value);
}
