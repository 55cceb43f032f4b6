import { existsSync } from 'node:fs';
import type { Secret } from '../../guard/redact.ts';
import type { ModelsConfig } from '../../models/provider-table.ts';
import type { PolicySource } from '../../policy/config/source.ts';

/** Names of variables whose values are kept from the model, the store and the screen. */
const SECRET_NAME = /KEY|TOKEN|SECRET|PASSWORD|PASSWD|PASSPHRASE|CREDENTIAL/i;

/**
 * Every secret value that the configuration knows: the keys of providers, also stored ones of providers that
 * are not configured, what was put in from variables and files where
 * a key holds a secret, and the variables of the agent's own environment that are named like one.
 */
export function toSecrets(
  sources: readonly PolicySource[],
  { models, stored }: { readonly models: ModelsConfig; readonly stored: ReadonlyMap<string, string> },
  env: Readonly<Record<string, string | undefined>>,
): readonly Secret[] {
  const named = Object.entries(env).flatMap(([name, value = '']) =>
    SECRET_NAME.test(name) && !isPlace(value) ? [{ name, value }] : [],
  );
  const keys = Object.entries(models.providers).flatMap(([name, { apiKey }]) =>
    apiKey === undefined ? [] : [{ name: `providers.${name}.api_key`, value: apiKey }],
  );
  const kept = [...stored].map(([name, value]) => ({ name: `key of ${name}`, value }));
  return [
    ...named,
    ...sources.flatMap(({ secrets = [] }) => secrets.map(({ name, value }) => ({ name, value }))),
    ...keys,
    ...kept.filter(({ value }) => !keys.some((key) => key.value === value)),
  ];
}

/** A variable such as `SSH_KEY_FILE` names a place; without it the agent could not speak of its own folders. */
const isPlace = (value: string): boolean => value.startsWith('/') && existsSync(value);
