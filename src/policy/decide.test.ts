import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createFacts, createPolicy } from '../testing/judge-facts.ts';
import { createCompiled, createLineFacts, createShellCall, type LineScene } from '../testing/judge-line.ts';
import type { Call, ToolFacts } from '../vocab/call.ts';
import type { ConfigFile } from '../vocab/config.ts';
import { STEPS, type Decision, type Verdict } from '../vocab/decision.ts';
import type { Facts, PathFact } from '../vocab/facts.ts';
import type { LayerName } from '../vocab/policy.ts';
import { decide, decideFloor, ORDER } from './decide.ts';
import { toJudged } from './judged.ts';

type Files = Partial<Readonly<Record<LayerName, ConfigFile>>>;

const judge = (line: string, files: Files | ConfigFile = {}, scene: LineScene = {}): Decision => {
  const layers = ['system', 'user', 'rules', 'project', 'session'].some((name) => name in files);
  const policy = createCompiled(layers ? (files as Files) : { user: files as ConfigFile });
  return decide(createShellCall(line), createLineFacts(line, scene), policy);
};

const show = ({ verdict, step, code }: Decision): string => `${verdict} ${step} ${code}`;

const rules = (permissions: NonNullable<ConfigFile['permissions']>): ConfigFile => ({ permissions });

const PLAIN = 'ask confirm-policy confirm-all';

describe('shell lines', () => {
  const rows: readonly (readonly [line: string, answer: string, files?: Files | ConfigFile, scene?: LineScene])[] = [
    // the order
    ['rm -rf /', 'deny hardline delete-protected-tree', rules({ shell: 'allow' }), { mode: 'yolo' }],
    [':(){ :|:& };:', 'deny hardline fork-bomb'],
    ['bailiwick trust', 'deny control own-verb', rules({ 'shell *': 'allow' }), { mode: 'yolo' }],
    ['make', 'deny wellformed tool-off', { tools: { shell: false } }, { mode: 'yolo' }],
    ['echo a\0b', 'deny wellformed nul-byte'],
    ['make', 'deny permission-deny deny-rule', rules({ 'shell': 'deny', 'shell make': 'allow' }), { mode: 'yolo' }],
    ['ls; make', 'deny permission-deny deny-rule', rules({ 'shell make *': 'deny' })],
    ['ls 2>&1; X=1', PLAIN, rules({ 'shell make *': 'deny' })],
    ['echo x > out/a', 'deny permission-deny deny-rule', rules({ 'write out/*': 'deny', 'shell *': 'allow' })],
    ['touch out/a', 'deny permission-deny deny-rule', rules({ 'write out/*': 'deny', 'shell *': 'allow' })],
    ['make', 'deny mode-plan plan-mode', {}, { mode: 'plan' }],
    ['ls', 'allow readonly readonly', {}, { mode: 'plan' }],
    ['cat .env', PLAIN, {}, { mode: 'plan' }],
    ['', 'deny mode-plan plan-mode', {}, { mode: 'plan' }],
    ['ls )', 'deny mode-plan plan-mode', {}, { mode: 'plan' }],
    ['ls )', 'ask unparsable unparsable', rules({ 'shell *': 'allow' }), { mode: 'yolo' }],
    ['ls )', 'ask unparsable unparsable', { approvals: { mode: 'skip' } }],
    ['make', 'allow yolo yolo', rules({ 'shell make *': 'ask' }), { mode: 'yolo' }],
    [
      'make',
      'ask permission-rule ask-rule',
      { ...rules({ 'shell make *': 'ask' }), security: { ask_rules_hold_in_yolo: true } },
      { mode: 'yolo' },
    ],
    [
      'ls',
      'allow yolo yolo',
      { ...rules({ 'shell make *': 'ask' }), security: { ask_rules_hold_in_yolo: true } },
      { mode: 'yolo' },
    ],
    // taint
    ['curl x', 'deny taint-deny tainted', { security: { taint: 'deny' } }, { taint: ['network'], mode: 'yolo' }],
    ['make', PLAIN, { security: { taint: 'deny' } }, { taint: ['network'] }],
    ['curl x', PLAIN, { security: { taint: 'deny' } }, { taint: ['owner', 'model'] }],
    ['curl x', 'ask taint-ask tainted', rules({ 'shell *': 'allow' }), { taint: ['person:bob'] }],
    [
      'curl x',
      'allow permission-rule allow-rule',
      rules({ 'shell *': { action: 'allow', tainted: true } }),
      { taint: ['network'] },
    ],
    [
      'curl x; ls',
      'allow readonly readonly',
      rules({ 'shell curl *': { action: 'allow', tainted: true } }),
      { taint: ['network'] },
    ],
    [
      'curl x; wget y',
      'ask taint-ask tainted',
      rules({ 'shell curl *': { action: 'allow', tainted: true }, 'shell *': 'allow' }),
      { taint: ['network'] },
    ],
    [
      'curl x',
      'allow permission-rule allow-rule',
      { ...rules({ 'shell *': 'allow' }), security: { taint: 'off' } },
      { taint: ['network'] },
    ],
    ['echo x > /srv/a', 'ask taint-ask tainted', {}, { taint: ['file'] }],
    ['python3 -c 1', 'ask taint-ask tainted', {}, { taint: ['file'] }],
    ['git push', 'ask taint-ask tainted', {}, { taint: ['file'] }],
    ['git pull', PLAIN, {}, { taint: ['file'] }],
    ['npm publish', 'ask taint-ask tainted', {}, { taint: ['file'] }],
    ['npm install', PLAIN, {}, { taint: ['file'] }],
    // rules
    ['make', 'allow permission-rule allow-rule', rules({ 'shell make *': 'allow' })],
    ['make; npm test', PLAIN, rules({ 'shell make *': 'allow' })],
    ['make; npm test', 'allow permission-rule allow-rule', rules({ 'shell make *': 'allow', 'shell npm *': 'allow' })],
    ['make; ls', 'allow readonly readonly', rules({ 'shell make *': 'allow' })],
    ['make', 'ask permission-rule ask-rule', rules({ 'shell make *': 'ask', 'shell *': 'allow' })],
    ['make', 'ask permission-rule ask-rule', rules({ 'shell ma*': 'ask', 'shell *ke': 'allow' })],
    ['make x', 'allow permission-rule allow-rule', rules({ 'shell make *': 'ask', 'shell make x': 'allow' })],
    [
      'make',
      'ask permission-rule ask-rule',
      { system: rules({ 'shell *': 'ask' }), user: rules({ 'shell make': 'allow' }) },
    ],
    ['make', 'allow permission-rule allow-rule', { system: rules({ 'shell *': 'ask', 'shell make': 'allow' }) }],
    ['git push -f', PLAIN, rules({ 'shell git *': 'allow' })],
    ['git push -f', 'allow permission-rule allow-rule', rules({ 'shell git push -f *': 'allow' })],
    ['make > out', PLAIN, rules({ 'shell make *': 'allow' })],
    ['make > /dev/null 2>&1 < in', 'allow permission-rule allow-rule', rules({ 'shell make *': 'allow' })],
    ['make > out', 'allow permission-rule allow-rule', rules({ 'shell make *': 'allow', 'write out': 'allow' })],
    ['make > out', 'ask permission-rule ask-rule', rules({ 'shell make *': 'allow', 'write out': 'ask' })],
    [
      'make > out',
      'ask permission-rule ask-rule',
      rules({ 'shell make': 'allow', 'write out': 'ask', 'write *': 'allow' }),
    ],
    ['touch out', 'ask permission-rule ask-rule', rules({ 'write out': 'ask' })],
    ['touch out', 'ask permission-rule ask-rule', rules({ 'write out': 'ask', 'shell touch out': 'allow' })],
    ['touch out', 'ask permission-rule ask-rule', { ...rules({ 'write out': 'ask' }), approvals: { mode: 'skip' } }],
    [
      'make > out',
      'allow permission-rule allow-rule',
      rules({ 'shell make *': 'allow', 'write *': 'ask', 'write out': 'allow' }),
    ],
    ['make > /dev/null', 'allow permission-rule allow-rule', rules({ 'shell make *': 'allow', 'write *': 'ask' })],
    ['make > /dev/null', PLAIN, {}, { taint: ['network'] }],
    ['touch out', PLAIN, rules({ 'write out': 'allow' })],
    ['make > AGENTS.md', PLAIN, rules({ 'shell make *': 'allow', 'write *': 'allow' })],
    [
      'make > AGENTS.md',
      'allow permission-rule allow-rule',
      rules({ 'shell make *': 'allow', 'write AGENTS.md': 'allow' }),
    ],
    ['make; > out', 'allow permission-rule allow-rule', rules({ 'shell make *': 'allow', 'write out': 'allow' })],
    ['> out', PLAIN, rules({ 'shell *': 'allow', 'write out': 'allow' })],
    ['make; > /dev/null', PLAIN, rules({ 'shell make *': 'allow' })],
    ['X=1', PLAIN, rules({ 'shell *': 'allow' })],
    ['', PLAIN, rules({ 'shell *': 'allow' })],
    // allowlist
    ['make test', 'allow allowlist allowlist', { security: { command_allowlist: ['make test'] } }],
    ['make tests', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['make', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['make test > out', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['make test &', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['X=1 make test', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['make test "$(date)"', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['make test "${X:-y}"', PLAIN, { security: { command_allowlist: ['make test'] } }],
    ['make te*', PLAIN, { security: { command_allowlist: ['make te*'] } }],
    ['git push -f', PLAIN, { security: { command_allowlist: ['git push'] } }],
    ['make test; ls', 'allow readonly readonly', { security: { command_allowlist: ['make test'] } }],
    [
      'npm x; make test',
      'allow allowlist allowlist',
      { ...rules({ 'shell npm *': 'allow' }), security: { command_allowlist: ['make test'] } },
    ],
    // what is left
    ['ls', 'allow readonly readonly'],
    ['ls', PLAIN, { approvals: { auto_allow_readonly: false } }],
    ['make', 'allow confirm-policy not-dangerous', { security: { confirm_policy: 'dangerous_only' } }],
    ['git push -f', 'ask confirm-policy dangerous', { security: { confirm_policy: 'dangerous_only' } }],
    ['', PLAIN, { security: { confirm_policy: 'dangerous_only' } }],
    ['> out', PLAIN, { security: { confirm_policy: 'dangerous_only' } }],
    ['make', 'allow mode-fallback skip', { approvals: { mode: 'skip' } }],
    ['make', 'ask permission-rule ask-rule', { ...rules({ shell: 'ask' }), approvals: { mode: 'skip' } }],
  ];
  for (const [line, answer, files, scene] of rows) {
    test(`${JSON.stringify(line)} -> ${answer} ${JSON.stringify(files ?? {})}`, () => {
      assert.equal(show(judge(line, files, scene)), answer);
    });
  }
});

describe('other tools', () => {
  const tool = (name: string, changes: Partial<ToolFacts> = {}): ToolFacts => ({
    name,
    risk: 'low',
    subject: '',
    effects: [{ kind: 'read', target: '' }],
    fault: null,
    ...changes,
  });
  const paths = (absolute: string, real: string | null = absolute): readonly PathFact[] => [
    { given: absolute, absolute, real },
  ];
  const ask = (
    facts: Partial<Facts> & { readonly tool: ToolFacts },
    files: ConfigFile = {},
    input: Call['input'] = {},
  ): string =>
    show(
      decide(
        { id: 'c', tool: facts.tool.name, input, cwd: '/home/u/proj' },
        createFacts(facts),
        createCompiled({ user: files }),
      ),
    );
  const writer = (name = 'write'): ToolFacts =>
    tool(name, { risk: 'medium', effects: [{ kind: 'write', where: 'workspace', target: '' }] });

  test('wrong arguments are denied, also a NUL deep inside', () => {
    assert.equal(ask({ tool: tool('read', { fault: 'path is missing' }) }), 'deny wellformed bad-arguments');
    assert.equal(
      ask({ tool: tool('edit') }, {}, { list: [{ text: 'a\0' }], n: 1, none: null }),
      'deny wellformed nul-byte',
    );
    assert.equal(ask({ tool: tool('grep') }, { tools: { grep: false } }), 'deny wellformed tool-off');
  });

  test('the agent does not change what steers it', () => {
    const config = { tool: writer(), paths: paths('/home/u/.bailiwick/config.yml'), mode: 'yolo' } as const;
    assert.equal(ask(config), 'deny control own-file');
  });

  test('file tools that write stay in the workspace, after links too', () => {
    const outside = 'deny workspace outside-workspace';
    assert.equal(ask({ tool: writer(), paths: paths('/srv/x'), mode: 'yolo' }), outside);
    assert.equal(ask({ tool: writer(), paths: paths('/srv/x', null) }), outside);
    assert.equal(ask({ tool: writer(), paths: paths('/home/u/proj/x', '/srv/x') }), outside);
    assert.equal(ask({ tool: writer(), paths: paths('/home/u/proj/x', null) }), 'ask mode-fallback risk');
    assert.equal(
      ask({ tool: writer(), paths: paths('/srv/x') }, { tools: { workspace_strict: false } }),
      'ask mode-fallback risk',
    );
    assert.equal(ask({ tool: tool('read'), paths: paths('/srv/x') }), 'allow mode-fallback low-risk');
  });

  test('the reason of a way out by a link names both places', () => {
    const decision = decide(
      { id: 'c', tool: 'write', input: {}, cwd: '/home/u/proj' },
      createFacts({ tool: writer(), paths: paths('/home/u/proj/x', '/srv/x') }),
      createPolicy(),
    );
    assert.equal(
      decision.reason,
      '/home/u/proj/x (in truth /srv/x) lies outside the workspace /home/u/proj (tools.workspace_strict)',
    );
  });

  test('rules', () => {
    const secret = { tool: tool('read'), paths: paths('/home/u/proj/.env') };
    assert.equal(ask(secret), 'ask mode-fallback dangerous');
    assert.equal(ask(secret, rules({ 'read *': 'allow' })), 'ask mode-fallback dangerous');
    assert.equal(ask(secret, rules({ 'read .env': 'allow' })), 'allow permission-rule allow-rule');
    assert.equal(ask(secret, rules({ 'read *': 'deny' })), 'deny permission-deny deny-rule');
    assert.equal(ask(secret, rules({ 'read x': 'deny' })), 'ask mode-fallback dangerous');
    const plain = { tool: tool('read'), paths: paths('/home/u/proj/a') };
    assert.equal(ask(plain, rules({ 'read *': 'ask', 'read a': 'allow' })), 'allow permission-rule allow-rule');
    assert.equal(ask(plain, rules({ 'read *': 'allow', 'read a': 'ask' })), 'ask permission-rule ask-rule');
    assert.equal(ask(plain, rules({ 'read b': 'ask' })), 'allow mode-fallback low-risk');
    assert.equal(
      ask({ ...plain, mode: 'yolo' }, { ...rules({ read: 'ask' }), security: { ask_rules_hold_in_yolo: true } }),
      'ask permission-rule ask-rule',
    );
    assert.equal(
      ask({ ...plain, mode: 'yolo' }, { ...rules({ glob: 'ask' }), security: { ask_rules_hold_in_yolo: true } }),
      'allow yolo yolo',
    );
  });

  const kin: readonly (readonly [rule: string, action: Verdict, called: string, expected: string])[] = [
    ['write a', 'deny', 'edit', 'deny permission-deny deny-rule'],
    ['write a', 'deny', 'multi_edit', 'deny permission-deny deny-rule'],
    ['write a', 'deny', 'apply_patch', 'deny permission-deny deny-rule'],
    ['edit a', 'deny', 'multi_edit', 'deny permission-deny deny-rule'],
    ['edit a', 'deny', 'apply_patch', 'deny permission-deny deny-rule'],
    ['edit a', 'deny', 'write', 'ask mode-fallback risk'],
    ['multi_edit a', 'deny', 'edit', 'ask mode-fallback risk'],
    ['write', 'deny', 'edit', 'deny permission-deny deny-rule'],
    ['write b', 'deny', 'edit', 'ask mode-fallback risk'],
    ['write', 'deny', 'read', 'allow mode-fallback low-risk'],
    ['write a', 'ask', 'edit', 'ask permission-rule ask-rule'],
    ['write a', 'ask', 'apply_patch', 'ask permission-rule ask-rule'],
    ['write a', 'allow', 'edit', 'ask mode-fallback risk'],
  ];
  for (const [rule, action, called, expected] of kin) {
    test(`a rule that ${action}s "${rule}" and a call of ${called}: ${expected}`, () => {
      const own = called === 'read' ? tool('read') : writer(called);
      assert.equal(ask({ tool: own, paths: paths('/home/u/proj/a') }, rules({ [rule]: action })), expected);
    });
  }

  test('between a rule of the tool and one of write the longer wins, and a tie asks', () => {
    const call = { tool: writer('edit'), paths: paths('/home/u/proj/a') };
    assert.equal(ask(call, rules({ 'write *': 'ask', 'edit a': 'allow' })), 'allow permission-rule allow-rule');
    assert.equal(ask(call, rules({ 'write a': 'ask', 'edit *': 'allow' })), 'ask permission-rule ask-rule');
    assert.equal(ask(call, rules({ write: 'ask', edit: 'allow' })), 'ask permission-rule ask-rule');
    assert.equal(ask(call, rules({ 'write a': 'deny', 'edit a': 'allow' })), 'deny permission-deny deny-rule');
  });

  test('a rule about another argument of a shell call asks and denies, and says nothing of the line', () => {
    const call: Call = { ...createShellCall('make'), input: { command: 'make', background: true } };
    const ask = (permissions: NonNullable<ConfigFile['permissions']>): string =>
      show(decide(call, createLineFacts('make'), createCompiled({ user: rules(permissions) })));
    assert.equal(ask({ 'sh*l background=true': 'deny' }), 'deny permission-deny deny-rule');
    assert.equal(ask({ 'sh*l background=true': 'ask', 'shell make': 'allow' }), 'ask permission-rule ask-rule');
    assert.equal(ask({ 'sh*l background=false': 'deny', 'shell make': 'allow' }), 'allow permission-rule allow-rule');
    assert.equal(ask({ 'sh*l background=true': 'allow' }), PLAIN);
    assert.equal(ask({ '* path=ma*': 'allow' }), PLAIN);
    assert.equal(ask({ '* command=ma*': 'deny' }), 'deny permission-deny deny-rule');
  });

  test('plan mode reads only', () => {
    assert.equal(ask({ tool: tool('read'), mode: 'plan' }), 'allow mode-fallback low-risk');
    assert.equal(ask({ tool: tool('task', { effects: [] }), mode: 'plan' }), 'deny mode-plan plan-mode');
    assert.equal(ask({ tool: writer(), paths: paths('/home/u/proj/x'), mode: 'plan' }), 'deny mode-plan plan-mode');
    assert.equal(ask({ tool: writer('apply_patch'), mode: 'yolo' }), 'deny workspace no-path');
  });

  test('a tainted turn asks before anything leaves', () => {
    const sends = {
      tool: tool('http_post', { effects: [{ kind: 'net-out', target: 'x' }] }),
      taint: ['network'] as const,
    };
    assert.equal(ask(sends, rules({ http_post: 'allow' })), 'ask taint-ask tainted');
    assert.equal(
      ask(sends, rules({ http_post: { action: 'allow', tainted: true } })),
      'allow permission-rule allow-rule',
    );
    assert.equal(
      ask({ ...sends, tool: tool('matrix_send', { effects: [{ kind: 'message', target: 'x' }] }) }),
      'ask taint-ask tainted',
    );
    assert.equal(ask({ ...sends, tool: writer(), paths: paths('/home/u/proj/x') }), 'ask mode-fallback risk');
  });

  test('applying a proposal stands for a person, in yolo too', () => {
    const facts = { tool: tool('skill_workshop'), mode: 'yolo' } as const;
    assert.equal(ask(facts, {}, { action: 'apply' }), 'ask operator operator');
    assert.equal(ask(facts, {}, { action: 'list' }), 'allow yolo yolo');
  });

  test('the fallback goes by risk and mode', () => {
    const risk = (level: ToolFacts['risk'], mode: 'manual' | 'auto' | 'skip'): string =>
      ask({ tool: tool('foreign__x', { risk: level }) }, { approvals: { mode } });
    assert.equal(risk('high', 'auto'), 'ask mode-fallback risk');
    assert.equal(risk('medium', 'auto'), 'allow mode-fallback low-risk');
    assert.equal(risk('medium', 'manual'), 'ask mode-fallback risk');
    assert.equal(risk('high', 'skip'), 'allow mode-fallback skip');
  });

  test('what has brought nothing new is not done again, in yolo either', () => {
    const call: Call = { id: 'c', tool: 'read', input: {}, cwd: '/home/u/proj' };
    const digest = decide(call, createFacts({ tool: tool('read') }), createPolicy()).call;
    const entry = { call: digest, result: 'x', denied: false };
    assert.equal(ask({ tool: tool('read'), mode: 'yolo', window: [entry, entry] }), 'deny doom-loop same-call');
  });
});

describe('what a decision holds', () => {
  test('the steps stand in the order of the vocabulary, each once', () => {
    const judged = toJudged(createShellCall('ls'), createLineFacts('ls'), createPolicy());
    assert.deepEqual(
      ORDER.map((step) => step(judged).step),
      STEPS,
    );
  });

  test('the trace has every step, also behind the one that decided', () => {
    assert.deepEqual(
      judge('rm -rf /').trace.map(({ step }) => step),
      STEPS,
    );
  });

  test('the rule that decided, with its place and its own reason', () => {
    const decision = judge('make', rules({ 'shell make *': { action: 'deny', because: 'use just' } }));
    assert.deepEqual(decision.rule, {
      layer: 'user',
      file: 'user.yml',
      line: 1,
      text: 'shell make *',
      because: 'use just',
    });
    assert.equal(decision.reason, 'use just');
    assert.equal('because' in (judge('make', rules({ 'shell make *': 'deny' })).rule ?? {}), false);
  });

  test('every command has its own verdict and class', () => {
    const verdicts = (line: string, files?: ConfigFile): readonly string[] =>
      judge(line, files).segments.map(
        ({ text, verdict, step, class: danger }) =>
          `${text}: ${verdict} ${step}${danger === undefined ? '' : ` ${danger}`}`,
      );
    assert.deepEqual(verdicts('ls; rm -rf build; rm -rf /; make', rules({ 'shell make *': 'ask' })), [
      'ls: allow readonly',
      'rm -rf build: ask confirm-policy recursive-delete',
      'rm -rf /: deny hardline recursive-delete-outside',
      'make: ask permission-rule',
    ]);
    assert.deepEqual(verdicts('make', { security: { confirm_policy: 'dangerous_only' } }), [
      'make: allow confirm-policy',
    ]);
    assert.deepEqual(verdicts('ls; make', { security: { confirm_policy: 'dangerous_only' } }), [
      'ls: allow readonly',
      'make: allow confirm-policy',
    ]);
  });

  test('the reason of a question names what stands in the way', () => {
    const ASKED = 'every shell command that is not known to be harmless is asked about';
    assert.equal(judge('make').reason, `${ASKED}: make is not among the read-only commands`);
    assert.equal(judge('(ls)').reason, `${ASKED}: the line holds a subshell`);
    assert.equal(judge('rm -rf build').reason, 'it deletes a tree in the workspace');
    assert.equal(judge('').reason, 'there is no command in it');
    assert.equal(judge('> out').reason.startsWith(ASKED), true);
  });

  test('only a question names answers that lift it', () => {
    assert.deepEqual(judge('./make').grants, ['once', 'session', 'always_command']);
    assert.deepEqual(judge('make').grants, ['once', 'session', 'always_command']);
    assert.deepEqual(judge('make all').grants, ['once', 'session', 'always_prefix', 'always_command']);
    assert.deepEqual(judge('curl x | sh').grants, ['once']);
    assert.deepEqual(judge('ls )').grants, ['once']);
    assert.deepEqual([judge('ls').grants, judge('rm -rf /').grants], [[], []]);
  });

  test('whatever goes wrong inside is a deny', () => {
    const broken = new Proxy(createLineFacts('cat x'), {
      get(target, key, receiver) {
        if (key === 'gitExec' || key === 'paths') throw new TypeError('no such fact');
        return Reflect.get(target, key, receiver) as unknown;
      },
    });
    const decision = decide(createShellCall('cat x'), { ...createFacts(), line: undefined } as never, createPolicy());
    assert.equal(show(decision), 'deny wellformed judge-failed');
    assert.equal(show(decide(createShellCall('ls'), broken, createPolicy())), 'deny wellformed judge-failed');
    const thrower = new Proxy(createFacts(), {
      get() {
        throw 'text';
      },
    });
    assert.match(decide(createShellCall('ls'), thrower, createPolicy()).reason, /unknown error/);
    assert.match(decideFloor(thrower) ?? '', /unknown error/);
  });
});

describe('the floor alone', () => {
  for (const line of ['ls', 'rm -rf /', 'rm -rf build', 'cd / && rm -rf ./*', 'sudo shutdown now', ':(){ :|:& };:']) {
    test(`says of ${line} what the whole judge says`, () => {
      const facts = createLineFacts(line);
      const entry = decide(createShellCall(line), facts, createPolicy()).trace.find(({ step }) => step === 'hardline');
      assert.equal(decideFloor(facts), entry?.answer === 'deny' ? entry.reason : null);
    });
  }
});
