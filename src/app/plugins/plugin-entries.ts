import { mergePlugins } from '../../policy/config/plugin-settings.ts';
import { refOf, type PolicySource } from '../../policy/config/source.ts';
import type { PolicyFault, SourceRef } from '../../vocab/policy.ts';

/** A plugin that the configuration names. */
export interface PluginEntry {
  readonly name: string;
  readonly enabled: boolean;
  /** The npm package that it is; null: a folder, or built in. */
  readonly package: string | null;
  /** Unchecked; empty when there is none. */
  readonly config: Readonly<Record<string, unknown>>;
  /** Where it is named. */
  readonly place: SourceRef;
  /** Where a part of its configuration stands, or the nearest part around it. */
  readonly placeOf: (path: readonly (string | number)[]) => SourceRef;
}

export const readPluginEntries = (
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): readonly PluginEntry[] =>
  mergePlugins(sources, warn).map(({ name, enabled, package: named, config }) => {
    const path = ['plugins', 'entries', name];
    const naming = sources.findLast((source) => Object.hasOwn(source.config.plugins?.entries ?? {}, name));
    const place =
      enabled.source ?? (naming === undefined ? { layer: 'user', file: 'config.yml', line: 1 } : refOf(naming, path));
    const from = sources.find(({ file, layer }) => file === config.source?.file && layer === config.source.layer);
    return {
      name,
      enabled: enabled.value,
      package: named.value,
      config: config.value ?? {},
      place,
      placeOf: (below) => (from === undefined ? place : refOf(from, [...path, 'config', ...below])),
    };
  });
