import { BUILT_IN_PROVIDERS } from '../../models/provider-table.ts';
import type { Fault } from '../../base/fault.ts';
import type { Result } from '../../base/result.ts';
import { checkSandbox } from '../doctor/check-sandbox.ts';
import type { Check } from '../doctor/check.ts';
import { loadApp } from '../load-app.ts';
import type { AppConfig, World } from '../load-config.ts';
import { listProviders, type ProviderRow } from '../providers/list-providers.ts';
import { findLocalServers, listModels, tryModel, type FoundServer } from '../providers/try-model.ts';
import { planSetup, toTrial, writeSetup, type PlannedSetup, type SetupChoices } from './choices.ts';

type ProviderChoices = Pick<SetupChoices, 'provider' | 'baseUrl' | 'protocol' | 'key'>;

/** How long a provider may take to list its models. */
const LIST_MS = 15_000;

/** What `setup` may do. Nothing is written but by `write`. */
export interface Setup {
  readonly config: AppConfig;
  /** Built-in providers and configured ones. */
  readonly providers: readonly ProviderRow[];
  /** The variable of the environment that a built-in provider's key is read from, and whether it is set. */
  findKeyVariable(provider: string): { readonly name: string; readonly isSet: boolean } | null;
  findLocalServers(signal: AbortSignal): Promise<readonly FoundServer[]>;
  listModels(choices: ProviderChoices, signal: AbortSignal): Promise<Result<readonly string[], Fault>>;
  /** One short question to the model; gives back how long its first word took, in ms. */
  tryModel(choices: SetupChoices, signal: AbortSignal): Promise<Result<number, Fault>>;
  checkSandbox(): Promise<Check>;
  /** Throws the Fault of a configuration that would be broken. */
  plan(choices: SetupChoices): Promise<PlannedSetup>;
  write(planned: PlannedSetup): void;
}

/** Throws the Fault of a configuration that is broken already. */
export async function openSetup(world: World): Promise<Setup> {
  const config = await loadApp(world);
  return {
    config,
    providers: listProviders(config),
    findKeyVariable(provider) {
      const name = BUILT_IN_PROVIDERS[provider]?.keyVariable ?? null;
      return name === null ? null : { name, isSet: Boolean(world.env[name]) };
    },
    findLocalServers: (signal) => findLocalServers(world.env['OLLAMA_HOST'], signal),
    listModels: (choices, signal) =>
      listModels(choices.provider, toTrial(choices, config), { signal, timeoutMs: LIST_MS }),
    tryModel: (choices, signal) => tryModel(`${choices.provider}:${choices.model}`, toTrial(choices, config), signal),
    checkSandbox: () => checkSandbox(config),
    plan: (choices) => planSetup(world, choices),
    write: writeSetup,
  };
}
