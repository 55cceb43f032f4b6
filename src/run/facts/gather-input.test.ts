import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { decide } from '../../policy/decide.ts';
import { createCompiled } from '../../testing/judge-line.ts';
import { createMemoryDisk } from '../../testing/memory-disk.ts';
import type { Call } from '../../vocab/call.ts';
import type { ConfigFile } from '../../vocab/config.ts';
import type { Decision } from '../../vocab/decision.ts';
import type { Mode } from '../../vocab/principal.ts';
import { gatherFacts } from './gather-facts.ts';
import type { TypedJob } from './gather-input.ts';

const SCENE = {
  home: '/home/u',
  agentHome: '/home/u/.bailiwick',
  workspace: '/home/u/proj',
  users: {},
  homes: ['/home/u'],
  tmp: ['/tmp'],
  apiAddress: null,
  platform: 'linux',
  env: { HOME: '/home/u', PATH: '/usr/bin' },
  sudoPassword: false,
};

interface Given {
  readonly mode?: Mode;
  readonly config?: ConfigFile;
}

function judge(job: TypedJob | null, text: string, { mode = 'default', config = {} }: Given = {}): Decision {
  const call: Call = { id: 'call_1', tool: 'shell_input', input: { job: 'job_1', text }, cwd: '/home/u/proj' };
  const moment = { window: [], grants: [], taint: [], mode, requester: 'local', now: 0, tool: null, fault: null, job };
  return decide(call, gatherFacts(call, SCENE, moment, createMemoryDisk({})), createCompiled({ user: config }));
}

const bash = (typed = ''): TypedJob => ({ command: 'bash', typed });
const say = ({ verdict, step, class: found }: Decision): string => `${verdict} ${step} ${found ?? '-'}`;

describe('text typed into a job', () => {
  const cases: readonly (readonly [string, TypedJob | null, string, string, Given?])[] = [
    ['asks, also for what only reads', bash(), 'ls', 'ask confirm-policy -'],
    [
      'asks for an interpreter',
      { command: 'python3 -i', typed: '' },
      'print(1)',
      'ask mode-fallback interpreter-payload',
    ],
    ['asks for a job that is not known', null, 'ls', 'ask mode-fallback interpreter-payload'],
    [
      'meets the floor in a shell, in yolo too',
      bash(),
      'rm -rf /',
      'deny hardline recursive-delete-outside',
      { mode: 'yolo' },
    ],
    ['in two parts', bash('rm -rf \\\n'), '/', 'deny hardline recursive-delete-outside', { mode: 'yolo' }],
    [
      'with a variable from before',
      bash('X=rm\n'),
      '$X -rf ~',
      'deny hardline recursive-delete-outside',
      { mode: 'yolo' },
    ],
    [
      'in a folder from before',
      bash('cd /\n'),
      'rm -rf etc',
      'deny hardline recursive-delete-outside',
      { mode: 'yolo' },
    ],
    [
      'in a shell that a wrapper starts',
      { command: 'env A=1 bash -i', typed: '' },
      'rm -rf ~',
      'deny hardline recursive-delete-outside',
      { mode: 'yolo' },
    ],
    [
      'in a shell of root',
      { command: 'sudo -i', typed: '' },
      'rm -rf /',
      'deny hardline recursive-delete-outside',
      { mode: 'yolo' },
    ],
    [
      'does not meet it where no shell reads',
      { command: 'cat', typed: '' },
      'rm -rf /',
      'allow yolo interpreter-payload',
      { mode: 'yolo' },
    ],
    ['may not administer the agent', bash(), 'bailiwick trust .', 'deny control -', { mode: 'yolo' }],
    ['names its danger', bash(), 'git push --force', 'ask confirm-policy git-force-push'],
    [
      'is denied by a rule of the shell',
      bash(),
      'make x',
      'deny permission-deny -',
      { config: { permissions: { 'shell make *': 'deny' } } },
    ],
    [
      'is not allowed by a rule of the shell',
      bash(),
      'make x',
      'ask confirm-policy -',
      { config: { permissions: { 'shell make *': 'allow' } } },
    ],
    [
      'is asked about by a rule of the shell',
      bash(),
      'make x',
      'ask permission-rule -',
      { config: { permissions: { 'shell make *': 'ask', 'shell_input make *': 'allow' } } },
    ],
    [
      'is allowed by a rule of its own',
      bash(),
      'make x',
      'allow permission-rule -',
      { config: { permissions: { 'shell_input make *': 'allow' } } },
    ],
    [
      'is not covered by the allowlist',
      bash(),
      'make x',
      'ask confirm-policy -',
      { config: { security: { command_allowlist: ['make'] } } },
    ],
    ['half of a command asks', bash(), 'echo "', 'ask unparsable -', { mode: 'yolo' }],
  ];
  for (const [name, job, text, expected, given] of cases) {
    test(`${name}: ${text}`, () => assert.equal(say(judge(job, text, given)), expected));
  }
});
