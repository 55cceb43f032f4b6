import type { SkillStore } from '../../ports/skill-store.ts';
import type { Waiver } from '../../vocab/proposal.ts';

type Kept = Pick<SkillStore, 'versions' | 'proposals'>;

/** The findings that people took upon themselves for exactly these files, whichever version brought them first. */
export async function findWaivers(
  { place, name, tree }: { readonly place: string; readonly name: string; readonly tree: string | null },
  { versions, proposals }: Kept,
): Promise<readonly Waiver[]> {
  if (tree === null) return [];
  const ids = (await versions.list(place, name)).flatMap((one) => (one.tree === tree ? (one.proposal ?? []) : []));
  const waivers: Waiver[] = [];
  for (const id of new Set(ids)) {
    const proposal = await proposals.find(id);
    waivers.push(...(proposal?.waivers.filter(({ result }) => result === tree) ?? []));
  }
  return waivers;
}
