import { findNameFault, toKey, toName } from '../../../skills/names.ts';
import { digestText } from '../../../base/digest.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { MAIN_FILE, toTreeDigest } from '../../../skills/tree.ts';
import type { TreeFile } from '../../../vocab/proposal.ts';
import type { Shelf, Skill } from '../../../vocab/skill.ts';
import { findSecret, readMasked } from './notice.ts';
import { workshopPlace, type DoorParts } from './parts.ts';
import type { SkillSpot } from './read-tree.ts';
import { refuse, type Refused } from './result.ts';
import { findEntry } from './taken.ts';

/** The skill that a change is about, as it is now. */
export interface Target {
  readonly name: string;
  readonly place: string;
  /** Its files; of the skill that it would be a copy of, where it stands in another place. */
  readonly from: readonly TreeFile[];
  /** Digest of what stands in the place; null: nothing. */
  readonly base: string | null;
  readonly copyOf: string | null;
  /** What a person should know of it. */
  readonly notes: readonly string[];
}

const HASH_CHARACTERS = 8;
const MAX_SHOWN = 100;

/** The name that a skill gets: the one that was given as far as a name may be so, else a short digest of it. */
export function toSkillName(given: string): Result<string, string> {
  if (findNameFault(given) === null) return ok(given);
  if (/[\p{Cf}\p{Cc}/\\]|^\.|\.\./u.test(given))
    return fail('a name holds no slash, no leading dot and no character that cannot be seen');
  const name = toName(given);
  if (name !== null) return ok(name);
  const fault = findNameFault(given.toLowerCase());
  if (given.trim() === '') return fail('a skill needs a name');
  if (/^[\w-]+$/.test(given) && fault !== null) return fail(fault);
  return ok(`skill-${digestText(given.normalize('NFC')).slice(0, HASH_CHARACTERS)}`);
}

/** Looks for the skill in the place of the workshop, and behind it in all others. */
export function findTarget(given: string, seen: Shelf, parts: DoorParts): Target | Refused {
  const place = workshopPlace(parts);
  const exact = findByKey(given, seen);
  const named = exact === null ? toSkillName(given) : ok(exact.name);
  if (!named.ok) return refuse('name-invalid', named.error);
  const name = named.value;
  const found = exact ?? findByKey(name, seen);
  if (exact === null && found !== null)
    return refuse(
      'exists',
      `${JSON.stringify(given)} would become ${name}, and a skill ${found.name} is there; call it so`,
    );
  const torn = seen.broken.find((one) => toKey(one.name) === toKey(name));
  if (torn !== undefined) return refuse('exists', `the skill ${torn.name} is broken (${torn.file}); mend it first`);
  if (found === null) {
    const entry = findEntry(place, name);
    if (entry !== null) return typeof entry === 'string' ? refuse('exists', entry) : entry;
    const asked = `It was asked for as ${JSON.stringify(given.slice(0, MAX_SHOWN))}, and is called ${name} here.`;
    return { name, place, from: [], base: null, copyOf: null, notes: name === given ? [] : [asked] };
  }
  const from = readMasked(found, parts);
  if (from === null) return refuse('changed', `the skill ${found.name} changed just now; try again`);
  const tree = found.folder === null ? from.map(({ text }) => ({ path: MAIN_FILE, text })) : from;
  const isHere = found.place.path === place;
  const secret = isHere ? null : findSecret(found, parts);
  if (secret !== null)
    return refuse(
      'not-writable',
      `${found.file} holds the value of ${secret}, which a copy of it in the project would not; change it by hand`,
    );
  const copied = `A changed copy of ${found.file} is made in ${place}, and hides it.`;
  return {
    ...{ name: found.name, place, from: tree },
    base: isHere ? toTreeDigest(tree) : null,
    copyOf: isHere ? null : found.file,
    notes: isHere ? [] : [copied],
  };
}

const findByKey = (name: string, { skills }: Shelf): Skill | null =>
  skills.find((one) => toKey(one.name) === toKey(name)) ?? null;

/** Where a skill of this name stands in a place; null: nowhere. */
export function findSpot(place: string, name: string, { skills }: Shelf): SkillSpot | null {
  return skills.find((one) => one.place.path === place && toKey(one.name) === toKey(name)) ?? null;
}
