import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { digestFacts } from '../run/approve.ts';
import { createMemoryDisk } from '../testing/memory-disk.ts';
import { createCompiled } from '../testing/judge-line.ts';
import { createTools } from '../tools/all-tools.ts';
import type { ConfigFile } from '../vocab/config.ts';
import { judgeQuestion, type Bench } from './judge.ts';

const tools = new Map(createTools().map((tool) => [tool.name, tool]));

const toBench = (config: ConfigFile): Bench => ({
  scene: {
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
  },
  policy: createCompiled({ user: config }),
  disk: createMemoryDisk({ '/home/u/proj/a': '', '/home/u/proj/.git/HEAD': '', '/usr/bin/git': '' }),
  cwd: '/home/u/proj',
  now: 0,
  findTool: (name) => tools.get(name) ?? null,
});

type Rules = NonNullable<ConfigFile['permissions']>;

function judge(tool: string, input: Readonly<Record<string, unknown>>, permissions: Rules = {}): string {
  const { decision } = judgeQuestion({ tool, input }, toBench({ permissions }));
  const { verdict, step, code, class: danger } = decision;
  return `${verdict} ${step} ${code}${danger === null ? '' : ` ${danger}`}`;
}

const patch = (...lines: readonly string[]) => ({ patch: ['*** Begin Patch', ...lines, '*** End Patch'].join('\n') });
const add = (...names: readonly string[]) => patch(...names.flatMap((name) => [`*** Add File: ${name}`, '+x']));
const edits = (...names: readonly string[]) => ({
  path: names[0],
  edits: names.map((path) => ({ path, old_string: 'a', new_string: 'b' })),
});

describe('a call about several files', () => {
  const cases: readonly (readonly [string, string, Readonly<Record<string, unknown>>, Rules, string])[] = [
    ['asks like any edit', 'apply_patch', add('n'), {}, 'ask mode-fallback risk'],
    [
      'is denied for one file outside',
      'apply_patch',
      add('n', '/etc/x'),
      {},
      'deny workspace outside-workspace system-file-write',
    ],
    [
      'is denied for the place it moves to',
      'apply_patch',
      patch('*** Update File: a', '*** Move to: ../x'),
      {},
      'deny workspace outside-workspace',
    ],
    [
      'is denied for a file that steers the agent',
      'apply_patch',
      add('n', '.bailiwick/config.yml'),
      {},
      'deny control own-file agent-config-write',
    ],
    [
      'has the class of each file',
      'apply_patch',
      add('n', '.env'),
      { apply_patch: 'allow' },
      'ask mode-fallback dangerous secret-read',
    ],
    [
      'has the class of each file it deletes',
      'apply_patch',
      patch('*** Delete File: AGENTS.md'),
      { 'apply_patch *': 'allow' },
      'ask mode-fallback dangerous agent-config-write',
    ],
    [
      'is denied by a rule on any file',
      'apply_patch',
      add('n', 'docs/x'),
      { 'apply_patch docs/*': 'deny', 'apply_patch': 'allow' },
      'deny permission-deny deny-rule',
    ],
    [
      'is denied by a rule of write',
      'apply_patch',
      add('n', 'docs/x'),
      { 'write docs/*': 'deny', 'apply_patch': 'allow' },
      'deny permission-deny deny-rule',
    ],
    [
      'is denied by a rule of edit',
      'multi_edit',
      edits('a', 'docs/x'),
      { 'edit docs/*': 'deny', 'multi_edit': 'allow' },
      'deny permission-deny deny-rule',
    ],
    [
      'is asked about by a rule of write',
      'multi_edit',
      edits('a', 'docs/x'),
      { 'write docs/*': 'ask', 'multi_edit': 'allow' },
      'ask permission-rule ask-rule',
    ],
    [
      'is asked about whichever file it is',
      'multi_edit',
      edits('docs/x', 'a', 'docs/y'),
      { 'write docs/*': 'ask', 'multi_edit': 'allow' },
      'ask permission-rule ask-rule',
    ],
    ['is not allowed by a rule of write', 'apply_patch', add('n'), { write: 'allow' }, 'ask mode-fallback risk'],
    [
      'is allowed when each file is',
      'apply_patch',
      add('n', 'docs/x'),
      { 'apply_patch n': 'allow', 'apply_patch docs/*': 'allow' },
      'allow permission-rule allow-rule',
    ],
    [
      'is not allowed when one file is not',
      'apply_patch',
      add('n', 'm'),
      { 'apply_patch n': 'allow' },
      'ask mode-fallback risk',
    ],
    [
      'is allowed with a danger that its rule names',
      'apply_patch',
      add('n', 'AGENTS.md'),
      { 'apply_patch n': 'allow', 'apply_patch AGENTS.md': 'allow' },
      'allow permission-rule allow-rule agent-config-write',
    ],
    [
      'is denied when it cannot be read',
      'apply_patch',
      { patch: 'x' },
      { apply_patch: 'allow' },
      'deny wellformed bad-arguments',
    ],
    [
      'is judged by its edits and not by a path that none of them takes',
      'multi_edit',
      { ...edits('a'), path: 'docs/x' },
      { 'edit docs/*': 'deny', 'multi_edit': 'allow' },
      'allow permission-rule allow-rule',
    ],
  ];
  for (const [name, tool, input, rules, expected] of cases) {
    it(name, () => assert.equal(judge(tool, input, rules), expected));
  }

  it('is bound to every file by an answer', () => {
    const bench = toBench({});
    const digests = [add('n'), add('n', 'm')].map((input) =>
      digestFacts(judgeQuestion({ tool: 'apply_patch', input }, bench).facts),
    );
    assert.notEqual(digests[0], digests[1]);
  });
});

describe('a call of git', () => {
  const commands = [
    'log -1',
    'log --oneline -5',
    'diff --output=x',
    'show HEAD:.env',
    'branch -a',
    'grep -O x',
    'status',
    'describe',
  ];
  const policies: readonly Rules[] = [
    {},
    { 'shell git *': 'deny' },
    { 'shell git log *': 'ask' },
    { 'shell *': 'allow' },
    { 'shell git diff *': 'allow' },
    { 'write x': 'deny' },
  ];
  for (const command of commands) {
    it(`is judged like the line git ${command}`, () => {
      for (const rules of policies) {
        assert.equal(
          judge('git', { command }, rules),
          judge('shell', { command: `git ${command}` }, rules),
          JSON.stringify(rules),
        );
      }
    });
  }

  const own: readonly (readonly [string, Rules, string])[] = [
    ['log', { 'git log *': 'deny' }, 'deny permission-deny deny-rule'],
    ['log', { git: 'deny' }, 'deny permission-deny deny-rule'],
    ['log', { 'g* pattern=*': 'deny' }, 'allow readonly readonly'],
    ['log', { 'git log *': 'ask' }, 'ask permission-rule ask-rule'],
    ['log', { 'g*': 'ask' }, 'ask permission-rule ask-rule'],
    ['log', { '*': 'ask' }, 'ask permission-rule ask-rule'],
    ['describe', {}, 'ask confirm-policy confirm-all'],
    ['describe', { 'git describe *': 'allow' }, 'allow permission-rule allow-rule'],
    ['describe', { 'git *': { action: 'allow', except: ['git describe *'] } }, 'ask confirm-policy confirm-all'],
    ['push', { git: 'allow' }, 'deny wellformed bad-arguments'],
  ];
  for (const [command, rules, expected] of own) {
    it(`${command} meets the rules of the tool ${JSON.stringify(rules)}`, () =>
      assert.equal(judge('git', { command }, rules), expected));
  }

  it('does not lend its rules to the shell', () => {
    assert.equal(judge('shell', { command: 'git describe' }, { 'git *': 'allow' }), 'ask confirm-policy confirm-all');
  });
});

describe('a question and a list', () => {
  it('need no answer of a person', () => {
    assert.equal(judge('question', { question: 'why?' }), 'allow mode-fallback low-risk');
    assert.equal(judge('todo', { items: [] }), 'allow mode-fallback low-risk');
  });

  it('do not change anything, so that plan mode lets them through', () => {
    for (const [tool, input] of [
      ['question', { question: 'why?' }],
      ['todo', { items: [] }],
    ] as const) {
      const { decision } = judgeQuestion({ tool, input, mode: 'plan' }, toBench({}));
      assert.equal(decision.verdict, 'allow');
    }
  });
});
