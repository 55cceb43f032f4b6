import { fail, ok, type Result } from '../base/result.ts';
import type { SkillFault, SkillNote, SkillText } from '../vocab/skill.ts';
import { readFields, splitFence, type Field } from './frontmatter.ts';
import { isCallable, MAX_DESCRIPTION } from './names.ts';

/** More than any skill needs; the standard advises 500 lines. */
export const MAX_SKILL_BYTES = 1024 * 1024;

const KNOWN: ReadonlySet<string> = new Set(['name', 'description', 'license', 'compatibility', 'metadata']);
const TOOL_KEYS = ['allowed-tools', 'allowed_tools', 'tools'] as const;

/** The text of a SKILL.md out of its bytes: UTF-8, without a byte order mark, lines ended by `\n`. */
export function decodeSkill(bytes: Uint8Array): Result<string, SkillFault> {
  if (bytes.length > MAX_SKILL_BYTES) {
    return fail({ line: null, message: `it has more than ${MAX_SKILL_BYTES} bytes, and no more are read` });
  }
  const nul = bytes.indexOf(0);
  if (nul >= 0) {
    const line = bytes.subarray(0, nul).filter((byte) => byte === 0x0a).length + 1;
    return fail({ line, message: 'it holds a NUL byte, so it is no text' });
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    return ok(text.replace(/\r\n?/g, '\n'));
  } catch {
    return fail({ line: null, message: 'it is not UTF-8' });
  }
}

/** What a skill says. Tolerant: only a skill without any description is refused. Never throws. */
export function parseSkill(text: string): Result<SkillText, SkillFault> {
  const { yaml, line, body, isUnclosed } = splitFence(text);
  const { fields, notes } = yaml === null ? { fields: NO_FIELDS, notes: [] } : readFields(yaml, line);
  const own: SkillNote[] = [...notes];
  if (isUnclosed)
    own.push({ code: 'frontmatter-unclosed', line: 1, message: 'the frontmatter has no end; write --- behind it' });
  const description = toDescription(fields, body, own);
  if (description === null) {
    return fail({ line: yaml === null ? 1 : line, message: 'it has no description, and no heading to take one from' });
  }
  const name = toNameOf(fields, line, own);
  return ok({
    name,
    description,
    license: textOf(fields, 'license'),
    compatibility: textOf(fields, 'compatibility'),
    allowedTools: toTools(fields),
    metadata: toMetadata(fields.get('metadata')?.value),
    extra: toExtra(fields),
    body: body.replace(/^\n+/, ''),
    notes: own,
  });
}

type FieldMap = ReadonlyMap<string, Field>;
const NO_FIELDS: FieldMap = new Map();

const textOf = (fields: FieldMap, key: string): string | null => {
  const text = fields.get(key)?.text?.trim() ?? '';
  return text === '' ? null : text;
};

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function toDescription(fields: FieldMap, body: string, notes: SkillNote[]): string | null {
  const given = onOneLine(textOf(fields, 'description') ?? '');
  if (given.length > MAX_DESCRIPTION) {
    const message = `the description has ${given.length} characters; the standard allows ${MAX_DESCRIPTION}`;
    notes.push({ code: 'description-long', line: null, message });
  }
  if (given !== '') return given;
  const found = firstLineOf(body);
  if (found !== null && fields.size > 0) {
    notes.push({ code: 'description-missing', line: null, message: 'the description is taken from the first heading' });
  }
  return found;
}

/** The first heading; else the first line that is text. Not out of a code block. */
function firstLineOf(body: string): string | null {
  const lines = body.replace(/^(```|~~~)[^]*?^\1.*$/gm, '').split('\n');
  const heading = lines.find((line) => /^#{1,6}[ \t]+\S/.test(line));
  const found = onOneLine((heading ?? lines.find((line) => line.trim() !== '') ?? '').replace(/^#{1,6}[ \t]+/, ''));
  return found === '' ? null : found.slice(0, MAX_DESCRIPTION);
}

function toNameOf(fields: FieldMap, line: number, notes: SkillNote[]): string | null {
  const given = textOf(fields, 'name');
  if (given === null) return null;
  const name = given.normalize('NFKC');
  if (isCallable(name)) return name;
  const message = `the name "${given.slice(0, 80)}" cannot be called; the folder or file names the skill`;
  notes.push({ code: 'name-differs', line, message });
  return null;
}

/** `Bash(git:*) Read`, `Read, Write`, or a list. */
function toTools(fields: FieldMap): readonly string[] {
  const key = TOOL_KEYS.find((one) => fields.has(one));
  const field = key === undefined ? undefined : fields.get(key);
  if (Array.isArray(field?.value)) {
    return field.value.flatMap((one: unknown) => (typeof one === 'string' ? [one.trim()] : [])).filter(Boolean);
  }
  return field?.text?.match(/[^\s,(]+(?:\([^)]*\))?/g) ?? [];
}

const toMetadata = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? copyOwn(Object.entries(value)) : {};

const toExtra = (fields: FieldMap): Readonly<Record<string, unknown>> =>
  copyOwn(
    [...fields].flatMap(([key, { value }]) =>
      KNOWN.has(key) || TOOL_KEYS.some((one) => one === key) ? [] : [[key, value] as const],
    ),
  );

/** `__proto__` is a key like any other here. */
const copyOwn = (entries: readonly (readonly [string, unknown])[]): Readonly<Record<string, unknown>> => {
  const copy: Record<string, unknown> = {};
  for (const [key, value] of entries) {
    Object.defineProperty(copy, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return copy;
};
