import { BUILT_IN_PROVIDERS, describeKeySettings, findBuiltIn } from '../../models/provider-table.ts';
import { mergeProviders, mergeScalar, SCALARS } from '../../policy/config/settings.ts';
import { showPlace } from '../../policy/config/source.ts';
import type { Protocol } from '../../vocab/model.ts';
import { readCredentials, credentialsFileOf } from '../config/credentials.ts';
import { findStored } from '../config/models.ts';
import type { AppConfig } from '../load-config.ts';

/** A provider as it stands here; its key is never in it. */
export interface ProviderRow {
  readonly name: string;
  readonly protocol: Protocol;
  readonly baseUrl: string | null;
  /** The variable, the `file:line`, or the file of keys that the key comes from; null: there is none. */
  readonly keyFrom: string | null;
  /** Whether a request could be sent. */
  readonly ready: boolean;
  /** What to do where it could not; null where it could. */
  readonly hint: string | null;
  /** The models of this provider that the configuration names. */
  readonly chosen: readonly string[];
}

const silent = (): void => undefined;

/** Built-in providers and those of the configuration. */
export function listProviders(config: AppConfig): readonly ProviderRow[] {
  const names = new Set([...Object.keys(BUILT_IN_PROVIDERS), ...Object.keys(config.models.providers)]);
  const chosen = [config.model, ...config.fallbackModels].filter((model) => model !== null);
  return [...names].map((name) => {
    const builtIn = findBuiltIn(name);
    const own = config.models.providers[name];
    const keyFrom = findKeyOrigin(name, config);
    const baseUrl = own?.baseUrl ?? builtIn?.baseUrl ?? null;
    const lacksKey = keyFrom === null && (builtIn?.keyVariable ?? null) !== null;
    return {
      name,
      protocol: own?.protocol ?? builtIn?.protocol ?? 'openai',
      baseUrl,
      keyFrom,
      ready: !lacksKey && baseUrl !== null,
      hint: lacksKey
        ? `bailiwick setup, or set ${describeKeySettings(name)}`
        : baseUrl === null
          ? `set providers.${name}.base_url`
          : null,
      chosen: chosen.filter((model) => model.startsWith(`${name}:`)),
    };
  });
}

/** In the order in which keys count: configuration, `credentials.json`, variable of a built-in provider. */
function findKeyOrigin(name: string, { sources, world, agentHome }: AppConfig): string | null {
  const own = mergeProviders(sources, silent).find((one) => one.name === name)?.fields.api_key.source ?? null;
  if (own !== null) return showPlace(own);
  const stored = readCredentials(agentHome);
  if (stored.ok && findStored(name, stored.value.keys) !== undefined) return credentialsFileOf(agentHome);
  const variable = findBuiltIn(name)?.keyVariable ?? null;
  return variable !== null && world.env[variable] ? variable : null;
}

/** Where the model that answers is set; null where none is, or a flag set it. */
export function findModelOrigin({ sources }: AppConfig): string | null {
  const { source } = mergeScalar(SCALARS.model, sources, silent);
  return source === null ? null : showPlace(source);
}
