import { stringify } from 'yaml';
import { fail, ok, type Result } from '../base/result.ts';
import type { SkillDraft } from '../vocab/skill.ts';
import { findNameFault, MAX_DESCRIPTION, toName } from './names.ts';
import { parseSkill } from './parse-skill.ts';

/** What a skill that we write may have, in bytes of UTF-8. */
export const MAX_WRITTEN_BYTES = 40_000;

export interface DraftFault {
  readonly code: 'name-invalid' | 'description-missing' | 'description-long' | 'body-missing' | 'too-large';
  readonly message: string;
}

/** A draft as it comes back when it is loaded, and the text of its SKILL.md. */
export interface Composed {
  readonly draft: SkillDraft;
  readonly text: string;
}

/**
 * The text of the SKILL.md of a draft. The description goes on one line; the body gets `\n` for line ends, no blank lines
 * in front, a newline at its end, and is otherwise kept to the character.
 */
export function composeSkill(given: SkillDraft, maxBytes = MAX_WRITTEN_BYTES): Result<Composed, DraftFault> {
  const { name } = given;
  const nameFault = findNameFault(name);
  if (nameFault !== null) return fail({ code: 'name-invalid', message: `${nameFault}${suggest(name)}` });
  // Before anything reads it through: fifty megabytes are refused by their length.
  if (given.body.length > maxBytes) return fail(tooLarge('its body', given.body.length, maxBytes));
  if (given.description.length > MAX_WRITTEN_BYTES) return fail(tooLong(given.description.length));
  const description = toDescription(given.description);
  if (description === '') return fail({ code: 'description-missing', message: 'a skill needs a description' });
  if (description.length > MAX_DESCRIPTION) return fail(tooLong(description.length));
  const body = toBody(given.body);
  if (body.trim() === '') return fail({ code: 'body-missing', message: 'a skill needs a body' });
  const text = `---\n${stringify({ name, description }, YAML)}---\n\n${body}`;
  const bytes = Buffer.byteLength(text);
  if (bytes > maxBytes) return fail(tooLarge('its SKILL.md', bytes, maxBytes));
  const draft = { name, description, body };
  checkReadBack(draft, text);
  return ok({ draft, text });
}

/** Always quoted, on one line: so that no reader takes a colon, a number or a `yes` for something else. */
const YAML = { lineWidth: 0, defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' } as const;

const suggest = (name: string): string => {
  const nearest = toName(name.slice(0, 200));
  return nearest === null ? '' : `; ${nearest} would do`;
};

const tooLong = (length: number): DraftFault => ({
  code: 'description-long',
  message: `the description has ${length} characters, and ${MAX_DESCRIPTION} are allowed`,
});

const tooLarge = (what: string, length: number, most: number): DraftFault => ({
  code: 'too-large',
  message: `${what} has ${length} bytes, and a skill may have ${most}`,
});

/** Control characters count as blanks: a description is one line of text. */
const toDescription = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

/** A NUL would make the file no text; the sign for it stands in its place. */
function toBody(given: string): string {
  const text = given.toWellFormed().replace(/\r\n?/g, '\n').replaceAll('\u0000', '\u2400').replace(/^\n+/, '');
  return text.endsWith('\n') ? text : `${text}\n`;
}

function checkReadBack({ name, description, body }: SkillDraft, text: string): void {
  const read = parseSkill(text);
  if (read.ok && read.value.name === name && read.value.description === description && read.value.body === body) return;
  throw new Error(`the skill ${name} does not read as it was written`);
}
