import type { Proposal } from '../vocab/proposal.ts';

/** A pending proposal of a skill `demo`, with what the test says otherwise. */
export const createProposal = (given: Partial<Proposal> = {}): Proposal => ({
  id: 'prp_1',
  createdAt: 1,
  updatedAt: 2,
  workspace: '/w',
  skill: 'demo',
  title: 'Demo',
  reason: '',
  source: 'tool',
  status: 'pending',
  change: { kind: 'create', description: 'What', body: 'How\n' },
  place: '/w/.bailiwick/skills',
  base: null,
  files: [{ path: 'SKILL.md', text: 'text' }],
  result: 'r',
  revision: 'v',
  findings: [],
  quarantineReason: null,
  evidence: { session: null, run: null, model: null },
  taint: [],
  settled: null,
  ...given,
});
