import { join } from 'node:path';
import { composeSkill } from '../../../skills/compose.ts';
import { MAIN_FILE } from '../../../skills/tree.ts';
import type { Proposal } from '../../../vocab/proposal.ts';
import type { SkillDraft } from '../../../vocab/skill.ts';
import { keep, toProposal } from './keep.ts';
import { newestOf, writeVersion, type DoorParts } from './parts.ts';
import { noticeRemoval } from './notice.ts';
import { refuse, type DoorResult, type DraftOrigin } from './result.ts';
import { stageNew } from './swap-tree.ts';
import { findEntry, findTaken } from './taken.ts';

/** Longer than anything that can be kept; nobody reads it through. */
const MAX_GIVEN = 200_000;

export async function createSkill(draft: SkillDraft, given: DraftOrigin, parts: DoorParts): Promise<DoorResult> {
  const composed = composeSkill(mask(draft, parts));
  if (!composed.ok) return refuse(composed.error.code, composed.error.message);
  const { name } = composed.value.draft;
  const seen = await parts.shelf.look();
  const place = seen.writePlace.path;
  const taken = findTaken(name, seen) ?? findEntry(place, name);
  if (taken !== null) return typeof taken === 'string' ? refuse('exists', taken) : taken;
  const files = [{ path: MAIN_FILE, text: composed.value.text }];
  const { description, body } = composed.value.draft;
  const change = { kind: 'create', description, body } as const;
  const nothing = { base: null, from: [], copyOf: null, notes: [] } as const;
  const proposal = toProposal({ skill: name, change, place, files, ...nothing }, given, parts);
  if (given.taint.length > 0) return keep(proposal, 'tainted', parts);
  // Where people look at what is learned first, this is no way around them.
  if (parts.config.workshop?.approvalPolicy === 'pending' && given.isOwn !== true)
    return keep(proposal, 'policy', parts);
  return proposal.status === 'pending' ? writeNew(proposal, given.by, parts) : keep(proposal, 'policy', parts);
}

/** Secrets are masked before anything else sees the text; what is far too long is refused by its length. */
function mask(draft: SkillDraft, { redact }: DoorParts): SkillDraft {
  const { name, description, body } = draft;
  if (name.length + description.length + body.length > MAX_GIVEN) return draft;
  return { name: redact.text(name), description: redact.text(description), body: redact.text(body) };
}

async function writeNew(proposal: Proposal, by: string, parts: DoorParts): Promise<DoorResult> {
  const { skill: name, place, files, result, findings } = proposal;
  await noticeRemoval(place, name, parts);
  const { versions } = parts.store.skills;
  const after = newestOf(await versions.list(place, name));
  const version = await writeVersion(
    {
      version: { place, name, tree: result, action: 'create', by, at: parts.clock.now(), proposal: null, note: null },
      files,
      after,
      stage: () => stageNew(place, name, files),
    },
    parts,
  );
  if ('kind' in version) return version.code === 'changed' ? refuse('exists', version.message) : version;
  return { kind: 'written', name, file: join(place, name, MAIN_FILE), version, findings };
}
