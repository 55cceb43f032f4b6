import { join } from 'node:path';
import { scanSkill, toStatus } from '../../../guard/scan/scan-skill.ts';
import { composeSkill, type Composed } from '../../../skills/compose.ts';
import { toQuarantineReason, toRevision } from '../../../skills/lifecycle.ts';
import { MAIN_FILE, toTreeDigest } from '../../../skills/tree.ts';
import type { Proposal, TreeFile } from '../../../vocab/proposal.ts';
import type { ScanFinding } from '../../../vocab/sanitize.ts';
import type { SkillDraft } from '../../../vocab/skill.ts';
import { newestOf, workspaceOf, writeVersion, type DoorParts } from './parts.ts';
import { noticeRemoval } from './notice.ts';
import { expireOld } from './proposals.ts';
import { refuse, type DoorResult, type DraftOrigin } from './result.ts';
import { stageNew } from './swap-tree.ts';
import { findEntry, findTaken } from './taken.ts';

/** Of each workspace, and of quarantined ones again so many. */
const MAX_WAITING = 50;

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
  const findings = scanSkill(files);
  const proposal = toProposal({ composed: composed.value, files, findings, place }, given, parts);
  if (proposal.status === 'pending' && given.taint.length === 0) return writeNew(proposal, given.by, parts);
  return keep(proposal, parts);
}

/** Secrets are masked before anything else sees the text; what is far too long is refused by its length. */
function mask(draft: SkillDraft, { redact }: DoorParts): SkillDraft {
  const { name, description, body } = draft;
  if (name.length + description.length + body.length > MAX_GIVEN) return draft;
  return { name: redact.text(name), description: redact.text(description), body: redact.text(body) };
}

interface Made {
  readonly composed: Composed;
  readonly files: readonly TreeFile[];
  readonly findings: readonly ScanFinding[];
  readonly place: string;
}

function toProposal(made: Made, given: DraftOrigin, parts: DoorParts): Proposal {
  const { composed, files, findings, place } = made;
  const { name, description, body } = composed.draft;
  const { source, taint, evidence, title = `A skill ${name}`, reason = '' } = given;
  const at = parts.clock.now();
  const critical = toStatus(findings) === 'quarantine';
  const proposal: Proposal = {
    id: parts.clock.createId('prp'),
    createdAt: at,
    updatedAt: at,
    workspace: workspaceOf(parts),
    skill: name,
    title: parts.redact.text(title.slice(0, MAX_WORDS)),
    reason: parts.redact.text(reason.slice(0, MAX_WORDS)),
    source,
    status: critical ? 'quarantined' : 'pending',
    change: { kind: 'create', description, body },
    place,
    base: null,
    files,
    result: toTreeDigest(files),
    revision: '',
    findings,
    quarantineReason: critical ? toQuarantineReason(findings) : null,
    evidence,
    taint,
    settled: null,
  };
  return { ...proposal, revision: toRevision(proposal) };
}

const MAX_WORDS = 2000;

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

async function keep(proposal: Proposal, parts: DoorParts): Promise<DoorResult> {
  await expireOld(parts);
  const added = await parts.store.skills.proposals.add(proposal, MAX_WAITING);
  if (added.kind === 'duplicate') return refuse('duplicate', `the same is proposed already, and waits: ${added.id}`);
  if (added.kind === 'full') {
    const { status } = proposal;
    return refuse('queue-full', `${MAX_WAITING} proposals are ${status} already; a person has to look at them first`);
  }
  if (proposal.status === 'quarantined') return { kind: 'quarantined', proposal };
  return { kind: 'pending', proposal, why: 'tainted' };
}
