import { isMap, isScalar, parseDocument, type Document } from 'yaml';
import type { SkillNote } from '../vocab/skill.ts';

/** The frontmatter of a text, and what stands behind it. */
export interface Fenced {
  /** Null: there is none. */
  readonly yaml: string | null;
  /** Line of the first line of `yaml` in the text, from 1. */
  readonly line: number;
  readonly body: string;
  readonly isUnclosed: boolean;
}

const OPEN = /^---[ \t]*$/;
const CLOSE = /^(?:---|\.\.\.)[ \t]*$/;

/** Blank lines and one comment may stand in front of the fence, as some do. */
export function splitFence(text: string): Fenced {
  const lines = text.split('\n');
  const none: Fenced = { yaml: null, line: 1, body: text, isUnclosed: false };
  const fences = findFences(lines);
  if (fences === null) return none;
  const { start, end } = fences;
  if (end === null) return { ...none, isUnclosed: true };
  const body = lines.slice(end + 1).join('\n');
  return { yaml: lines.slice(start + 1, end).join('\n'), line: start + 2, body, isUnclosed: false };
}

/** The lines of `---` that stand around the frontmatter, from 0; an `end` of null: it is never closed. */
export function findFences(lines: readonly string[]): { readonly start: number; readonly end: number | null } | null {
  const start = findFence(lines);
  if (start === null) return null;
  const end = lines.findIndex((line, i) => i > start && CLOSE.test(line));
  return { start, end: end < 0 ? null : end };
}

function findFence(lines: readonly string[]): number | null {
  let at = 0;
  while (lines[at]?.trim() === '') at++;
  if (lines[at]?.trimStart().startsWith('<!--') === true) {
    while (at < lines.length && lines[at]?.includes('-->') !== true) at++;
    at++;
    while (lines[at]?.trim() === '') at++;
  }
  const line = lines[at];
  return line !== undefined && OPEN.test(line) ? at : null;
}

/** One key of the frontmatter: its value as data, and as the text that was written for it. */
export interface Field {
  readonly value: unknown;
  readonly text: string | null;
}

export interface Fields {
  readonly fields: ReadonlyMap<string, Field>;
  readonly notes: readonly SkillNote[];
}

const MAX_YAML_CHARS = 65_536;
const MAX_ALIASES = 100;

/**
 * Reads frontmatter as its author meant it: as YAML; else with the values quoted that YAML takes for something else
 * (`description: Use it: now`); else line by line. Never throws.
 */
export function readFields(yaml: string, firstLine: number): Fields {
  if (yaml.length > MAX_YAML_CHARS) return readLines(yaml.slice(0, MAX_YAML_CHARS), firstLine);
  const plain = parseFields(yaml, firstLine);
  if (plain !== null) return plain;
  const repaired: SkillNote = {
    code: 'frontmatter-repaired',
    line: firstLine,
    message: 'the frontmatter is no YAML as it stands; values with a colon or a special sign need quotes',
  };
  const quoted = parseFields(quoteValues(yaml), firstLine);
  if (quoted !== null) return { fields: quoted.fields, notes: [repaired, ...quoted.notes] };
  const { fields } = readLines(yaml, firstLine);
  return { fields, notes: [repaired] };
}

/** Null when it is no map, or YAML has something against it. A key that stands there twice counts as it did first. */
function parseFields(yaml: string, firstLine: number): Fields | null {
  try {
    const document = parseDocument(yaml, {
      schema: 'core',
      uniqueKeys: false,
      prettyErrors: false,
      logLevel: 'silent',
    });
    if (document.errors.length > 0) return null;
    if (document.contents === null) return { fields: new Map(), notes: [] };
    return isMap(document.contents) ? toFields(document, firstLine) : null;
  } catch {
    return null; // the parser gives up on what is nested too deep
  }
}

function toFields(document: Document, line: number): Fields {
  const fields = new Map<string, Field>();
  const notes: SkillNote[] = [];
  if (!isMap(document.contents)) return { fields, notes };
  for (const { key, value } of document.contents.items) {
    const name = isScalar(key) ? String(key.value) : null;
    if (name === null) continue;
    if (fields.has(name)) {
      notes.push({ code: 'key-twice', line, message: `${name.slice(0, 80)} stands there twice; the first one counts` });
      continue;
    }
    if (name === 'description' && isScalar(value) && value.type === 'PLAIN' && value.comment != null) {
      const message = 'the description ends at the # in it; put it into quotes where that belongs to it';
      notes.push({ code: 'description-cut', line, message });
    }
    const data: unknown = isNode(value) ? value.toJS(document, { maxAliasCount: MAX_ALIASES }) : value;
    const text = isScalar(value) ? (typeof value.value === 'string' ? value.value : (value.source ?? null)) : null;
    fields.set(name, { value: data, text });
  }
  return { fields, notes };
}

const isNode = (value: unknown): value is { toJS: (document: Document, options: object) => unknown } =>
  typeof value === 'object' && value !== null && 'toJS' in value && typeof value.toJS === 'function';

/** `key: text with: signs` becomes `key: "text with: signs"`; what is quoted or begins a block stays. */
const quoteValues = (yaml: string): string =>
  yaml
    .split('\n')
    .map((line) => {
      const [, key, value] = /^([A-Za-z_][\w.-]*):[ \t\u00a0]*(\S.*?)[ \t]*$/.exec(line) ?? [];
      if (key === undefined || value === undefined || /^(["'].*["']|[|>][-+\d]*)$/.test(value)) return line;
      return `${key}: ${JSON.stringify(value)}`;
    })
    .join('\n');

/** A key at the beginning of a line, its value behind the first colon, indented lines going on with it. */
function readLines(yaml: string, firstLine: number): Fields {
  const fields = new Map<string, Field>();
  let open: { readonly key: string; lines: string[] } | null = null;
  const close = (): void => {
    if (open === null || fields.has(open.key)) return;
    const text = open.lines
      .join('\n')
      .trim()
      .replace(/^(["'])(.*)\1$/s, '$2');
    fields.set(open.key, { value: text, text });
  };
  for (const line of yaml.split('\n')) {
    const [, key, rest] = /^([A-Za-z_][\w.-]*)[ \t]*:(.*)$/.exec(line) ?? [];
    if (key !== undefined) {
      close();
      const value = (rest ?? '').trim();
      open = { key, lines: /^[|>][-+\d]*$/.test(value) ? [] : [value] };
    } else if (open !== null && /^[ \t]+\S/.test(line)) open.lines.push(line.trim());
  }
  close();
  return {
    fields,
    notes: [{ code: 'frontmatter-repaired', line: firstLine, message: 'the frontmatter was read line by line' }],
  };
}
