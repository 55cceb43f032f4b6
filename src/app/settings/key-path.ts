import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import type { ConfigKey } from '../../policy/config/config-key.ts';
import { CONFIG_KEYS, findConfigKey } from '../../policy/config/config-keys.ts';

/** A key as a person writes it, found in the table. */
export interface NamedKey {
  readonly path: readonly string[];
  readonly known: ConfigKey;
}

/**
 * `approvals.mode`, `providers.<name>.base_url`, `permissions.<pattern>`: names of providers and patterns may hold dots.
 * Throws a Fault `usage` with the nearest key when there is none.
 */
export function parseKey(text: string): NamedKey {
  const path = toPath(text);
  const known = findConfigKey(path);
  if (known !== null && path.every((part) => part !== '')) return { path, known };
  const names = CONFIG_KEYS.map(({ key }) => key);
  const below = names.filter((name) => name.startsWith(`${text}.`));
  const meant = nearest(text, names) ?? names.find((name) => name.endsWith(`.${text}`)) ?? null;
  const hint =
    below.length > 0
      ? `one of ${below.join(', ')}`
      : meant === null
        ? 'bailiwick config show lists the keys, docs/reference/config.md tells about each'
        : `did you mean ${meant}?`;
  throw new Fault('usage', `There is no key ${JSON.stringify(text)}.`, { hint });
}

function toPath(text: string): readonly string[] {
  const [first = '', ...rest] = text.split('.');
  if (first === 'permissions' && rest.length > 0) return [first, rest.join('.')];
  if (first === 'providers' && rest.length > 1) return [first, rest.slice(0, -1).join('.'), rest.at(-1) ?? ''];
  return [first, ...rest];
}
