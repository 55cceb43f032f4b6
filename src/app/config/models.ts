import { nearest } from '../../base/text.ts';
import {
  BUILT_IN_PROVIDERS,
  findBuiltIn,
  type ModelsConfig,
  type ProviderConfig,
} from '../../models/provider-table.ts';
import { mergeProviders, mergeScalar, SCALARS } from '../../policy/config/settings.ts';
import { refOf, type PolicySource } from '../../policy/config/source.ts';
import { PROTOCOLS } from '../../vocab/model.ts';
import type { PolicyFault } from '../../vocab/policy.ts';

type Env = Readonly<Record<string, string | undefined>>;

/** Keys that stand in no configuration. */
export interface OuterKeys {
  readonly env: Env;
  /** Of `credentials.json`, by the name of the provider. */
  readonly stored: ReadonlyMap<string, string>;
}

/**
 * What the models room is given: providers of all layers. A key comes from the configuration, else from
 * `credentials.json`, else out of the variable of a built-in provider.
 */
export function toModels(
  sources: readonly PolicySource[],
  { env, stored }: OuterKeys,
  warn: (warning: PolicyFault) => void,
): ModelsConfig {
  const providers = new Map<string, ProviderConfig>();
  for (const [name, { keyVariable }] of Object.entries(BUILT_IN_PROVIDERS)) {
    const apiKey = findStored(name, stored) ?? (keyVariable === null ? undefined : env[keyVariable] || undefined);
    if (apiKey !== undefined) providers.set(name, { apiKey });
  }
  for (const { name, fields } of mergeProviders(sources, warn)) {
    providers.set(name, {
      baseUrl: fields.base_url.value ?? undefined,
      apiKey: fields.api_key.value ?? providers.get(name)?.apiKey ?? findStored(name, stored),
      protocol: PROTOCOLS.find((protocol) => protocol === fields.protocol.value),
    });
  }
  return {
    providers: Object.fromEntries(providers),
    allowFake: env['BAILIWICK_ALLOW_FAKE'] === '1',
    reasoningEffort: mergeScalar(SCALARS.reasoningEffort, sources, warn).value,
  };
}

/** The key stored for a provider, or for another built-in one that takes the same (`openai-responses` that of `openai`). */
export function findStored(name: string, stored: ReadonlyMap<string, string>): string | undefined {
  const variable = findBuiltIn(name)?.keyVariable ?? null;
  const kin = Object.keys(BUILT_IN_PROVIDERS).filter((other) => findBuiltIn(other)?.keyVariable === variable);
  return [name, ...(variable === null ? [] : kin)].map((one) => stored.get(one)).find((key) => key !== undefined);
}

/** Every model named must have a provider that is there; a project's `model` one that the person or the system has set up. */
export function checkModel(sources: readonly PolicySource[], models: ModelsConfig): readonly PolicyFault[] {
  const own = sources.filter(({ layer }) => layer !== 'project');
  const setUp = new Set([
    ...Object.keys(models.providers),
    ...own.map(providerOf).filter((name) => name !== 'scripted'),
  ]);
  const known = [...new Set([...Object.keys(BUILT_IN_PROVIDERS), ...Object.keys(models.providers)])];
  const main = sources.flatMap((source) => {
    const name = providerOf(source);
    if (name === null) return [];
    const { file, line } = refOf(source, ['model']);
    if (source.layer === 'project' && !setUp.has(name)) {
      const hint = `add providers.${name} to your own config.yml, or choose the model with --model`;
      return [{ file, line, message: `model: a project may only name a provider you have set up, not ${name}.`, hint }];
    }
    return name === 'scripted' ? [] : checkProvider(name, known, { file, line, key: 'model' });
  });
  const fallbacks = sources.flatMap((source) =>
    (source.config.fallback_models ?? []).flatMap((reference, i) => {
      const { file, line } = refOf(source, ['fallback_models', i]);
      return checkProvider(toProvider(reference), known, { file, line, key: 'fallback_models' });
    }),
  );
  return [...main, ...fallbacks];
}

function checkProvider(
  name: string,
  known: readonly string[],
  { key, ...place }: Pick<PolicyFault, 'file' | 'line'> & { readonly key: string },
): readonly PolicyFault[] {
  if (known.includes(name)) return [];
  const meant = nearest(name, known);
  const hint = meant === null ? `add providers.${name} with a base_url` : `did you mean ${meant}?`;
  return [{ ...place, message: `${key}: there is no provider ${name}.`, hint }];
}

const toProvider = (reference: string): string => reference.slice(0, reference.indexOf(':'));

const providerOf = ({ config }: PolicySource): string | null =>
  config.model === undefined ? null : toProvider(config.model);
