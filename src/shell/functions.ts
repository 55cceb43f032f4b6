import { forEachChild, type Script, type SyntaxNode } from 'unbash';
import type { ShellFunction } from '../vocab/shell-line.ts';

interface Defined {
  /** Names of commands that its body starts. */
  readonly starts: Set<string>;
  /** Those it starts in a pipe or in the background. */
  readonly multiplies: Set<string>;
}

/**
 * The functions a line defines: whether one multiplies itself (a fork bomb) and whether it is ever called, also by a name
 * that only running gives (`ran`).
 */
export function findFunctions(script: Script, ran: ReadonlySet<string>): readonly ShellFunction[] {
  const defined = new Map<string, Defined>();
  const outside: Defined = { starts: new Set(), multiplies: new Set() };
  walk(script, outside, false, defined);
  if (defined.size === 0) return [];
  const reached = reach(outside.starts, defined);
  return [...defined].map(([name, { multiplies }]) => ({
    name,
    multiplies: [...multiplies].some((start) => start === name || reach(new Set([start]), defined).has(name)),
    called: reached.has(name) || ran.has(name),
  }));
}

function walk(node: SyntaxNode, into: Defined, spreads: boolean, defined: Map<string, Defined>): void {
  if (node.type === 'Function') {
    const own: Defined = defined.get(node.name.value) ?? { starts: new Set(), multiplies: new Set() };
    defined.set(node.name.value, own);
    walk(node.body, own, false, defined);
    return;
  }
  if (node.type === 'Command' && node.name !== undefined) {
    into.starts.add(node.name.value);
    if (spreads) into.multiplies.add(node.name.value);
  }
  const more =
    spreads ||
    (node.type === 'Statement' && node.background === true) ||
    (node.type === 'Pipeline' && node.commands.length > 1);
  forEachChild(node, (child) => walk(child, into, more, defined));
}

function reach(from: ReadonlySet<string>, defined: ReadonlyMap<string, Defined>): ReadonlySet<string> {
  const seen = new Set(from);
  for (const name of seen) for (const next of defined.get(name)?.starts ?? []) seen.add(next);
  return seen;
}
