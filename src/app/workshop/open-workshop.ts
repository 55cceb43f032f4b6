import { Fault } from '../../base/fault.ts';
import type { Workshop, WorkshopAnswer } from '../../ports/workshop.ts';
import type { Store } from '../../ports/store.ts';
import type { Proposal } from '../../vocab/proposal.ts';
import { diffProposal, type Covered, type DoorResult, type SkillDoor } from '../skills/door.ts';

interface Parts {
  readonly workspaceDir: string;
  readonly openDoor: () => Promise<SkillDoor>;
  readonly getStore: () => Promise<Pick<Store, 'sessions'>>;
}

/** Who acts when the agent does. */
const AGENT = 'agent';

const ON_A_PAGE = 20;
const MAX_LISTED = 2000;

/** The agent's way to proposals: the one door, with words for the model. */
export function openWorkshop({ workspaceDir, openDoor, getStore }: Parts): Workshop {
  const find = async (id: string): Promise<Proposal | string> => {
    try {
      return await (await openDoor()).find(id);
    } catch (error) {
      if (error instanceof Fault && (error.code === 'not-found' || error.code === 'usage')) return error.message;
      throw error;
    }
  };
  const settle = async (id: string, act: (door: SkillDoor, proposal: Proposal) => Promise<WorkshopAnswer>) => {
    const found = await find(id);
    return typeof found === 'string' ? refused('', found) : act(await openDoor(), found);
  };
  return {
    async count() {
      return { workspaceDir, ...(await (await openDoor()).count()) };
    },
    async list(status, page) {
      const found = await (await openDoor()).list({ statuses: [status], limit: MAX_LISTED });
      const proposals = found.slice((page - 1) * ON_A_PAGE, page * ON_A_PAGE);
      return { proposals, page, pages: Math.max(1, Math.ceil(found.length / ON_A_PAGE)), total: found.length };
    },
    find,
    diff: diffProposal,
    async suggest({ skill, title, reason, change, apply }, { run, model, taint }) {
      const [door, store] = await Promise.all([openDoor(), getStore()]);
      const evidence = { session: (await store.sessions.findByRun(run))?.id ?? null, run, model };
      const words = { ...(title === null ? {} : { title }), ...(reason === null ? {} : { reason }) };
      const result = await door.propose(
        { skill, change, apply },
        { source: 'tool', by: AGENT, taint, evidence, ...words },
      );
      return toAnswer(skill, result);
    },
    async preview(id) {
      const found = await find(id);
      return typeof found === 'string' ? null : { digest: found.revision, text: renderPreview(found) };
    },
    apply: (id, digest, by) =>
      settle(id, async (door, { id: whole, skill }) => toAnswer(skill, await door.apply(whole, digest, by))),
    reject: (id, reason) =>
      settle(id, async (door, { id: whole, skill }) => {
        try {
          return { ...answerOf(await door.reject(whole, AGENT, reason)), message: 'It is kept, and not written.' };
        } catch (error) {
          if (error instanceof Fault && error.code === 'already-settled') return refused(skill, error.message);
          throw error;
        }
      }),
  };
}

const renderPreview = (proposal: Proposal): string => {
  const { id, skill, place, status, notes, taint } = proposal;
  const from = taint.length === 0 ? [] : [`What it was made of came from ${taint.join(', ')}.`];
  return [
    `${id} (${status}) changes the skill ${skill} in ${place}.`,
    ...notes,
    ...from,
    '',
    diffProposal(proposal),
  ].join('\n');
};

const answerOf = ({ id, skill, status, revision }: Proposal): Omit<WorkshopAnswer, 'message'> => ({
  status,
  skill,
  proposal: id,
  revision,
  file: null,
});

const refused = (skill: string, message: string, proposal: string | null = null): WorkshopAnswer => ({
  ...{ status: 'refused', skill, proposal, revision: null, file: null },
  message,
});

function toAnswer(skill: string, result: DoorResult | Covered): WorkshopAnswer {
  switch (result.kind) {
    case 'written': {
      const { name, file, version } = result;
      const message = `Version ${version.number} is written; it can be loaded at once.`;
      return { status: 'applied', skill: name, proposal: version.proposal, revision: null, file, message };
    }
    case 'pending': {
      const { taint } = result.proposal;
      const whys = {
        tainted: `the turn holds what others wrote (${taint.join(', ')})`,
        policy: 'a person decides about changes of skills here',
        queued: 'that was asked for',
        plan: 'it reads as if it spoke of a change and were not the skill itself',
      };
      return {
        ...answerOf(result.proposal),
        message: `It is not written yet and waits for a person: ${whys[result.why]}.`,
      };
    }
    case 'quarantined': {
      const { quarantineReason } = result.proposal;
      const message = `The scanner objects to it (${quarantineReason ?? 'critical'}). A person may look at it; suggest it anew without that.`;
      return { ...answerOf(result.proposal), message };
    }
    case 'covered':
      return { ...refused(result.name, 'All of it is there already; nothing is to be done.'), status: 'covered' };
    case 'refused':
      return refused(skill, `${result.message}.`, result.proposal ?? null);
  }
}
