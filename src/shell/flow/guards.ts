import type { CommandNode } from 'unbash';
import type { Reader } from '../reader.ts';
import { GUARDED, type Scope, type Value } from '../scope.ts';
import { expressionOutcome, testOutcome } from '../words/test-outcome.ts';

/** What a test comes to with what is known here, and the variables that it asks about. */
export interface Outcome {
  readonly ok: boolean;
  readonly names: readonly string[];
}

/** How a test comes out that was just read; `from`: the first command that it recorded. */
export function outcomeOf(node: CommandNode, from: number, scope: Scope, reader: Reader): Outcome | null {
  const ok =
    node.type === 'TestCommand'
      ? expressionOutcome(node.expression, scope, reader)
      : ofCommand(node, from, scope, reader);
  if (ok === null) return null;
  const text = scope.source.slice(node.pos, node.end);
  return { ok, names: [...text.matchAll(/\$\{?([A-Za-z_]\w*)/g)].map(([, name = '']) => name) };
}

function ofCommand(node: CommandNode, from: number, scope: Scope, reader: Reader): boolean | null {
  const name = node.type === 'Command' ? node.name?.value : undefined;
  if ((name !== '[' && name !== 'test') || scope.functions.has(name) || scope.aliases.has(name)) return null;
  const tests = reader.commands.slice(from).filter(({ outer, words }) => outer === null && words[0]?.value === name);
  const [test] = tests;
  if (test === undefined || tests.length > 1) return null;
  const texts = test.words.slice(1).map(({ value, pattern }) => (pattern === null ? value : null));
  if (test.words.some(({ many }) => many)) return null;
  if (name === '[') return texts.at(-1) === ']' ? testOutcome(texts.slice(0, -1)) : null;
  return testOutcome(texts);
}

export const opposite = (outcome: Outcome | null): Outcome | null =>
  outcome === null ? null : { ...outcome, ok: !outcome.ok };

/** The outcome of `one && other` or `one || other`. */
export function joinOutcomes(one: Outcome | null, operator: string, other: Outcome | null): Outcome | null {
  const settles = operator === '||';
  if (one?.ok === settles) return one;
  if (other?.ok === settles) return other;
  return one === null || other === null ? null : { ok: !settles, names: [...one.names, ...other.names] };
}

/** Values that a guard took the place of. */
export type Saved = readonly (readonly [name: string, value: Value | undefined])[];

/**
 * What stands behind a test that with what is known here comes out the other way does not run. Should it run after all,
 * the variables that the test asks about hold something else: there they are not known.
 */
export function guard(outcome: Outcome | null, wanted: boolean, { vars }: Scope): Saved {
  if (outcome === null || outcome.ok === wanted) return [];
  return outcome.names.flatMap((name) => {
    const before = vars.get(name);
    // It was set behind the test.
    if (before?.kind === 'unknown' && before.may !== undefined) return [];
    vars.set(name, GUARDED);
    return [[name, before] as const];
  });
}

/** Where the test says nothing any more, the variables are what they were. */
export function endGuard(saved: Saved, { vars }: Scope): void {
  for (const [name, value] of saved.toReversed()) {
    if (vars.get(name) !== GUARDED) continue;
    if (value === undefined) vars.delete(name);
    else vars.set(name, value);
  }
}
