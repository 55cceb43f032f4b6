import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decide } from '../../src/policy/decide.ts';
import { callDigestOf } from '../../src/policy/steps/doom-loop.ts';
import { exactValue } from '../../src/policy/answers/grants.ts';
import { createFacts } from '../../src/testing/judge-facts.ts';
import { createCompiled, createLineFacts, createShellCall } from '../../src/testing/judge-line.ts';
import type { Call, Effect } from '../../src/vocab/call.ts';
import type { ConfigFile } from '../../src/vocab/config.ts';
import { STEPS, type Decision, type StepName } from '../../src/vocab/decision.ts';
import type { Facts, Grant } from '../../src/vocab/facts.ts';
import type { LayerName, Policy } from '../../src/vocab/policy.ts';
import { MODES, type Mode } from '../../src/vocab/principal.ts';
import type { Verdict } from '../../src/vocab/verdict.ts';

/**
 * POLICY 2, by enumeration: nothing that answers allow precedes or overrides an answer deny. What must be denied, and by
 * which step, is worked out here once more from what each question is known to do, without the judge.
 */

/** What each step may answer, from the table of the specification. */
const MAY_ANSWER: Readonly<Record<StepName, readonly Verdict[]>> = {
  'access': ['deny'],
  'rate-limit': ['deny'],
  'wellformed': ['deny'],
  'hardline': ['deny'],
  'control': ['deny'],
  'workspace': ['deny'],
  'permission-deny': ['deny'],
  'mode-plan': ['deny'],
  'taint-deny': ['deny'],
  'doom-loop': ['deny'],
  'unparsable': ['ask'],
  'operator': ['ask'],
  'yolo': ['allow'],
  'taint-ask': ['ask'],
  'permission-rule': ['allow', 'ask'],
  'allowlist': ['allow'],
  'readonly': ['allow'],
  'confirm-policy': ['ask', 'allow'],
  'mode-fallback': ['ask', 'allow'],
  'grant': ['allow'],
};

/** A question, and what is known of it. */
interface Question {
  readonly call: Call;
  readonly facts: Facts;
  /** The step that denies it whatever is configured. */
  readonly denied?: 'hardline' | 'control' | 'workspace';
  readonly reads?: boolean;
  /** It sends data out, or writes outside the workspace. */
  readonly reaches?: boolean;
  /** Asked in every mode, and lifted by `once` alone. */
  readonly held?: 'unparsable' | 'operator';
}

const ofLine = (command: string, known: Omit<Question, 'call' | 'facts'> = {}): Question => ({
  call: createShellCall(command),
  facts: createLineFacts(command),
  ...known,
});

function ofTool(
  tool: string,
  effect: Effect,
  known: Omit<Question, 'call' | 'facts'> & { readonly path?: string },
): Question {
  const { path = '/home/u/proj/a', ...rest } = known;
  return {
    call: { id: 'call_1', tool, input: { path, action: 'apply' }, cwd: '/home/u/proj' },
    facts: createFacts({
      tool: { name: tool, risk: 'medium', subject: path, effects: [effect], fault: null },
      paths: [{ given: path, absolute: path, real: path }],
    }),
    ...rest,
  };
}

const QUESTIONS: readonly Question[] = [
  ofLine('ls', { reads: true }),
  ofLine('make x'),
  ofLine('rm -rf build'),
  ofLine('curl x', { reaches: true }),
  ofLine('ls; rm -rf /', { denied: 'hardline', reaches: true }),
  ofLine('bailiwick trust', { denied: 'control' }),
  ofLine('ls )', { held: 'unparsable' }),
  ofLine(''),
  ofTool('read', { kind: 'read', target: 'a' }, { reads: true }),
  ofTool('write', { kind: 'write', where: 'workspace', target: 'a' }, {}),
  ofTool(
    'write',
    { kind: 'write', where: 'outside', target: 'a' },
    { path: '/srv/a', denied: 'workspace', reaches: true },
  ),
  ofTool('skill_workshop', { kind: 'write', where: 'workspace', target: 'a' }, { held: 'operator' }),
];

interface Setting {
  readonly mode: Mode;
  readonly tainted: boolean;
  readonly loops: boolean;
  readonly fault: boolean;
  readonly grants: boolean;
}

const PLAIN: Setting = { mode: 'default', tainted: false, loops: false, fault: false, grants: false };

/** Every answer a person could have given to this question. */
function allGrants({ call, facts }: Question): readonly Grant[] {
  const { line } = facts;
  const base = {
    session: 's',
    requester: facts.requester,
    tool: call.tool,
    cwd: call.cwd,
    by: 'ann',
    at: 0,
    taint: ['network'],
  } as const;
  const exact = line === null ? JSON.stringify({ action: 'apply', path: facts.tool.subject }) : exactValue(line);
  return [
    { ...base, kind: 'exact', value: '', callDigest: callDigestOf(call) },
    { ...base, kind: 'exact', value: exact ?? '' },
    ...['recursive-delete', 'recursive-delete-outside', 'workspace-edit', 'upload'].map(
      (value) => ({ ...base, kind: 'class', value }) as const,
    ),
  ];
}

function judge(question: Question, policy: Policy, setting: Setting): Decision {
  const { call, facts } = question;
  const entry = { call: callDigestOf(call), result: 'same', denied: false };
  return decide(
    call,
    {
      ...facts,
      tool: { ...facts.tool, fault: setting.fault ? 'path is missing' : null },
      mode: setting.mode,
      taint: setting.tainted ? ['network'] : [],
      window: setting.loops ? [entry, entry] : [],
      grants: setting.grants ? allGrants(question) : [],
    },
    policy,
  );
}

/** The step that has to deny, by the order of the specification; null when none does. */
function denyingStep(question: Question, policy: Policy, setting: Setting): StepName | null {
  const isDenied: Partial<Readonly<Record<StepName, boolean>>> = {
    'wellformed': setting.fault,
    'hardline': question.denied === 'hardline',
    'control': question.denied === 'control',
    'workspace': question.denied === 'workspace',
    'permission-deny': policy.rules.some(({ action }) => action === 'deny'),
    'mode-plan': setting.mode === 'plan' && question.reads !== true,
    'taint-deny': policy.taint === 'deny' && setting.tainted && question.reaches === true,
    'doom-loop': setting.loops,
  };
  return STEPS.find((step) => isDenied[step] === true) ?? null;
}

/** Whatever is wrong with a decision; null when it is as it must be. */
function findWrong(question: Question, policy: Policy, setting: Setting): string | null {
  const decision = judge(question, policy, setting);
  const { verdict, step, trace } = decision;
  const must = denyingStep(question, policy, setting);
  if ((verdict === 'deny') !== (must !== null)) return `${verdict} by ${step}, and ${must ?? 'nothing'} denies`;
  if (must !== null && step !== must) return `denied by ${step} instead of ${must}`;
  const names = trace.map((entry) => entry.step).filter((name) => name !== 'grant');
  if (names.join() !== STEPS.join()) return 'the trace leaves steps out';
  const first = trace.find((entry) => entry.answer !== 'pass');
  if (verdict === 'deny' && first?.step !== step) return 'an earlier step had an answer';
  if (verdict !== 'deny' && trace.some(({ answer }) => answer === 'deny')) return `a deny was passed over by ${step}`;
  if (question.held !== undefined && must === null && verdict === 'allow' && decision.code !== 'once')
    return `${question.held} was lifted by ${step}`;
  const odd = trace.find(({ step: name, answer }) => answer !== 'pass' && !MAY_ANSWER[name].includes(answer));
  return odd === undefined ? null : `${odd.step} answered ${odd.answer}`;
}

/** Everything that is wrong with the decisions about all questions in these settings. */
function findAllWrong(policy: Policy, settings: readonly Setting[], what: unknown): readonly string[] {
  return QUESTIONS.flatMap((question) =>
    settings.flatMap((setting) => {
      const found = findWrong(question, policy, setting);
      return found === null ? [] : [`${found}: ${describe(question, setting)} ${JSON.stringify(what)}`];
    }),
  );
}

const describe = ({ call }: Question, setting: Setting): string =>
  `${JSON.stringify(call.input)} ${JSON.stringify(setting)}`;

/** Every combination of one choice of each list. */
function* product<T extends Readonly<Record<string, readonly unknown[]>>>(
  lists: T,
): Generator<{ [K in keyof T]: T[K][number] }> {
  const keys = Object.keys(lists);
  const total = keys.reduce((count, key) => count * (lists[key]?.length ?? 0), 1);
  for (let n = 0; n < total; n++) {
    let rest = n;
    const chosen: Record<string, unknown> = {};
    for (const key of keys) {
      const list = lists[key] ?? [];
      chosen[key] = list[rest % list.length];
      rest = Math.floor(rest / list.length);
    }
    yield chosen as { [K in keyof T]: T[K][number] };
  }
}

const BOTH = [false, true] as const;
const RULE_TOOLS = ['shell', 'read', 'write', 'skill_workshop'];
const toRules = (action: Verdict, text: (tool: string) => string): [string, Verdict][] =>
  RULE_TOOLS.map((tool) => [text(tool), action]);

test('in the order, nothing that may allow stands before something that may deny', () => {
  const order = STEPS.map((step) => MAY_ANSWER[step]);
  const firstAllow = order.findIndex((answers) => answers.includes('allow'));
  assert.equal(
    order.slice(firstAllow).some((answers) => answers.includes('deny')),
    false,
  );
});

test('layers: a deny of any layer denies, whatever the others allow, ask and remember', () => {
  const layers: readonly (LayerName | null)[] = [null, 'system', 'user', 'rules', 'project', 'session'];
  const wrong: string[] = [];
  const settings = [...product({ mode: MODES, grants: BOTH })].map((chosen) => ({ ...PLAIN, ...chosen }));
  for (const { allow, ask, deny } of product({ allow: layers, ask: layers, deny: layers })) {
    const files: Partial<Record<LayerName, { permissions: Record<string, Verdict> }>> = {};
    const add = (layer: LayerName | null, rules: readonly [string, Verdict][]): void => {
      if (layer === null) return;
      const file = (files[layer] ??= { permissions: {} });
      Object.assign(file.permissions, Object.fromEntries(rules));
    };
    add(
      allow,
      toRules('allow', (tool) => `${tool} *`),
    );
    add(
      ask,
      toRules('ask', (tool) => `${tool}*`),
    );
    add(
      deny,
      toRules('deny', (tool) => tool),
    );
    wrong.push(...findAllWrong(createCompiled(files), settings, { allow, ask, deny }));
  }
  assert.deepEqual(wrong.slice(0, 10), []);
});

test('settings: no mode, approval, allowlist, grant or policy passes a deny', () => {
  const wrong: string[] = [];
  const settings: readonly Setting[] = [
    ...product({ mode: MODES, tainted: BOTH, loops: BOTH, fault: [false], grants: BOTH }),
    ...MODES.map((mode) => ({ mode, tainted: true, loops: true, fault: true, grants: true })),
  ];
  for (const choice of product({
    mode: ['manual', 'auto', 'skip'] as const,
    confirm_policy: ['confirm_all', 'dangerous_only'] as const,
    hold: BOTH,
    taint: ['off', 'ask', 'deny'] as const,
    allow: BOTH,
    deny: BOTH,
    listed: BOTH,
  })) {
    const permissions = [
      ...(choice.allow ? toRules('allow', (tool) => `${tool} *`) : []),
      ...(choice.deny ? toRules('deny', (tool) => tool) : []),
    ];
    const config: ConfigFile = {
      permissions: Object.fromEntries(permissions),
      approvals: { mode: choice.mode },
      security: {
        confirm_policy: choice.confirm_policy,
        ask_rules_hold_in_yolo: choice.hold,
        taint: choice.taint,
        command_allowlist: choice.listed ? ['ls', 'make', 'rm', 'curl', 'bailiwick'] : [],
      },
    };
    wrong.push(...findAllWrong(createCompiled({ user: config }), settings, choice));
  }
  assert.deepEqual(wrong.slice(0, 10), []);
});
