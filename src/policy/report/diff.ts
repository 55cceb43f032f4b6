import type { PolicyChange, ShownValue } from '../../vocab/policy-report.ts';
import type { Policy } from '../../vocab/policy.ts';
import { showRules, showSettings } from './show.ts';
import type { PolicySource } from '../config/source.ts';

/** One side of a comparison: the policy and what it was compiled from. */
export interface PolicySide {
  readonly policy: Policy;
  readonly sources: readonly PolicySource[];
}

/** What changes in rules and settings when `after` takes the place of `before`. The place in a file does not count. */
export function diffPolicies(before: PolicySide, after: PolicySide): readonly PolicyChange[] {
  const old = group(before);
  const now = group(after);
  return [...new Set([...old.keys(), ...now.keys()])].toSorted().flatMap((key) => {
    const [from, to] = [old.get(key) ?? null, now.get(key) ?? null];
    if (from === to) return [];
    const isRule = key.startsWith(RULE);
    return [
      {
        what: from === null ? 'added' : to === null ? 'removed' : 'changed',
        key: isRule ? 'rule' : key,
        name: isRule ? key.slice(RULE.length) : null,
        before: from,
        after: to,
      } as const,
    ];
  });
}

const RULE = 'permissions.';

/** One text for each key; the entries of a list, and rules of several layers with one pattern, are joined. */
function group({ policy, sources }: PolicySide): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  const values: readonly ShownValue[] = [...showSettings(sources), ...showRules(policy)];
  for (const { key, value } of values) {
    const before = texts.get(key);
    texts.set(key, before === undefined ? value : `${before}, ${value}`);
  }
  return texts;
}
