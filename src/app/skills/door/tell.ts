import type { Proposal } from '../../../vocab/proposal.ts';
import type { WorkshopEntry } from '../../../vocab/workshop.ts';
import { workspaceOf, type DoorParts } from './parts.ts';

type About = Partial<Pick<WorkshopEntry, 'skill' | 'proposal' | 'session'>>;

/** Notes what the workshop did or left, for `workshop log` and for whoever watches the program. */
export async function tell(code: string, message: string, about: About, parts: DoorParts): Promise<void> {
  const { skill = null, proposal = null, session = null } = about;
  const at = parts.clock.now();
  await parts.store.skills.log.add({ at, workspace: workspaceOf(parts), code, skill, proposal, session, message });
}

export const tellOf = (
  code: string,
  { id, skill, evidence }: Proposal,
  more: string,
  parts: DoorParts,
): Promise<void> =>
  tell(
    code,
    `skill-workshop: ${code} ${skill}${more === '' ? '' : `: ${more}`}`,
    { skill, proposal: id, session: evidence.session },
    parts,
  );
