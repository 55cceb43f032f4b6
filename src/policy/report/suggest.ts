import type { Approval } from '../../vocab/approval.ts';
import type { Call } from '../../vocab/call.ts';
import type { Facts } from '../../vocab/facts.ts';
import type { Policy, Rule } from '../../vocab/policy.ts';
import type { SimpleCommand } from '../../vocab/shell-line.ts';
import { findDangers } from '../danger/find-dangers.ts';
import { coversCommand, meetsCommand, rulesFor } from '../rules/match-rule.ts';
import { prefixOf } from '../rules/prefix.ts';
import { findWrites, writesUnknown } from '../writes.ts';

/** A question about a shell line that a person answered, with what was known of it. */
export interface AnsweredCall {
  readonly approval: Approval;
  readonly call: Call;
  readonly facts: Facts;
}

/** What one answer says about one beginning of a command. */
interface Evidence {
  readonly prefix: string;
  readonly text: string;
  readonly granted: boolean;
  /** Granted, and a rule for the beginning would have let it through. */
  readonly counts: boolean;
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

/** What an answer says about each command that it was asked for; a denial speaks against all of them. */
export function readEvidence({ approval, call, facts }: AnsweredCall, policy: Policy): readonly Evidence[] {
  const { line } = facts;
  const { by, at } = approval;
  const granted = approval.state === 'granted';
  if (line === null || by === null || at === null) return [];
  const dangers = findDangers(call, facts);
  const rules = rulesFor('shell', policy, facts.now);
  return line.commands.flatMap((command) => {
    const words = prefixOf(command);
    if (words === null || !approval.asking.includes(command.text)) return [];
    const prefix = words.join(' ');
    const isClean = dangers.every((danger) => danger.command !== command.index);
    const fits = isPlain(command) && isClean && coversCommand(ruleFor(prefix), command, [], facts);
    return {
      prefix,
      text: command.text,
      granted,
      counts: granted && fits && ORDINARY.includes(approval.step),
      covered: rules.some((rule) => rule.action === 'allow' && coversCommand(rule, command, [], facts)),
      met: rules.some((rule) => rule.action !== 'allow' && meetsCommand(rule, command)),
      by,
      at,
    };
  });
}

/** Written in the line itself, in sight, and writing no file that a rule of its own would have to cover. */
const isPlain = (command: SimpleCommand): boolean =>
  command.outer === null &&
  !command.place.background &&
  !command.place.nested &&
  !command.place.function &&
  !writesUnknown(command) &&
  findWrites(command).every(({ redirect }) => !redirect);

const patternFor = (prefix: string): string => `shell ${prefix} *`;

const ruleFor = (prefix: string): Rule => ({
  ...{ layer: 'user', file: '', line: 1, text: patternFor(prefix), action: 'allow', tool: 'shell', key: null },
  ...{ argument: `${prefix} *`, because: null, except: [], danger: [], tainted: false, expires: null },
});

/** Beginnings that were allowed at least `min` times and never denied, and that no rule in force speaks of. */
export function suggestRules(evidence: readonly Evidence[], min: number): readonly SuggestedRule[] {
  return [...Map.groupBy(evidence, ({ prefix }) => prefix)]
    .filter(([, group]) => group.every(({ granted, met }) => granted && !met))
    .map(([prefix, group]) => [prefix, group.filter(({ counts }) => counts)] as const)
    .filter(([, group]) => group.length >= min && group.some(({ covered }) => !covered))
    .map(([prefix, group]) => toSuggestion(prefix, group))
    .toSorted((a, b) => b.approvals - a.approvals || compareTexts(a.pattern, b.pattern));
}

function toSuggestion(prefix: string, group: readonly Evidence[]): SuggestedRule {
  const counts = Map.groupBy(group, ({ text }) => text);
  return {
    pattern: patternFor(prefix),
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
