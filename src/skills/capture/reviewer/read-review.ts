import * as z from 'zod/mini';
import { toCanonicalJson } from '../../../base/canonical-json.ts';
import { fail, ok, type Result } from '../../../base/result.ts';
import { MAX_DESCRIPTION } from '../../names.ts';
import { findObjects, MAX_REPLY } from '../../reply/find-objects.ts';

/** Of a body and of the texts of a replacement, in bytes; the default of `maxSkillBytes`. */
const MAX_BYTES = 40_000;
/** Of a body; a skill of more lines is no instruction any more. */
const MAX_LINES = 1_000;
const MAX_TITLE = 200;
const MAX_NAME = 1_000;
const MAX_REASON = 1_000;
const MAX_SECTION = 80;

const text = z.string();
const some = z.string().check(z.regex(/\S/));
const reviewSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('none') }),
  z.object({
    action: z.literal('create'),
    ...{ skillName: some, title: some, reason: some, description: some, body: some },
  }),
  z.object({
    action: z.literal('append'),
    ...{ skillName: some, title: z.optional(some), reason: z.optional(some) },
    ...{ section: some, body: some, description: z.optional(some) },
  }),
  z.object({
    action: z.literal('replace'),
    ...{ skillName: some, oldText: some, newText: text },
    ...{ title: z.optional(some), reason: z.optional(some) },
  }),
]);

/** What a reviewer wants done: nothing, or one change of one skill. */
export type Review = Readonly<z.infer<typeof reviewSchema>>;

export interface ReviewFault {
  readonly code: 'prose' | 'broken-json' | 'invalid' | 'oversized' | 'ambiguous';
  readonly message: string;
}

const nullable = z.nullable(z.string());
const { $schema: _, ...wireSchema } = z.toJSONSchema(
  z.strictObject({
    action: z.enum(['none', 'create', 'append', 'replace']),
    ...{ skillName: nullable, title: nullable, reason: nullable, description: nullable },
    ...{ section: nullable, body: nullable, oldText: nullable, newText: nullable },
  }),
);

/**
 * The reply as JSON Schema, for providers that can hold a model to one: one flat object in which every key is required,
 * since some of them take nothing else; null stands for a key that is not there.
 */
export const REVIEW_SCHEMA: Readonly<Record<string, unknown>> = wireSchema;

type ReadResult = Result<Review, ReviewFault>;

const fault = (code: ReviewFault['code'], message: string): Result<never, ReviewFault> => fail({ code, message });

/**
 * Reads what the reviewer said. Prose, fences and thoughts around the object do not matter. The same object twice is one;
 * two that want different things are none, whichever comes first. Keys that are not known are left out. Never throws;
 * linear in the length of the reply.
 */
export function readReview(reply: string): ReadResult {
  if (reply.length > MAX_REPLY) return fault('oversized', `The reply is longer than ${MAX_REPLY} characters.`);
  const { objects, isBroken } = findObjects(reply);
  const results = objects.filter((object) => Object.hasOwn(object, 'action')).map(readObject);
  const reviews = new Map(results.flatMap((one) => (one.ok ? [[toCanonicalJson(one.value), one] as const] : [])));
  if (reviews.size > 1) return fault('ambiguous', `The reply holds ${reviews.size} objects that differ.`);
  const [only] = reviews.values();
  if (only !== undefined) return only;
  const [first] = results;
  if (first !== undefined) return first;
  if (isBroken) return fault('broken-json', 'The reply holds an object that is no JSON.');
  return objects.length > 0
    ? fault('invalid', 'The reply names no action.')
    : fault('prose', 'The reply holds no JSON object.');
}

function readObject(object: Readonly<Record<string, unknown>>): ReadResult {
  const given: Record<string, unknown> = Object.fromEntries(
    Object.entries(object).filter(([, value]) => value !== null),
  );
  if (typeof given['action'] === 'string') given['action'] = given['action'].trim().toLowerCase();
  const parsed = z.safeParse(reviewSchema, given);
  return parsed.success ? tidy(parsed.data) : fault('invalid', sayIssue(parsed.error.issues, given));
}

function sayIssue(issues: readonly z.core.$ZodIssue[], given: Readonly<Record<string, unknown>>): string {
  const path = issues[0]?.path.join('.') ?? '';
  const action = given['action'];
  if (path === 'action' || path === '') {
    return typeof action === 'string'
      ? `There is no action ${JSON.stringify(action.slice(0, 40))}.`
      : 'The action is no text.';
  }
  const value = given[path];
  const kind = Array.isArray(value) ? 'a list' : `of the kind ${typeof value}`;
  if (value === undefined) return `The ${String(action)} has no ${path}.`;
  return typeof value === 'string' ? `The ${path} is empty.` : `The ${path} must be a text and is ${kind}.`;
}

function tidy(review: Review): ReadResult {
  if (review.action === 'none') return ok(review);
  // What a name may be, and what becomes of another, is for the door to say.
  const skillName = review.skillName.trim();
  if (skillName.length > MAX_NAME)
    return fault('invalid', `${JSON.stringify(review.skillName.slice(0, 80))} is no name for a skill.`);
  const tidied = { ...review, skillName, ...toLines(review) };
  const oversized = findOversized(tidied);
  if (oversized !== null) return fault('oversized', oversized);
  if (tidied.action === 'replace')
    return tidied.oldText === tidied.newText
      ? fault('invalid', 'The replacement is the text that stands there.')
      : ok(tidied);
  const body = tidied.body.trim();
  return ok(
    tidied.action === 'create'
      ? { ...tidied, body }
      : { ...tidied, body, section: tidied.section.replace(/^\s*#{1,6}\s+/, '') },
  );
}

/** Short texts are one line each; a body and the texts of a replacement stay as they are. */
const toLines = (review: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    ['title', 'reason', 'description', 'section'].flatMap((key) => {
      const value = review[key];
      return typeof value === 'string' ? [[key, value.replaceAll(/\s+/g, ' ').trim()]] : [];
    }),
  );

const LIMITS = { title: MAX_TITLE, reason: MAX_REASON, description: MAX_DESCRIPTION, section: MAX_SECTION } as const;

function findOversized(review: Readonly<Record<string, unknown>>): string | null {
  for (const [key, most] of Object.entries(LIMITS)) {
    const value = review[key];
    if (typeof value === 'string' && value.length > most) return `The ${key} is longer than ${most} characters.`;
  }
  for (const key of ['body', 'oldText', 'newText']) {
    const value = review[key];
    if (typeof value !== 'string') continue;
    if (Buffer.byteLength(value) > MAX_BYTES) return `The ${key} is longer than ${MAX_BYTES} bytes.`;
    if (value.split('\n').length > MAX_LINES) return `The ${key} has more than ${MAX_LINES} lines.`;
  }
  return null;
}
