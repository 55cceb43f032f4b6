import type { SkillDraft } from '../../vocab/skill.ts';
import { MAX_DESCRIPTION, toName } from '../names.ts';
import { findObjects, MAX_REPLY, textOf } from '../reply/find-objects.ts';

/** Of the body of a skill (`maxSkillBytes` of the workshop). */
const MAX_BODY_BYTES = 40_000;

export type DistillReply =
  | { readonly kind: 'create'; readonly draft: SkillDraft }
  /** Nothing comes of it; `code` says why. */
  | {
      readonly kind: 'nothing';
      readonly code: 'none' | 'prose' | 'broken-json' | 'invalid' | 'oversized';
      readonly message: string;
    };

type Nothing = Extract<DistillReply, { kind: 'nothing' }>;

const nothing = (code: Nothing['code'], message: string): Nothing => ({ kind: 'nothing', code, message });

/**
 * Reads what the auxiliary model said. Prose and fences around the object do not matter, nor fences, line breaks and
 * braces inside its texts, nor commas too many. Of several objects the last one that says what to do counts: what stands
 * before it is an example or a draft. Never throws; linear in the length of the reply.
 */
export function readReply(reply: string): DistillReply {
  if (reply.length > MAX_REPLY) return nothing('oversized', `The reply is longer than ${MAX_REPLY} characters.`);
  const { objects, isBroken } = findObjects(reply);
  const answers = objects.map(readAnswer).filter((answer) => answer !== null);
  const last = answers.findLast((answer) => answer.kind === 'create' || answer.code !== 'invalid') ?? answers.at(-1);
  if (last !== undefined) return last;
  if (isBroken) return nothing('broken-json', 'The reply holds an object that is no JSON.');
  return objects.length > 0
    ? nothing('invalid', 'The reply names no action.')
    : nothing('prose', 'The reply holds no JSON object.');
}

/** Null: the object says nothing about what to do. */
function readAnswer(object: Readonly<Record<string, unknown>>): DistillReply | null {
  const action = textOf(object, 'action')?.trim().toLowerCase();
  if (action === undefined)
    return Object.hasOwn(object, 'action') ? nothing('invalid', 'The action is no text.') : null;
  if (action === 'none') return nothing('none', 'The model found nothing worth keeping.');
  if (action !== 'create') return nothing('invalid', `There is no action ${JSON.stringify(action.slice(0, 40))}.`);
  const [name, description, body] = ['name', 'description', 'body'].map((key) => textOf(object, key)?.trim() ?? '');
  const missing = Object.entries({ name, description, body }).find(([, value]) => value === '');
  if (missing !== undefined) return nothing('invalid', `The skill has no ${missing[0]}.`);
  return toDraft({ name: name ?? '', description: description ?? '', body: body ?? '' });
}

function toDraft({ name: written, description: lines, body }: SkillDraft): DistillReply {
  const name = written.length > 1_000 ? null : toName(written);
  if (name === null) return nothing('invalid', `${JSON.stringify(written.slice(0, 80))} is no name for a skill.`);
  const description = lines.replaceAll(/\s+/g, ' ');
  if (description.length > MAX_DESCRIPTION)
    return nothing('oversized', `The description is longer than ${MAX_DESCRIPTION} characters.`);
  if (new TextEncoder().encode(body).length > MAX_BODY_BYTES)
    return nothing('oversized', `The body is longer than ${MAX_BODY_BYTES} bytes.`);
  return { kind: 'create', draft: { name, description, body } };
}
