import type { PolicySource } from '../config/source.ts';
import type { ShownValue } from '../../vocab/policy-report.ts';
import type { Policy, Rule } from '../../vocab/policy.ts';
import {
  fallbackOf,
  LISTS,
  mergeList,
  mergeProviders,
  mergeScalar,
  mergeTools,
  SCALARS,
  type ListKey,
  type ScalarKey,
} from '../config/settings.ts';
import { listPluginParts } from '../config/plugin-settings.ts';
import { showValue } from '../config/show-value.ts';

const silent = (): void => undefined;

/** Every setting in force with the place that set it. Keys of providers are named and never shown. */
export function showSettings(sources: readonly PolicySource[]): readonly ShownValue[] {
  const scalar = (key: ScalarKey<unknown>): ShownValue => {
    const { value, source } = mergeScalar(key, sources, silent);
    return { key: key.key, value: showPlain(value), source };
  };
  const lists = Object.values(LISTS).flatMap((key): readonly ShownValue[] => {
    const entries = mergeList(key as ListKey<unknown>, sources, silent);
    if (entries.length === 0)
      return [{ key: key.key, value: showFallback(fallbackOf(key as ListKey<unknown>, sources)), source: null }];
    return entries.map(({ value, source }) => ({ key: key.key, value: showValue(value), source }));
  });
  const tools = mergeTools(sources, silent).map(({ name, value, source }) => ({
    key: `tools.${name}`,
    value: showPlain(value),
    source,
  }));
  const providers = mergeProviders(sources, silent).flatMap(({ name, fields }) =>
    Object.entries(fields)
      .filter(([, { source }]) => source !== null)
      .map(([field, { value, source }]) => ({
        key: `providers.${name}.${field}`,
        value: field === 'api_key' ? '(set, not shown)' : showPlain(value),
        source,
      })),
  );
  const plugins = listPluginParts(sources, '(set, not shown)').map((part) => ({
    ...part,
    value: showPlain(part.value),
  }));
  const scalars = Object.values(SCALARS).map((key) => scalar(key as ScalarKey<unknown>));
  return [...scalars, ...lists, ...tools, ...providers, ...plugins];
}

const showFallback = (entries: readonly unknown[]): string => `[${entries.map(showPlain).join(', ')}]`;

/** Every rule that counts, as one line of text with its place. */
export const showRules = (policy: Policy): readonly ShownValue[] =>
  policy.rules.map((rule) => {
    const { layer, file, line } = rule;
    return { key: `permissions.${rule.text}`, value: showRule(rule), source: { layer, file, line } };
  });

/** The action, and whatever else the rule says. */
export function showRule(rule: Rule): string {
  const parts: string[] = [rule.action];
  if (rule.danger.length > 0) parts.push(`danger: ${rule.danger.join(', ')}`);
  if (rule.except.length > 0) parts.push(`except: ${rule.except.join(', ')}`);
  if (rule.tainted) parts.push('tainted');
  if (rule.expires !== null) parts.push(`until ${new Date(rule.expires).toISOString()}`);
  if (rule.because !== null) parts.push(`because: ${rule.because}`);
  return parts.join('; ');
}

const showPlain = (value: unknown): string => (typeof value === 'string' ? value : showValue(value));
