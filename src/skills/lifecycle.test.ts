import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProposal } from '../testing/proposal.ts';
import { PROPOSAL_STATUSES, type Proposal, type ProposalStatus } from '../vocab/proposal.ts';
import { advanceProposal, PROPOSAL_ACTS, type ProposalAct } from './lifecycle.ts';

const proposal = (status: ProposalStatus): Proposal =>
  createProposal({ status, quarantineReason: status === 'quarantined' ? 'because' : null });

/** Columns as in PROPOSAL_ACTS; `-`: cannot be done. */
const TABLE: Readonly<Record<ProposalStatus, string>> = {
  //           apply   reject   quarantine  waive   revise  conflict   expire  reopen  revert restore
  pending: 'applied rejected quarantined - pending conflicted expired - - -',
  applied: '- - - - - - - - reverted -',
  rejected: '- - - - - - - pending - -',
  quarantined: '- rejected - pending pending - - - - -',
  conflicted: '- rejected - - pending - - - - -',
  expired: '- - - - - - - pending - -',
  reverted: '- - - - - - - - - applied',
};

describe('the life of a proposal', () => {
  for (const status of PROPOSAL_STATUSES) {
    it(`when ${status}`, () => {
      const found = PROPOSAL_ACTS.map((act) => {
        const after = advanceProposal(proposal(status), act, { by: 'local:1', at: 9, note: 'said' });
        return after.ok ? after.value.status : '-';
      });
      assert.equal(found.join(' '), TABLE[status]);
    });
  }

  it('says who settled it, and forgets that when it is open again', () => {
    const actor = { by: 'local:1', at: 9, note: 'no' };
    const rejected = advanceProposal(proposal('pending'), 'reject', actor);
    assert.deepEqual(rejected, {
      ok: true,
      value: {
        ...proposal('rejected'),
        updatedAt: 9,
        settled: { by: 'local:1', at: 9, note: 'no' },
        steps: [{ at: 9, act: 'reject', by: 'local:1', note: 'no', revision: 'v' }],
      },
    });
    if (!rejected.ok) return;
    const reopened = advanceProposal(rejected.value, 'reopen', { ...actor, at: 10 });
    const steps = [
      { at: 9, act: 'reject', by: 'local:1', note: 'no', revision: 'v' },
      { at: 10, act: 'reopen', by: 'local:1', note: 'no', revision: 'v' },
    ];
    assert.deepEqual(reopened, { ok: true, value: { ...proposal('pending'), updatedAt: 10, steps } });
  });

  it('keeps why it was quarantined until it is pending again', () => {
    const at = (status: ProposalStatus, act: ProposalAct): string | null | undefined => {
      const after = advanceProposal(proposal(status), act, { by: 'b', at: 9, note: 'new' });
      return after.ok ? after.value.quarantineReason : undefined;
    };
    assert.equal(at('pending', 'quarantine'), 'new');
    assert.equal(at('quarantined', 'reject'), 'because');
    assert.equal(at('quarantined', 'waive'), null);
  });

  it('says what can be done instead [T141] [T142]', () => {
    const say = (status: ProposalStatus, act: ProposalAct): string => {
      const after = advanceProposal(proposal(status), act, { by: 'b', at: 9, note: null });
      return after.ok ? '' : after.error;
    };
    assert.equal(
      say('rejected', 'apply'),
      'the proposal prp_1 is rejected, so it cannot be applied; what can be done: reopen',
    );
    assert.equal(
      say('reverted', 'reopen'),
      'the proposal prp_1 is reverted, so it cannot be reopened; bailiwick skills revert demo N brings version N back',
    );
  });
});
