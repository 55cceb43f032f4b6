import type { AppConfig } from '../load-config.ts';
import { findModelOrigin, listProviders } from '../providers/list-providers.ts';
import type { Check } from './check.ts';

/** Whether the providers that are chosen have what they need, and where their keys come from. */
export function checkKeys(config: AppConfig): Check {
  const rows = listProviders(config);
  const chosen = rows.filter(({ chosen }) => chosen.length > 0);
  const [missing] = chosen.filter(({ ready }) => !ready);
  if (missing !== undefined) {
    return { name: 'keys', level: 'fault', says: `the key of ${missing.name} is missing`, hint: missing.hint };
  }
  const found = rows.filter(({ keyFrom, ready }) => keyFrom !== null && ready);
  const none = chosen.filter(({ keyFrom }) => keyFrom === null);
  const says = [
    ...found.map(({ name, keyFrom }) => `${name} from ${keyFrom ?? ''}`),
    ...none.map(({ name }) => `${name} has none and is asked without`),
  ];
  if (says.length > 0) return { name: 'keys', level: 'ok', says: says.join('; '), hint: null };
  return { name: 'keys', level: 'warning', says: 'no key of any provider is set', hint: 'bailiwick setup' };
}

/** The model that answers, and those that step in. With a signal each is asked for one word. */
export async function checkModels(config: AppConfig, ask: AbortSignal | null): Promise<readonly Check[]> {
  const { model, fallbackModels } = config;
  if (model === null) {
    return [
      { name: 'model', level: 'warning', says: 'no model is chosen', hint: 'bailiwick setup, or --model each time' },
    ];
  }
  if (ask === null) {
    const says = `${model} (${findModelOrigin(config) ?? 'a flag'}), not asked now`;
    return [{ name: 'model', level: 'ok', says, hint: 'bailiwick doctor --online asks it for one word' }];
  }
  const { tryModel } = await import('../providers/try-model.ts');
  const checks: Check[] = [];
  for (const reference of [model, ...fallbackModels]) {
    const tried = await tryModel(reference, config.models, ask);
    if (tried.ok) {
      checks.push({ name: 'model', level: 'ok', says: `${reference} answers, after ${tried.value} ms`, hint: null });
      continue;
    }
    const level = reference === model ? 'fault' : 'warning';
    checks.push({ name: 'model', level, says: tried.error.message, hint: tried.error.hint });
  }
  return checks;
}
