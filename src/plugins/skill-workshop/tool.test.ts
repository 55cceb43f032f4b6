import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { Workshop } from '../../ports/workshop.ts';
import { createProposal } from '../../testing/proposal.ts';
import { createToolContext } from '../../testing/tool-context.ts';
import { createWorkshopTool } from './tool.ts';

const TAINTED = createProposal({ taint: ['network'] });

const workshop = (proposal = TAINTED): Workshop => {
  const unused = (): never => assert.fail('not asked for');
  return {
    count: unused,
    list: async () => ({ proposals: [createProposal(), proposal], page: 1, pages: 1, total: 2 }),
    find: async () => proposal,
    diff: () => 'diff',
    suggest: unused,
    preview: async () => ({ digest: 'v', text: 'diff' }),
    apply: unused,
    reject: unused,
  };
};

const run = (input: Readonly<Record<string, unknown>>, proposal = TAINTED) =>
  createWorkshopTool(workshop(proposal)).run(
    { id: 'call_1', tool: 'skill_workshop', input, cwd: '/w' },
    createToolContext('/w'),
  );

it('what was made of the words of others stays theirs when it is read again', async () => {
  assert.equal((await run({ action: 'inspect', id: 'prp_1' })).origin, 'network');
  assert.equal((await run({ action: 'list_pending' })).origin, 'network');
  assert.equal((await run({ action: 'inspect', id: 'prp_1' }, createProposal())).origin, undefined);
});

it('nothing is applied where nobody was asked', async () => {
  const { isError, text } = await run({ action: 'apply', id: 'prp_1' });
  assert.deepEqual([isError, text], [true, 'there is no proposal prp_1']);
  const tool = createWorkshopTool(workshop());
  const call = { id: 'call_1', tool: 'skill_workshop', input: { action: 'apply', id: 'prp_1' }, cwd: '/w' };
  const unasked = await tool.run(call, { ...createToolContext('/w'), preview: 'v' });
  assert.match(unasked.text, /only a person can say/);
});
