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
} from '../../policy/config/settings.ts';
import { listPluginParts } from '../../policy/config/plugin-settings.ts';
import { showRule } from '../../policy/report/show.ts';
import type { SourceRef } from '../../vocab/policy.ts';
import type { AppConfig } from '../load-config.ts';
import { parseKey } from './key-path.ts';

/** One key with what is in force, and every place that says so. */
export interface Setting {
  readonly key: string;
  /** As JSON; null where nothing is set. A secret is `(set, not shown)`. */
  readonly value: unknown;
  /** Where it stands, the one that counts last; of a list, one place an entry. Empty: the default. */
  readonly origins: readonly SourceRef[];
}

export const HIDDEN = '(set, not shown)';

const silent = (): void => undefined;

/** Everything in force in the order of the reference. Keys of providers are never in it. */
export function listSettings({ sources, policy }: Pick<AppConfig, 'sources' | 'policy'>): readonly Setting[] {
  const one = (key: ScalarKey<unknown>): Setting => {
    const { value, source } = mergeScalar(key, sources, silent);
    return { key: key.key, value, origins: toOrigins(source) };
  };
  const lists = Object.values(LISTS).map((key): Setting => {
    const entries = mergeList(key as ListKey<unknown>, sources, silent);
    const values =
      entries.length > 0 ? entries.map(({ value }) => value) : fallbackOf(key as ListKey<unknown>, sources);
    return { key: key.key, value: values, origins: entries.map(({ source }) => source) };
  });
  const tools = mergeTools(sources, silent).map(({ name, value, source }) => ({
    key: `tools.${name}`,
    value,
    origins: toOrigins(source),
  }));
  const providers = mergeProviders(sources, silent).flatMap(({ name, fields }) =>
    Object.entries(fields).flatMap(([field, { value, source }]): readonly Setting[] =>
      source === null
        ? []
        : [
            {
              key: `providers.${name}.${field}`,
              value: field === 'api_key' ? HIDDEN : value,
              origins: [source],
            },
          ],
    ),
  );
  const plugins = listPluginParts(sources, HIDDEN).map(({ key, value, source }) => ({ key, value, origins: [source] }));
  const rules = policy.rules.map((rule) => {
    const { layer, file, line } = rule;
    return { key: `permissions.${rule.text}`, value: showRule(rule), origins: [{ layer, file, line }] };
  });
  return [
    ...Object.values(SCALARS).map((key) => one(key as ScalarKey<unknown>)),
    ...lists,
    ...tools,
    ...providers,
    ...plugins,
    ...rules,
  ];
}

const toOrigins = (source: SourceRef | null): readonly SourceRef[] => (source === null ? [] : [source]);

/** One key as a person writes it; value null where nothing is set. Throws a Fault `usage` for a key that is none. */
export function findSetting(config: Pick<AppConfig, 'sources' | 'policy'>, text: string): Setting {
  const { path, known } = parseKey(text);
  const key = known.replacedBy ?? path.join('.');
  const found = listSettings(config).findLast((setting) => setting.key === key);
  const fallback = path[0] === 'tools' ? true : null;
  return found ?? { key, value: fallback, origins: [] };
}
