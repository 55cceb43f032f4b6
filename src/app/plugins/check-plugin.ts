import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import * as z from 'zod/mini';
import type { Plugin } from '../../sdk/plugin.ts';
import { showPath } from '../../policy/config/show-value.ts';
import { showPlace } from '../../policy/config/source.ts';
import type { PluginEntry } from './plugin-entries.ts';
import type { World } from '../load-config.ts';
import { sayThrown, type Refusal } from './refuse-plugin.ts';

const isFunction = z.custom((value) => typeof value === 'function', 'must be a function');
const names = z.optional(z.array(z.string().check(z.minLength(1))));

const pluginSchema = z.object({
  name: z.string(),
  summary: z.string(),
  version: z.optional(z.string()),
  config: z.optional(z.custom((value) => typeof memberOf(value, 'parse') === 'function', 'must have parse()')),
  needs: z.optional(
    z.strictObject({
      programs: names,
      env: names,
      node: z.optional(z.string().check(z.regex(/^\d+(\.\d+){0,2}$/, 'must be a version such as 24.18.0'))),
    }),
  ),
  register: isFunction,
  close: z.optional(isFunction),
});

const memberOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;

/** The plugin that a module exports, as `default` or as `plugin`; a refusal where there is none. */
export function toPlugin(module: unknown, name: string): Plugin | Refusal {
  const exported = memberOf(module, 'default') ?? memberOf(module, 'plugin') ?? module;
  const parsed = pluginSchema.safeParse(exported);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    const where = issue?.path.join('.') || 'name';
    if (!('register' in Object(exported)))
      return {
        why: 'it exports no plugin',
        hint: 'write: export const plugin = definePlugin({ name, summary, register })',
      };
    const isMissing = memberOf(exported, String(issue?.path[0])) === undefined;
    return {
      why: `${where} of the plugin it exports ${isMissing ? 'is missing' : `is wrong: ${issue?.message ?? ''}`}`,
    };
  }
  if (parsed.data.name !== name) return { why: `it calls itself ${JSON.stringify(parsed.data.name)}` };
  return exported as Plugin; // as the schema found it
}

/** What the plugin needs and is not here; null when all is. */
export function findMissing({ needs = {} }: Plugin, { env }: World): Refusal | null {
  const { programs = [], env: variables = [], node } = needs;
  if (node !== undefined && isOlder(process.versions.node, node))
    return { why: `it needs Node ${node} or newer, and this is Node ${process.versions.node}` };
  const program = programs.find((one) => !isOnPath(one, env['PATH'] ?? ''));
  if (program !== undefined)
    return {
      why: `it needs the program ${program}, which is not on the PATH`,
      hint: 'install it, or leave the plugin out',
    };
  const variable = variables.find((one) => (env[one] ?? '') === '');
  return variable === undefined
    ? null
    : { why: `it needs the variable ${variable}, which is not set`, hint: 'set it, or leave the plugin out' };
}

function isOlder(have: string, need: string): boolean {
  const [ours, theirs] = [have, need].map((version) => version.split('.').map(Number));
  for (const [at, part] of (theirs ?? []).entries()) {
    const own = ours?.[at] ?? 0;
    if (own !== part) return own < part;
  }
  return false;
}

const isOnPath = (program: string, path: string): boolean =>
  path.split(delimiter).some((folder) => isAbsolute(folder) && isExecutable(join(folder, program)));

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false; // not there, or not for us
  }
}

/** The configuration as the plugin takes it, or the place and what is wrong there. */
export function readPluginConfig({ config }: Plugin, entry: PluginEntry): { readonly value: unknown } | Refusal {
  if (config === undefined) {
    const [key] = Object.keys(entry.config);
    return key === undefined ? { value: {} } : refuseConfig(entry, [key], 'the plugin takes no configuration');
  }
  try {
    return { value: config.parse(entry.config) };
  } catch (error) {
    const { path, message } = readIssue(error);
    return refuseConfig(entry, path, message);
  }
}

function refuseConfig(entry: PluginEntry, path: readonly (string | number)[], message: string): Refusal {
  const key = showPath(['plugins', 'entries', entry.name, 'config', ...path.map(String)]);
  return { why: `${showPlace(entry.placeOf(path))}: ${key}: ${message}`, hint: 'mend the named line' };
}

/** Of a zod error the first issue; of any other its message. */
function readIssue(error: unknown): { readonly path: readonly (string | number)[]; readonly message: string } {
  const parsed = issuesSchema.safeParse(memberOf(error, 'issues'));
  if (!parsed.success) return { path: [], message: sayThrown(error) };
  const [issue] = parsed.data;
  const [unknown] = issue.keys ?? [];
  return unknown === undefined
    ? { path: issue.path, message: sayIssue(issue) }
    : { path: [...issue.path, unknown], message: 'there is no such key' };
}

const issueSchema = z.object({
  code: z.optional(z.string()),
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
  keys: z.optional(z.array(z.string())),
  expected: z.optional(z.string()),
  minimum: z.optional(z.number()),
  maximum: z.optional(z.number()),
  values: z.optional(z.array(z.unknown())),
});
const issuesSchema = z.tuple([issueSchema], z.unknown());

/** Schemas of zod/mini say no more than this of themselves. */
const BARE = 'Invalid input';

function sayIssue({ message, code, expected, minimum, maximum, values }: z.infer<typeof issueSchema>): string {
  if (message !== BARE) return message;
  if (code === 'invalid_type') return `must be of the type ${String(expected)}`;
  if (minimum !== undefined) return `must be at least ${minimum}`;
  if (maximum !== undefined) return `must be at most ${maximum}`;
  return values === undefined ? 'is not what the plugin takes' : `must be one of ${values.join(', ')}`;
}
