import type { Protocol, ReasoningEffort } from '../vocab/model.ts';
import type { RetryPolicy } from './retry.ts';

export interface BuiltInProvider {
  readonly protocol: Protocol;
  /** The address up to and with the version: `/messages`, `/chat/completions` and the like are added to it. */
  readonly baseUrl: string;
  /** The environment variable the key is read from; null for a provider that needs none. */
  readonly keyVariable: string | null;
}

/** Providers that work without an entry under `providers:`; an entry of the same name replaces single fields. */
export const BUILT_IN_PROVIDERS: Readonly<Record<string, BuiltInProvider>> = {
  'anthropic': { protocol: 'anthropic', baseUrl: 'https://api.anthropic.com/v1', keyVariable: 'ANTHROPIC_API_KEY' },
  'openai': { protocol: 'openai', baseUrl: 'https://api.openai.com/v1', keyVariable: 'OPENAI_API_KEY' },
  'openai-responses': {
    protocol: 'openai-responses',
    baseUrl: 'https://api.openai.com/v1',
    keyVariable: 'OPENAI_API_KEY',
  },
  'gemini': {
    protocol: 'gemini',
    baseUrl: 'https://generativelanguage.googleapis.com/v1beta',
    keyVariable: 'GEMINI_API_KEY',
  },
  'ollama': { protocol: 'openai', baseUrl: 'http://127.0.0.1:11434/v1', keyVariable: null },
};

/** What `providers.<name>` says, plus the key found in the environment for a built-in one. */
export interface ProviderConfig {
  readonly baseUrl?: string | undefined;
  readonly apiKey?: string | undefined;
  /** A provider of the configuration without one speaks `openai`. */
  readonly protocol?: Protocol | undefined;
}

/** Plain data: the environment and the files were read before. */
export interface ModelsConfig {
  readonly providers: Readonly<Record<string, ProviderConfig>>;
  /** BAILIWICK_ALLOW_FAKE=1 was set: `scripted:` models may run. */
  readonly allowFake: boolean;
  /** How long a provider may stay silent, before its first byte and between two. */
  readonly idleTimeoutMs?: number;
  /** How much models shall think; null: as the provider has it. */
  readonly reasoningEffort?: ReasoningEffort | null;
  readonly retry?: RetryPolicy;
}

/** Where one model is reached; made by `openModel`, complete and checked. */
export interface Endpoint {
  readonly provider: string;
  readonly model: string;
  readonly protocol: Protocol;
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly idleTimeoutMs: number;
  readonly reasoningEffort: ReasoningEffort | null;
}

/** `<provider>:<name>`, as configured; the provider alone where no model is meant. */
export const referenceOf = ({ provider, model }: Endpoint): string =>
  model === '' ? provider : `${provider}:${model}`;

/** Every way to set the key of a provider, in the order a person should try them. */
export function describeKeySettings(provider: string): string {
  const variable = findBuiltIn(provider)?.keyVariable ?? null;
  const inFile = `providers.${provider}.api_key in config.yml`;
  const shown = variable ?? `${provider.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_')}_API_KEY`;
  const forms = `\${${shown}} or {file:path} as its value`;
  return variable === null ? `${inFile}, with ${forms}` : `${variable} in the environment, or ${inFile}, with ${forms}`;
}

export const findBuiltIn = (name: string): BuiltInProvider | null =>
  Object.hasOwn(BUILT_IN_PROVIDERS, name) ? (BUILT_IN_PROVIDERS[name] ?? null) : null;
