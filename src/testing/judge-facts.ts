import type { Facts } from '../vocab/facts.ts';
import type { Policy } from '../vocab/policy.ts';

/** Facts of a shell call in `/home/u/proj`, nothing out of the ordinary. */
export const createFacts = (changes: Partial<Facts> = {}): Facts => ({
  tool: { name: 'shell', risk: 'high', subject: '', effects: [], fault: null },
  cwd: '/home/u/proj',
  home: '/home/u',
  agentHome: '/home/u/.bailiwick',
  workspace: '/home/u/proj',
  homes: ['/home/u'],
  tmp: ['/tmp'],
  apiAddress: null,
  platform: 'linux',
  env: {},
  line: null,
  paths: [],
  scripts: [],
  gitExec: [],
  gitSigning: [],
  workspaceHeads: [],
  sudoPassword: false,
  taint: [],
  window: [],
  grants: [],
  mode: 'default',
  requester: 'local:1000',
  now: 0,
  ...changes,
});

/** The policy in force without any configuration. */
export const createPolicy = (changes: Partial<Policy> = {}): Policy => ({
  digest: '',
  rules: [],
  confirmPolicy: 'confirm_all',
  allowlist: [],
  approvalsMode: 'manual',
  autoAllowReadonly: true,
  readonlyCommands: [],
  readonlyPresets: [],
  workspaceStrict: true,
  askRulesHoldInYolo: false,
  taint: 'ask',
  toolsOff: [],
  ...changes,
});
