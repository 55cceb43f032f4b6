import type { PolicyFault } from '../../vocab/policy.ts';
import { mergeScalar, type Merged, type ScalarKey } from './settings.ts';
import type { PolicySource } from './source.ts';

/** What `plugins.entries.<name>` says, each part with its place. */
export interface MergedPlugin {
  readonly name: string;
  readonly enabled: Merged<boolean>;
  /** The npm package that it is; null: a folder of its name, or one that is built in. */
  readonly package: Merged<string | null>;
  /** Unchecked: only the plugin knows what it takes. */
  readonly config: Merged<Readonly<Record<string, unknown>> | null>;
}

const part = <T>(name: string, which: 'enabled' | 'package' | 'config', how: Omit<ScalarKey<T>, 'key'>) => ({
  key: `plugins.entries.${name}.${which}`,
  ...how,
});

const isOther = (value: unknown, than: unknown): boolean => JSON.stringify(value) !== JSON.stringify(than);

/** Names under `plugins.entries` that some layer has, with what is in force. */
export function mergePlugins(
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): readonly MergedPlugin[] {
  const names = new Set(sources.flatMap(({ config }) => Object.keys(config.plugins?.entries ?? {})));
  return [...names].toSorted().map((name) => ({
    name,
    enabled: mergeScalar(
      part<boolean>(name, 'enabled', {
        fallback: false,
        pick: (config) => config.plugins?.entries?.[name]?.enabled,
        isLooser: (value) => value,
      }),
      sources,
      warn,
    ),
    package: mergeScalar(
      part<string | null>(name, 'package', {
        fallback: null,
        pick: (config) => config.plugins?.entries?.[name]?.package,
        isLooser: isOther,
      }),
      sources,
      warn,
    ),
    config: mergeScalar(
      part<Readonly<Record<string, unknown>> | null>(name, 'config', {
        fallback: null,
        pick: (config) => config.plugins?.entries?.[name]?.config,
        isLooser: isOther,
      }),
      sources,
      warn,
    ),
  }));
}

/** A part that some layer set, as it may be shown. */
export interface ShownPart {
  readonly key: string;
  readonly value: unknown;
  readonly source: NonNullable<Merged<unknown>['source']>;
}

/** Every part that is set; a value that holds what was put in from a variable or a file is named and not shown. */
export function listPluginParts(sources: readonly PolicySource[], hidden: string): readonly ShownPart[] {
  const secrets = sources.flatMap((source) => (source.secrets ?? []).map(({ value }) => JSON.stringify(value)));
  const hide = (value: unknown): unknown => {
    const text = JSON.stringify(value);
    return secrets.some((secret) => text.includes(secret.slice(1, -1))) ? hidden : value;
  };
  return mergePlugins(sources, () => undefined).flatMap(({ name, config, ...rest }) => {
    const { value: given, source: place } = config;
    const own =
      given === null || place === null
        ? []
        : Object.entries(given).map(([key, value]) => ({
            key: `plugins.entries.${name}.config.${key}`,
            value: hide(value),
            source: place,
          }));
    return [
      ...(['enabled', 'package'] as const).flatMap((which) => {
        const { value, source } = rest[which];
        return source === null ? [] : [{ key: `plugins.entries.${name}.${which}`, value, source }];
      }),
      ...own,
    ];
  });
}
