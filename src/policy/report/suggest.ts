import type { Approval } from '../../vocab/approval.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy, Rule } from '../../vocab/policy.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { standingRules } from '../answers/standing.ts';
import { findDangers } from '../danger/find-dangers.ts';
import { coversCommand, meetsCommand, rulesFor } from '../rules/match-rule.ts';

/** A question about a shell line that a person answered, with what was known of it. */
export interface AnsweredCall {
  readonly approval: Approval;
  readonly call: Call;
  readonly facts: Facts;
}

/** What the answers say: each command that was allowed and has a beginning, and all that were refused. */
export interface Evidence {
  readonly granted: readonly Granted[];
  readonly refused: readonly SimpleCommand[];
}

interface Granted {
  /** The rule that would have let it through. */
  readonly pattern: string;
  readonly text: string;
  /** A rule in force lets it through by now. */
  readonly covered: boolean;
  /** A deny or ask rule in force speaks of it. */
  readonly met: boolean;
  readonly by: string;
  readonly at: number;
}

/** A rule that would have spared a person the same answer again and again. */
export interface SuggestedRule {
  /** As it would stand under `permissions:`. */
  readonly pattern: string;
  readonly approvals: number;
  readonly by: readonly string[];
  /** Epoch ms of the first and the last of them. */
  readonly first: number;
  readonly last: number;
  /** The lines that were allowed, most often first. */
  readonly lines: readonly { readonly text: string; readonly count: number }[];
}

/** Steps whose ask an ordinary rule lifts, and no rule of the operator put. */
const ORDINARY = ['confirm-policy', 'mode-fallback'];

const NOTHING: Evidence = { granted: [], refused: [] };

/** What an answer says about each command that it was asked for; a refusal speaks against all of them. */
export function readAnswer({ approval, call, facts }: AnsweredCall, policy: Policy): Evidence {
  const { line } = facts;
  const { by, at } = approval;
  if (line === null || by === null || at === null) return NOTHING;
  const asked = line.commands.filter(({ text }) => approval.asking.includes(text));
  if (approval.state !== 'granted') return { granted: [], refused: asked };
  if (!ORDINARY.includes(approval.step)) return NOTHING;
  const dangers = findDangers(call, facts);
  const rules = rulesFor('shell', policy, facts.now);
  const granted = asked.flatMap((command) => {
    const { index, text, outer } = command;
    const own = dangers.filter((danger) => danger.command === index);
    const [rule] = standingRules('always_prefix', { call, facts, dangers: own, asking: [index] }) ?? [];
    if (rule === undefined || outer !== null) return [];
    const covered = rules.some((other) => other.action === 'allow' && coversCommand(other, command, [], facts));
    const met = rules.some((other) => other.action !== 'allow' && meetsCommand(other, command));
    return { pattern: rule.pattern, text, covered, met, by, at };
  });
  return { granted, refused: [] };
}

/** The rule as a refusal would have it, to see which commands it speaks of, in any spelling. */
const toDeny = (pattern: string): Pick<Rule, 'argument' | 'except'> => ({
  argument: pattern.slice('shell '.length),
  except: [],
});

/** Beginnings that were allowed at least `min` times and never refused, and that no rule in force speaks of. */
export function suggestRules({ granted, refused }: Evidence, min: number): readonly SuggestedRule[] {
  return [...Map.groupBy(granted, ({ pattern }) => pattern)]
    .filter(
      ([, group]) => group.length >= min && group.every(({ met }) => !met) && group.some(({ covered }) => !covered),
    )
    .filter(([pattern]) => !refused.some((command) => meetsCommand(toDeny(pattern), command)))
    .map(([pattern, group]) => toSuggestion(pattern, group))
    .toSorted((a, b) => b.approvals - a.approvals || compareTexts(a.pattern, b.pattern));
}

function toSuggestion(pattern: string, group: readonly Granted[]): SuggestedRule {
  const counts = Map.groupBy(group, ({ text }) => text);
  return {
    pattern,
    approvals: group.length,
    by: [...new Set(group.map(({ by }) => by))],
    first: Math.min(...group.map(({ at }) => at)),
    last: Math.max(...group.map(({ at }) => at)),
    lines: [...counts]
      .map(([text, same]) => ({ text, count: same.length }))
      .toSorted((a, b) => b.count - a.count || compareTexts(a.text, b.text)),
  };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : 1);
