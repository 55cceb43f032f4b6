import { relative } from 'node:path';
import type { PluginState } from '../../vocab/plugin.ts';
import type { PluginConsent } from '../../vocab/trust.ts';
import { digestPlugin, type BoundCode } from './digest-plugin.ts';
import type { FoundPlugin } from './find-plugins.ts';
import type { Refusal } from './refuse-plugin.ts';

/** Whether a plugin may be loaded; with the code that was looked at. */
export type Standing =
  | { readonly kind: 'built-in' }
  | { readonly kind: 'allowed'; readonly entry: string; readonly code: BoundCode }
  | (Refusal & { readonly kind: Extract<PluginState, 'needs consent' | 'changed' | 'broken'> });

/** Compares what is there with what a person allowed; none of it runs. */
export function findStanding(plugin: FoundPlugin, consents: readonly PluginConsent[]): Standing {
  const { name, code: place } = plugin;
  if (place === null) return { kind: 'built-in' };
  const { folder, entry, fault } = place;
  if (entry === null) return { kind: 'broken', why: fault ?? 'there is nothing to load' };
  const code = digestPlugin(place);
  if (!code.ok) return { kind: 'broken', why: code.error };
  if (!code.value.files.has(entry)) return { kind: 'broken', why: `${entry} is passed over` };
  const known = consents.filter((consent) => consent.name === name && consent.path === folder);
  if (known.some(({ digest }) => digest === code.value.digest)) return { kind: 'allowed', entry, code: code.value };
  const hint = `look at it, then run: bailiwick plugins allow ${name}; or set plugins.entries.${name}.enabled: false`;
  return known.length === 0
    ? { kind: 'needs consent', why: `nobody has allowed the code in ${folder}`, hint }
    : { kind: 'changed', why: sayChanged(folder, known[0]?.files ?? {}, code.value), hint };
}

/** Names the first file that is another one. */
function sayChanged(folder: string, before: Readonly<Record<string, string>>, { files }: BoundCode): string {
  const paths = [...new Set([...Object.keys(before), ...files.keys()])].toSorted();
  const changed = paths.filter((path) => before[path] !== files.get(path));
  const [first = folder] = changed;
  const how = !files.has(first) ? 'was removed' : Object.hasOwn(before, first) ? 'was changed' : 'was added';
  const more = changed.length > 1 ? ` (and ${changed.length - 1} more)` : '';
  const what = changed.length > 0 && Object.keys(before).length > 0 ? `: ${relative(folder, first)} ${how}${more}` : '';
  return `the code in ${folder} is not as it was when it was allowed${what}`;
}
