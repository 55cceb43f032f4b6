import * as z from 'zod/mini';
import type { Tool, ToolResult } from '../../ports/tool.ts';
import type { Effect } from '../../vocab/call.ts';
import { sayThrown } from './refuse-plugin.ts';

/** What a tool of a plugin must have; in sentences for whoever writes one. */
export function findToolFault(tool: Tool): string | null {
  if (typeof tool !== 'object' || tool === null) return `a tool is an object, and not ${String(tool)}`;
  const { name } = tool;
  const isMissing = (key: keyof Tool, type: 'string' | 'function'): boolean => typeof tool[key] !== type;
  if (typeof name !== 'string' || !/^[a-z0-9][a-z0-9_-]*$/.test(name))
    return `the tool ${JSON.stringify(name)} has no name of small letters`;
  for (const key of ['title', 'description'] as const)
    if (isMissing(key, 'string')) return `the tool ${name} has no ${key}`;
  for (const key of ['fault', 'subject', 'effects', 'run'] as const)
    if (isMissing(key, 'function')) return `the tool ${name} has no ${key}()`;
  return findSchemaFault(tool.schema) === null && tool.description.length <= MAX_DESCRIPTION
    ? null
    : `the tool ${name} has ${findSchemaFault(tool.schema) ?? `a description of more than ${MAX_DESCRIPTION} characters`}`;
}

/** Providers refuse whole requests for the sake of one tool whose name is longer, with the plugin's in front. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 8_000;
const MAX_SCHEMA = 50_000;

function findSchemaFault(schema: unknown): string | null {
  if (typeof schema !== 'object' || schema === null) return 'no schema';
  const text = toJson(schema);
  if (text === null) return 'a schema that is no JSON';
  if (text.length > MAX_SCHEMA) return `a schema of more than ${MAX_SCHEMA} characters`;
  const { type = 'object' } = schema as { readonly type?: unknown };
  return type === 'object' ? null : 'a schema that is not of the type object';
}

/** Null where it cannot be written as JSON. */
function toJson(value: unknown): string | null {
  try {
    return JSON.stringify(value) ?? null;
  } catch {
    return null; // a ring, a number of the large kind, a getter that throws
  }
}

/**
 * A tool of foreign code as the run may use it. What it says about itself is taken on the safe side: the risk is at
 * least medium, a call it cannot look at counts as the worst, and its results are from nobody the person trusts.
 */
export function toForeignTool(tool: Tool, plugin: string): Tool {
  const name = `${plugin}__${tool.name}`;
  if (name.length > MAX_NAME) throw new Error(`the tool ${name} has a name of more than ${MAX_NAME} characters`);
  return {
    name,
    title: tool.title,
    description: tool.description,
    risk: tool.risk === 'high' ? 'high' : 'medium',
    repeatable: tool.repeatable,
    schema: tool.schema,
    fault: (input) => settle(() => toFaultText(tool.fault(input)), toBroken(plugin)),
    subject: (input) => settle(() => toText(tool.subject(input)), nothing),
    effects: (input, place) => settle(() => toEffects(tool.effects(input, place)), none),
    async run(call, context) {
      try {
        return toResult(await untilStopped(tool.run({ ...call, tool: tool.name }, context), context.signal));
      } catch (error) {
        if (context.signal.aborted) throw error;
        return { isError: true, text: `The plugin ${plugin} broke: ${sayThrown(error)}.` };
      }
    },
  };
}

/** Foreign code that is told to stop gets so long for it. */
const STOP_MS = 2_000;

/** What never comes to an end must not let the program end as if all were well, and is not waited for once it was stopped. */
async function untilStopped<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  let late: NodeJS.Timeout | undefined;
  const stop = (): void => {
    late = setTimeout(() => reject(signal.reason), STOP_MS);
  };
  const alive = setInterval(() => undefined, 60_000);
  if (signal.aborted) stop();
  else signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    clearInterval(alive);
    clearTimeout(late);
    signal.removeEventListener('abort', stop);
  }
}

const toBroken =
  (plugin: string) =>
  (why: string): string =>
    `the plugin ${plugin} could not look at the arguments: ${why}`;
const nothing = (): string => '';
const none = (): readonly Effect[] => [];

const toText = (said: unknown): string => (typeof said === 'string' ? said : '');

const toFaultText = (said: unknown): string | null =>
  said === null ? null : typeof said === 'string' ? said : 'the arguments do not fit';

/** One that is not well formed makes all of them count for nothing, which is the worst. */
function toEffects(effects: readonly Effect[]): readonly Effect[] {
  const parsed = effectsSchema.safeParse(effects);
  if (!parsed.success) return [];
  // Copies: what a getter says may be something else the next time.
  return parsed.data.map(({ kind, target, where }) => ({ kind, target, ...(where === undefined ? {} : { where }) }));
}

const effectsSchema = z.array(
  z.object({
    kind: z.enum(['read', 'write', 'exec', 'net-in', 'net-out', 'message']),
    target: z.string(),
    where: z.optional(z.enum(['workspace', 'outside', 'home', 'host'])),
  }),
);

/** Of what a result tells besides its text. */
const MAX_DETAIL = 100_000;

function settle<T>(ask: () => T, otherwise: (why: string) => T): T {
  try {
    return ask();
  } catch (error) {
    return otherwise(sayThrown(error));
  }
}

/** `origin` and `events` stay behind: a plugin does not say whose text it is, nor what happened. */
function toResult({ isError, text, compare, detail }: ToolResult): ToolResult {
  if (typeof text !== 'string' || typeof isError !== 'boolean') throw new Error('its result has no text or no isError');
  if (detail !== undefined && (toJson(detail) ?? '').length > MAX_DETAIL)
    throw new Error(`its detail has more than ${MAX_DETAIL} characters`);
  if (detail !== undefined && toJson(detail) === null) throw new Error('its detail is no JSON');
  return {
    isError,
    text,
    ...(typeof compare === 'string' ? { compare } : {}),
    ...(typeof detail === 'object' && detail !== null ? { detail } : {}),
  };
}
