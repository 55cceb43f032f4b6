import { fail, ok, type Result } from '../../base/result.ts';
import type { CommandFault, CommandText } from '../../vocab/custom-command.ts';
import { readFields, splitFence, type Field } from '../frontmatter.ts';
import { MAX_DESCRIPTION } from '../names.ts';
import { decodeSkill } from '../parse-skill.ts';

/** More than a message should have. */
export const MAX_COMMAND_BYTES = 262_144;

/** Keys that mean something. */
const KNOWN: ReadonlySet<string> = new Set(['description', 'argument-hint', 'model']);

/** A command out of the bytes of its file. Never throws. */
export function parseCommand(bytes: Uint8Array): Result<CommandText, CommandFault> {
  if (bytes.length > MAX_COMMAND_BYTES) return fail({ line: null, message: TOO_LARGE });
  const decoded = decodeSkill(bytes);
  if (!decoded.ok) return decoded;
  const { yaml, line, body, isUnclosed } = splitFence(decoded.value);
  if (isUnclosed) return fail({ line: 1, message: 'the frontmatter has no end; write --- behind it' });
  const template = body.trim();
  if (template === '') return fail({ line: null, message: 'it has no text to send' });
  const { fields, notes } = yaml === null ? { fields: NO_FIELDS, notes: [] } : readFields(yaml, line);
  const [model, ...odd] = toModel(fields.get('model'));
  const others = [...fields].filter(([key]) => !KNOWN.has(key)).map(([key, { value }]) => [key, value] as const);
  return ok({
    description: textOf(fields.get('description')) ?? firstLineOf(template),
    argumentHint: textOf(fields.get('argument-hint')),
    model,
    extra: Object.fromEntries(others),
    template,
    notes: [...notes.map(({ message }) => message), ...odd],
  });
}

export const TOO_LARGE = `it has more than ${MAX_COMMAND_BYTES} bytes`;

const NO_FIELDS: ReadonlyMap<string, Field> = new Map();

/** On one line. `argument-hint: [file]` is a list to YAML, and meant as it is written. */
function textOf(field: Field | undefined): string | null {
  const text = Array.isArray(field?.value) ? `[${field.value.join(', ')}]` : (field?.text ?? '');
  const line = text.replaceAll(/\s+/g, ' ').trim().slice(0, MAX_DESCRIPTION);
  return line === '' ? null : line;
}

const firstLineOf = (template: string): string =>
  (template.split('\n')[0] ?? '')
    .replace(/^#{1,6}\s+/, '')
    .trim()
    .slice(0, MAX_DESCRIPTION);

/** The reference, and what is wrong with one that is none: what other programs call their models means nothing here. */
function toModel(field: Field | undefined): readonly [string | null, ...string[]] {
  const text = textOf(field);
  if (text === null || /^[^\s:]+:\S+$/.test(text)) return [text];
  return [null, `the model ${JSON.stringify(text.slice(0, 80))} is not asked: one is written <provider>:<name>`];
}
