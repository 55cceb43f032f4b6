import { nearest } from '../../../base/text.ts';
import { hideCredentials } from '../../../guard/scan/credentials.ts';
import { composeChange } from '../../../skills/edit/compose-change.ts';
import { findPlanLanguage } from '../../../skills/edit/plan-language.ts';
import type { ProposalChange } from '../../../vocab/proposal.ts';
import type { Shelf } from '../../../vocab/skill.ts';
import type { Made } from './keep.ts';
import { workshopPlace, workspaceOf, type DoorParts } from './parts.ts';
import { refuse, type Covered, type Refused } from './result.ts';
import { findTarget, type Target } from './target.ts';

/** Longer than anything that can be kept; nobody reads it through. */
const MAX_GIVEN = 400_000;

/** Of one file, where the workshop says nothing. */
const MAX_BYTES = 40_000;

export type Making = Made | Refused | Covered;

/** A change worked out against the skill as it is now. */
export async function makeChange(skill: string, given: ProposalChange, parts: DoorParts): Promise<Making> {
  const change = maskChange(given, parts);
  if (change === null) return refuse('too-large', `a change may have ${MAX_GIVEN} characters`);
  const seen = await parts.shelf.look();
  const place = workshopPlace(parts);
  const withheld = refuseWithheld(place, seen, parts);
  if (withheld !== null) return withheld;
  const target = findTarget(skill, seen, parts);
  if ('kind' in target) return target;
  const made = compose(target, change, parts);
  return 'kind' in made && made.kind === 'refused' && made.code === 'no-skill' ? nameNearest(made, target, seen) : made;
}

/** Nothing is written where it would not be read. */
export const refuseWithheld = (place: string, { withheld }: Shelf, parts: DoorParts): Refused | null =>
  withheld.includes(place)
    ? refuse('not-trusted', `${place} is not read, since nobody trusts ${workspaceOf(parts)}: bailiwick trust`)
    : null;

/** Whoever meant a skill that is there learns what it is called. */
function nameNearest(refused: Refused, { name }: Target, { skills }: Shelf): Refused {
  const meant = nearest(
    name,
    skills.map((skill) => skill.name),
  );
  return meant === null ? refused : { ...refused, message: `${refused.message}; did you mean ${meant}?` };
}

function compose(target: Target, change: ProposalChange, parts: DoorParts): Making {
  const { name, from } = target;
  const maxBytes = parts.config.workshop?.maxSkillBytes ?? MAX_BYTES;
  const composed = composeChange({ name, change, from, maxBytes });
  if (!composed.ok) return refuse(composed.error.code, composed.error.message);
  if (composed.value.kind === 'covered') return { kind: 'covered', name };
  const { files, notes } = composed.value;
  const plan = findPlan(change);
  const planned =
    plan === null ? [] : [`It reads as if it spoke of a change and were not the skill itself: "${plan}".`];
  return { ...target, skill: name, change, files, notes: [...target.notes, ...notes, ...planned] };
}

/** What in the text speaks of changing a skill; null: it is one. */
export const findPlan = (change: ProposalChange): string | null =>
  change.kind === 'create' || change.kind === 'append' ? findPlanLanguage(change.body) : null;

/** Secrets are masked before anything else sees the text; null: far too long. */
function maskChange(change: ProposalChange, { redact }: DoorParts): ProposalChange | null {
  if (JSON.stringify(change).length > MAX_GIVEN) return null;
  const mask = (text: string): string =>
    hideCredentials(redact.text(text.toWellFormed().replaceAll('\u0000', '\u2400')));
  const files = change.files?.map(({ path, text }) => ({ path, text: mask(text) }));
  const more = files === undefined ? {} : { files };
  switch (change.kind) {
    case 'create':
      return { ...change, description: mask(change.description), body: mask(change.body), ...more };
    case 'append': {
      const { section, body, description } = change;
      return { ...change, section: mask(section), body: mask(body), description: mask(description), ...more };
    }
    case 'replace':
      return { ...change, oldText: mask(change.oldText), newText: mask(change.newText), ...more };
    case 'rewrite':
      return { ...change, text: mask(change.text), ...more };
    case 'files':
      return { kind: 'files', files: files ?? [] };
  }
}
