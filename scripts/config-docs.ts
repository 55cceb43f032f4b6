import { readFileSync, writeFileSync } from 'node:fs';
import * as z from 'zod/mini';
import type { ConfigKey } from '../src/policy/config/config-key.ts';
import { CONFIG_KEYS, findConfigKey } from '../src/policy/config/config-keys.ts';
import { configSchema } from '../src/vocab/config.ts';

/**
 * Writes the reference of the configuration and its JSON Schema out of the schema and the table of keys.
 * `node scripts/config-docs.ts`; a test holds the files to what this makes.
 */

export const SCHEMA_FILE = new URL('../docs/reference/config.schema.json', import.meta.url);
export const PAGE_FILE = new URL('../docs/reference/config.md', import.meta.url);

const START = '<!-- keys: made by scripts/config-docs.ts -->';
const END = '<!-- end of keys -->';

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  anyOf?: Schema[];
  description?: string;
  deprecated?: boolean;
  default?: unknown;
  [other: string]: unknown;
}

/** The published JSON Schema, with what each key means. */
export function renderSchema(): string {
  const schema = z.toJSONSchema(configSchema, { io: 'input' }) as Schema;
  describe(schema, []);
  const text = JSON.stringify({ ...schema, title: 'Bailiwick configuration' }, null, 2);
  // Lists of words on one line where they fit, as the formatter wants them.
  return `${text.replace(/^(.*)\[\n((?:\s+"[^"]*",?\n)+)\s*\]/gm, (whole, head: string, items: string) => {
    const line = `${head}[${items.trim().replaceAll(/,\n\s*/g, ', ')}]`;
    return line.length < 120 ? line : whole;
  })}\n`;
}

function describe(schema: Schema, path: readonly string[]): void {
  const known = findConfigKey(path);
  if (known !== null) {
    schema.description = known.says;
    if (known.replacedBy !== undefined) schema.deprecated = true;
  }
  for (const [name, below] of Object.entries(schema.properties ?? {})) describe(below, [...path, name]);
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') describe(additionalProperties, [...path, '<name>']);
  const map = (schema.anyOf ?? []).find(({ properties }) => properties !== undefined);
  for (const [name, below] of Object.entries(map?.properties ?? {})) describe(below, [...path, name]);
}

/** The table of keys between the two marks of the page; the text around it is written by hand. */
export function renderPage(page: string): string {
  const [before = '', rest = ''] = page.split(START);
  const after = rest.split(END)[1] ?? '';
  return `${before}${START}\n\n${CONFIG_KEYS.map(renderKey).join('\n')}\n${END}${after}`;
}

function renderKey(known: ConfigKey): string {
  const layers = {
    nearest: 'the layer nearest to the person counts',
    unite: 'all layers unite',
    every: 'every rule counts',
  };
  const older =
    known.replacedBy === undefined ? '' : ` Deprecated: write \`${known.replacedBy}\`, which wins where both stand.`;
  return [
    `### \`${known.key}\``,
    '',
    `${known.says}${older}`,
    '',
    `- takes: ${known.takes.replaceAll('<', '&lt;')}`,
    `- default: ${known.fallback === null ? 'none' : `\`${known.fallback}\``}`,
    `- layers: ${layers[known.merge]}${known.looser === null ? '' : `; looser, so kept by the system file: ${known.looser}`}`,
    `- in a project's file: ${known.project ?? 'no'}`,
    '',
  ].join('\n');
}

if (import.meta.main) {
  writeFileSync(SCHEMA_FILE, renderSchema());
  writeFileSync(PAGE_FILE, renderPage(readFileSync(PAGE_FILE, 'utf8')));
}
