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
  if (typeof tool.schema !== 'object' || tool.schema === null) return `the tool ${name} has no schema`;
  return null;
}

/**
 * A tool of foreign code as the run may use it. What it says about itself is taken on the safe side: the risk is at
 * least medium, a call it cannot look at counts as the worst, and its results are from nobody the person trusts.
 */
export function toForeignTool(tool: Tool, plugin: string): Tool {
  return {
    name: `${plugin}__${tool.name}`,
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
        return toResult(await tool.run({ ...call, tool: tool.name }, context));
      } catch (error) {
        if (context.signal.aborted) throw error;
        return { isError: true, text: `The plugin ${plugin} broke: ${sayThrown(error)}.` };
      }
    },
  };
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
  return parsed.success ? effects : [];
}

const effectsSchema = z.array(
  z.object({
    kind: z.enum(['read', 'write', 'exec', 'net-in', 'net-out', 'message']),
    target: z.string(),
    where: z.optional(z.enum(['workspace', 'outside', 'home', 'host'])),
  }),
);

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
  return {
    isError,
    text,
    ...(typeof compare === 'string' ? { compare } : {}),
    ...(typeof detail === 'object' && detail !== null ? { detail } : {}),
  };
}
