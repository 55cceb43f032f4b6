import { existsSync, lstatSync, readdirSync, realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { isWithin } from '../../base/path.ts';
import { nearest } from '../../base/text.ts';
import { PLUGIN_NAME, type PluginKind } from '../../vocab/plugin.ts';
import type { PluginConsent } from '../../vocab/trust.ts';
import type { PolicyFault } from '../../vocab/policy.ts';
import { listProjectFolders } from '../config/project-files.ts';
import { readText } from '../config/read-text.ts';
import { realOf } from '../config/real-of.ts';
import { toConfigFault, type AppConfig } from '../load-config.ts';
import { findTrust } from '../trust/settle-trust.ts';
import { readTrust } from '../trust/trust-file.ts';
import { BUILT_IN, type BuiltInPlugin } from './built-in.ts';

/** A plugin as its files show it; none of its code has run. */
export interface FoundPlugin {
  readonly name: string;
  readonly kind: PluginKind;
  readonly summary: string;
  /** Null: it is built in. */
  readonly code: PluginCode | null;
}

export interface PluginCode {
  /** Its real path. */
  readonly folder: string;
  /** What it depends on is looked for from `folder` up to here. */
  readonly top: string;
  /** The file that is loaded, absolute; null with `fault`. */
  readonly entry: string | null;
  /** Why there is nothing to load; null where there is. */
  readonly fault: string | null;
}

/** Why a plugin that is not found is not, where its folder lies in a project that is not read; null: it lies nowhere. */
export function sayWithheld(name: string, { workspace, agentHome }: Pick<AppConfig, 'workspace' | 'agentHome'>) {
  const folders = listProjectFolders(realOf(workspace), agentHome);
  const folder = folders.map((one) => join(one, '.bailiwick', 'plugins', name)).find((one) => existsSync(one));
  if (!PLUGIN_NAME.test(name) || folder === undefined) return null;
  return {
    why: `it lies in ${folder}, and nobody trusts that project as it is now`,
    hint: `look at it, then run: bailiwick trust, and then: bailiwick plugins allow ${name}`,
  };
}

/** The folder of a plugin that a person allowed in another project, where it still stands; null: there is none. */
export function findElsewhere(
  name: string,
  config: Pick<AppConfig, 'workspace' | 'agentHome'>,
  consents: readonly PluginConsent[],
): string | null {
  if (sayWithheld(name, config) !== null) return null;
  const folders = consents.flatMap((consent) => (consent.name === name ? consent.path : []));
  return folders.find((folder) => !isWithin(folder, realOf(config.agentHome)) && existsSync(folder)) ?? null;
}

/** Every plugin that can be seen from the workspace, each name once: built in, of the home, of a trusted project, packages. */
export async function findPlugins(
  config: AppConfig,
  builtIn: readonly BuiltInPlugin[] = BUILT_IN,
): Promise<readonly FoundPlugin[]> {
  const { agentHome } = config;
  const projects = await listTrusted(config);
  const own = join(agentHome, 'plugins');
  const named = config.plugins.flatMap(({ name, package: packageName }) =>
    packageName === null ? [] : findPackage(name, packageName, [own, ...projects]),
  );
  const isPackage = (name: string): boolean =>
    config.plugins.some((entry) => entry.name === name && entry.package !== null);
  const folders = [
    ...listFolder(own, 'home', own),
    ...projects.flatMap((project) => listFolder(join(project, '.bailiwick', 'plugins'), 'project', project)),
  ].filter(({ name }) => !isPackage(name));
  const all = [
    ...builtIn.map(({ name, summary }): FoundPlugin => ({ name, kind: 'built-in', summary, code: null })),
    ...named,
    ...folders,
  ];
  const first = new Map(all.toReversed().map((plugin) => [plugin.name, plugin]));
  return [...first.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

/** The folders of the project that a person trusts, the nearest first; the whole repository must be trusted as well. */
async function listTrusted({ agentHome, workspace }: AppConfig): Promise<readonly string[]> {
  const folders = listProjectFolders(realOf(workspace), agentHome);
  const isOfUse = (folder: string): boolean =>
    existsSync(join(folder, '.bailiwick', 'plugins')) || existsSync(join(folder, 'node_modules'));
  if (!folders.some(isOfUse) || !existsSync(join(agentHome, 'trust.json'))) return [];
  const trusted = await readTrust(agentHome);
  if (!trusted.ok) throw toConfigFault([trusted.error]);
  const isTrusted = (folder: string): boolean => findTrust(folder, trusted.value).kind === 'trusted';
  const [top] = folders;
  if (top === undefined || !isTrusted(top)) return [];
  return folders.filter((folder) => isOfUse(folder) && isTrusted(folder)).toReversed();
}

function listFolder(folder: string, kind: PluginKind, top: string): readonly FoundPlugin[] {
  if (!isFolder(folder)) return [];
  return readdirSync(folder)
    .filter((name) => PLUGIN_NAME.test(name) && isFolder(join(folder, name)))
    .map((name) => look(join(folder, name), { name, kind, top }));
}

function findPackage(name: string, packageName: string, places: readonly string[]): readonly FoundPlugin[] {
  const place = places.find((one) => isFolder(join(one, 'node_modules', packageName)));
  if (place === undefined) return [];
  return [look(join(place, 'node_modules', packageName), { name, kind: 'package', top: place })];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const ENTRIES = ['index.js', 'index.mjs', 'index.ts'] as const;

function look(path: string, { name, kind, top }: Pick<FoundPlugin, 'name' | 'kind'> & { top: string }): FoundPlugin {
  const folder = realpathSync(path);
  const about = readAbout(folder);
  const place = { folder, top: isWithin(folder, realOf(top)) ? realOf(top) : folder };
  const toFound = (summary: string, code: Pick<PluginCode, 'entry' | 'fault'>): FoundPlugin => ({
    name,
    kind,
    summary,
    code: { ...place, ...code },
  });
  if (typeof about === 'string') return toFound('', { entry: null, fault: about });
  const file = about.plugin ?? ENTRIES.find((one) => existsSync(join(folder, one)));
  if (file === undefined)
    return toFound(about.summary, { entry: null, fault: `${folder} has none of ${ENTRIES.join(', ')}` });
  const entry = join(folder, file);
  const isThere = isWithin(entry, folder) && lstatSync(entry, { throwIfNoEntry: false })?.isFile() === true;
  return isThere
    ? toFound(about.summary, { entry, fault: null })
    : toFound(about.summary, { entry: null, fault: `${entry} is no file in its folder` });
}

interface About {
  readonly summary: string;
  /** `bailiwick.plugin` of the package. */
  readonly plugin?: string;
}

/** What package.json says; a sentence where it cannot be read. */
function readAbout(folder: string): About | string {
  const file = join(folder, 'package.json');
  const text = readText(file);
  if (!text.ok) return `${file}: ${text.error.message}`;
  if (text.value === null) return { summary: '' };
  let value: unknown;
  try {
    value = JSON.parse(text.value);
  } catch (error) {
    return `${file} is no JSON: ${error instanceof Error ? error.message : 'unreadable'}`;
  }
  const summary = memberOf(value, 'description');
  const plugin = memberOf(memberOf(value, 'bailiwick'), 'plugin');
  if (plugin !== undefined && typeof plugin !== 'string') return `${file}: bailiwick.plugin must be the path of a file`;
  return { summary: typeof summary === 'string' ? summary : '', ...(plugin === undefined ? {} : { plugin }) };
}

const memberOf = (value: unknown, name: string): unknown => Object.getOwnPropertyDescriptor(Object(value), name)?.value;

/** What is installed beside the plugin and named by package.json of `folder`, as real paths. */
export function findDependencies(folder: string, top: string): readonly string[] {
  const text = readText(join(folder, 'package.json'));
  if (!text.ok || text.value === null) return [];
  let about: unknown;
  try {
    about = JSON.parse(text.value);
  } catch {
    return []; // a package without readable names has none that Node would find by them
  }
  const names = ['dependencies', 'optionalDependencies', 'peerDependencies'].flatMap((key) =>
    Object.keys(Object(memberOf(about, key))),
  );
  return names.flatMap((name) => findUpwards(name, folder, top));
}

function findUpwards(name: string, folder: string, top: string): readonly string[] {
  for (let place = folder; ; place = dirname(place)) {
    const path = join(place, 'node_modules', name);
    if (isFolder(path)) return [realpathSync(path)];
    if (place === top || place === dirname(place)) return [];
  }
}

/** Names in the configuration that are nowhere and not enabled. */
export async function findUnknown(
  config: AppConfig,
  builtIn: readonly BuiltInPlugin[] = BUILT_IN,
): Promise<readonly PolicyFault[]> {
  const known = (await findPlugins(config, builtIn)).map(({ name }) => name);
  return config.plugins
    .filter(({ name, enabled }) => !enabled && !known.includes(name))
    .map(({ name, place: { file, line } }) => {
      const meant = nearest(name, known);
      const message = `plugins.entries.${name}: there is no plugin ${name}.`;
      const hint = meant === null ? 'bailiwick plugins list shows those there are' : `did you mean ${meant}?`;
      return { file, line, message, hint };
    });
}
