import type { ModelsConfig } from '../../models/provider-table.ts';
import { findBuiltIn } from '../../models/provider-table.ts';
import type { Protocol } from '../../vocab/model.ts';
import type { ReadonlyPreset } from '../../vocab/policy.ts';
import { readCredentials, credentialsFileOf } from '../config/credentials.ts';
import { findAgentHome } from '../config/agent-home.ts';
import { toConfigFault, type AppConfig, type World } from '../load-config.ts';
import { planChange, writeChange, type PlannedChange } from '../settings/change-config.ts';
import type { Edit } from '../settings/edit-yaml.ts';
import { writeWhole } from '../settings/write-whole.ts';

/** Where the key of a provider comes from. */
export type KeyChoice =
  /** As it is: nothing is changed. */
  | { readonly kind: 'keep' }
  /** A variable of the environment; nothing is stored. */
  | { readonly kind: 'variable'; readonly name: string }
  /** Kept in `credentials.json`. */
  | { readonly kind: 'stored'; readonly key: string };

/** What a person decided; null leaves a thing as it is. */
export interface SetupChoices {
  readonly provider: string;
  readonly baseUrl: string | null;
  readonly protocol: Protocol | null;
  readonly key: KeyChoice;
  /** Without the provider. */
  readonly model: string;
  readonly presets: readonly ReadonlyPreset[] | null;
}

type ProviderChoices = Pick<SetupChoices, 'provider' | 'baseUrl' | 'protocol' | 'key'>;

/** What these choices make of the providers, to try them before anything is written. */
export function toTrial({ provider, baseUrl, protocol, key }: ProviderChoices, config: AppConfig): ModelsConfig {
  const now = config.models.providers[provider];
  const apiKey =
    key.kind === 'keep' ? now?.apiKey : key.kind === 'stored' ? key.key : config.world.env[key.name] || undefined;
  const trial = { baseUrl: baseUrl ?? now?.baseUrl, protocol: protocol ?? now?.protocol, apiKey };
  return { ...config.models, providers: { ...config.models.providers, [provider]: trial } };
}

/** Everything that will be written; checked, and not yet written. */
export interface PlannedSetup {
  readonly change: PlannedChange;
  /** Null where the stored keys stay as they are. */
  readonly keys: { readonly file: string; readonly text: string } | null;
}

/** Throws the Fault of a configuration that would be broken. */
export async function planSetup(world: World, choices: SetupChoices): Promise<PlannedSetup> {
  const change = await planChange(world, toEdits(choices));
  return { change, keys: planKeys(world, choices) };
}

/** The keys first: a model without its key would not answer. */
export function writeSetup({ change, keys }: PlannedSetup): void {
  if (keys !== null) writeWhole(keys.file, keys.text);
  writeChange(change);
}

function toEdits({ provider, baseUrl, protocol, key, model, presets }: SetupChoices): readonly Edit[] {
  const at = (field: string): readonly string[] => ['providers', provider, field];
  const isOwnVariable = key.kind === 'variable' && findBuiltIn(provider)?.keyVariable === key.name;
  const reference = key.kind === 'variable' && !isOwnVariable ? `\${${key.name}}` : undefined;
  return [
    { path: ['model'], value: `${provider}:${model}` },
    ...(baseUrl === null ? [] : [{ path: at('base_url'), value: baseUrl }]),
    ...(protocol === null ? [] : [{ path: at('protocol'), value: protocol }]),
    // What stands in the configuration would count before anything else.
    ...(key.kind === 'keep' ? [] : [{ path: at('api_key'), value: reference }]),
    ...(presets === null ? [] : [{ path: ['approvals', 'readonly_presets'], value: [...presets] }]),
  ];
}

function planKeys(world: World, { provider, key }: SetupChoices): PlannedSetup['keys'] {
  if (key.kind === 'keep') return null;
  const agentHome = findAgentHome(world);
  const stored = readCredentials(agentHome);
  if (!stored.ok) throw toConfigFault([stored.error]);
  const { keys } = stored.value;
  const others = [...keys].filter(([name]) => !sharesKey(name, provider));
  if (key.kind === 'variable' && others.length === keys.size) return null;
  const entries = key.kind === 'stored' ? [...others, [provider, key.key] as const] : others;
  const text = `${JSON.stringify(Object.fromEntries(entries), null, 2)}\n`;
  return { file: credentialsFileOf(agentHome), text };
}

/** `openai` and `openai-responses` are one account. */
function sharesKey(name: string, provider: string): boolean {
  const variable = findBuiltIn(provider)?.keyVariable ?? null;
  return name === provider || (variable !== null && findBuiltIn(name)?.keyVariable === variable);
}
