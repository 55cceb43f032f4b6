import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createCompiled, createLineFacts } from '../testing/judge-line.ts';
import type { ConfigFile } from '../vocab/config.ts';
import { decide } from './decide.ts';

/** Text typed into a running shell: read like a line, trusted like none. */
function judge(text: string, config: ConfigFile = {}): string {
  const tool = { name: 'shell_input', risk: 'high', subject: text, effects: [], fault: null } as const;
  const call = { id: 'call_1', tool: 'shell_input', input: { job: 'job_1', text }, cwd: '/home/u/proj' };
  const { verdict, step } = decide(call, createLineFacts(text, { tool }), createCompiled({ user: config }));
  return `${verdict} ${step}`;
}

describe('text typed into a shell', () => {
  const cases: readonly (readonly [string, ConfigFile, string])[] = [
    ['ls', {}, 'ask confirm-policy'],
    ['make x', { security: { command_allowlist: ['make'] } }, 'ask confirm-policy'],
    ['make x', { permissions: { 'shell make *': 'allow' } }, 'ask confirm-policy'],
    ['make x', { permissions: { 'shell_input make *': 'allow' } }, 'allow permission-rule'],
    ['make x', { permissions: { 'shell_input *': 'allow', 'shell make *': 'ask' } }, 'ask permission-rule'],
    ['make x', { permissions: { 'shell_input *': 'allow', 'shell make *': 'deny' } }, 'deny permission-deny'],
    ['make x', { permissions: { 'shell_input *': 'allow', 'shell': 'deny' } }, 'deny permission-deny'],
    ['make x', { permissions: { 'shell*': 'ask' } }, 'ask permission-rule'],
    ['rm -rf /', { permissions: { 'shell_input *': 'allow' } }, 'deny hardline'],
  ];
  for (const [text, config, expected] of cases) {
    test(`${text} under ${JSON.stringify(config)} -> ${expected}`, () => assert.equal(judge(text, config), expected));
  }
});
