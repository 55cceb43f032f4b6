import { isUntrusted, originOfPath, quotesDependency } from '../../guard/envelope.ts';
import { networkOf } from '../../policy/effects.ts';
import type { ToolResult } from '../../ports/tool.ts';
import type { Call } from '../../vocab/call.ts';
import type { Decision } from '../../vocab/decision.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Origin } from '../../vocab/principal.ts';
import { isForeignToolName } from '../../vocab/tool-names.ts';

/** What a result is marked with from the moment it is stored (GUARD 4). */
export interface Label {
  readonly origin: Origin;
  readonly private: boolean;
}

/** What the call alone tells of its result: whether it reaches the network, and whose files it reads. */
export function labelCall(
  { tool }: Call,
  { facts, decision }: { readonly facts: Facts; readonly decision: Decision },
): Label {
  const own: Origin = `tool:${tool}`;
  const origin = reachesNetwork(facts) ? 'network' : isForeignToolName(tool) ? own : (originOfPaths(facts) ?? own);
  const classes = [decision.class, ...decision.segments.map((segment) => segment.class ?? null)];
  return { origin, private: classes.includes('secret-read') };
}

/** The label of the result itself: a tool may know better, and output may quote what the call does not name. */
export function labelResult(label: Label, { origin, text }: ToolResult, facts: Facts): Label {
  if (origin !== undefined) return { ...label, origin };
  const quotes = facts.line !== null && !isUntrusted(label.origin) && quotesDependency(text);
  return quotes ? { ...label, origin: 'file' } : label;
}

const reachesNetwork = ({ line, tool }: Facts): boolean =>
  line === null
    ? tool.effects.some(({ kind }) => kind === 'net-in' || kind === 'net-out')
    : line.commands.some((command) => networkOf(command) !== null);

function originOfPaths(facts: Facts): Origin | null {
  for (const { absolute, real } of facts.paths) {
    const origin = originOfPath(absolute, facts) ?? (real === null ? null : originOfPath(real, facts));
    if (origin !== null) return origin;
  }
  return null;
}
