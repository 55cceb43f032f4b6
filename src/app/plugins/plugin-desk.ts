import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import { PLUGIN_NAME, type ListedPlugin } from '../../vocab/plugin.ts';
import type { PluginConsent } from '../../vocab/trust.ts';
import type { PluginEntry } from './plugin-entries.ts';
import { loadApp } from '../load-app.ts';
import type { AppConfig, World } from '../load-config.ts';
import { BUILT_IN } from './built-in.ts';
import { findStanding } from './consent.ts';
import { digestPlugin } from './digest-plugin.ts';
import { findElsewhere, sayWithheld, type FoundPlugin } from './find-plugins.ts';
import { findGround, type Ground } from './open-plugin-set.ts';

/** A plugin as a person would allow it: the very bytes they are shown are what is bound. */
export interface PluginOffer {
  readonly name: string;
  readonly kind: FoundPlugin['kind'];
  readonly summary: string;
  /** Its real path. */
  readonly folder: string;
  readonly entry: string;
  /** SHA-256 by absolute path, sorted. */
  readonly files: Readonly<Record<string, string>>;
  readonly digest: string;
  /** It is allowed already, as it is. */
  readonly allowed: boolean;
  readonly enabled: boolean;
}

/** A plugin with all that is known of it before any of its code runs. */
export interface ShownPlugin extends ListedPlugin {
  readonly package: string | null;
  /** The file that is loaded; null where there is none. */
  readonly entry: string | null;
  /** Null where it cannot be told, and for one that is built in. */
  readonly digest: string | null;
  readonly files: readonly string[];
  /** Who allowed what is there, or was there. */
  readonly consent: Pick<PluginConsent, 'by' | 'at'> | null;
  /** Names of what the configuration gives it; the values may be secrets. */
  readonly configKeys: readonly string[];
}

/** What a person says about plugins. None of their code runs. Throws a Fault where a file is broken or a name unknown. */
export interface PluginDesk {
  list(): Promise<readonly ListedPlugin[]>;
  show(name: string): Promise<ShownPlugin>;
  look(name: string): Promise<PluginOffer>;
  allow(offer: PluginOffer, by: string): Promise<void>;
  /** Takes every consent of this name back; gives back the folders. */
  revoke(name: string): Promise<readonly string[]>;
}

export async function openPluginDesk(world: World, builtIn = BUILT_IN): Promise<PluginDesk> {
  const config = await loadApp(world);
  const look = (): Promise<Ground> => findGround(config, builtIn);
  return {
    async list() {
      return listPlugins(await look());
    },
    async show(name) {
      return showPlugin(name, await look());
    },
    async look(name) {
      const ground = await look();
      const plugin = ground.found.find((one) => one.name === name);
      return toOffer(plugin ?? throwUnknown(name, ground), ground);
    },
    async allow({ name, folder: path, digest, files }, by) {
      const { changeTrust } = await import('../trust/change-trust.ts');
      const added = { name, path, digest, files, by, at: Date.now() };
      await changeTrust(config.agentHome, (before) => ({
        ...before,
        plugins: [...before.plugins.filter((one) => one.name !== name || one.path !== path), added],
      }));
    },
    async revoke(name) {
      const { consents } = await look();
      const gone = consents.filter((one) => one.name === name).map(({ path }) => path);
      if (gone.length === 0) throw new Fault('not-found', `Nobody has allowed a plugin ${name}.`, { hint: SEE_LIST });
      const { changeTrust } = await import('../trust/change-trust.ts');
      await changeTrust(config.agentHome, (before) => ({
        ...before,
        plugins: before.plugins.filter((one) => one.name !== name),
      }));
      return gone;
    },
  };
}

const SEE_LIST = 'bailiwick plugins list shows those there are';

/** Those that are there, and those that are enabled and are not there. */
export function listPlugins({ config, found, consents }: Ground): readonly ListedPlugin[] {
  const there = found.map((plugin) => toListed(plugin, config, consents));
  const missing = config.plugins
    .filter(({ name, enabled }) => enabled && found.every((one) => one.name !== name))
    .map((entry) => toMissing(entry, config, consents));
  return [...there, ...missing].toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function toMissing(entry: PluginEntry, config: AppConfig, consents: readonly PluginConsent[]): ListedPlugin {
  const { name, package: packageName } = entry;
  const elsewhere = findElsewhere(name, config, consents);
  const why = packageName === null ? sayWithheld(name, config)?.why : `the package ${packageName} is not installed`;
  return {
    name,
    kind: packageName === null ? null : 'package',
    enabled: true,
    state: elsewhere === null ? 'broken' : 'off',
    why: elsewhere === null ? (why ?? 'there is no plugin of that name') : `it is of another project: ${elsewhere}`,
    summary: '',
    folder: null,
  };
}

function toListed(plugin: FoundPlugin, config: AppConfig, consents: readonly PluginConsent[]): ListedPlugin {
  const { name, kind, summary, code } = plugin;
  const enabled = entryOf(name, config)?.enabled === true;
  const standing = findStanding(plugin, consents);
  const isOff = !enabled && (standing.kind === 'built-in' || standing.kind === 'allowed');
  const state = 'why' in standing ? standing.kind : isOff ? 'off' : 'on';
  const why = 'why' in standing ? standing.why : null;
  return { name, kind, enabled, state, why, summary, folder: code?.folder ?? null };
}

const entryOf = (name: string, { plugins }: AppConfig): PluginEntry | undefined =>
  plugins.find((entry) => entry.name === name);

function showPlugin(name: string, ground: Ground): ShownPlugin {
  const all = listPlugins(ground);
  const listed = all.find((one) => one.name === name) ?? throwUnknown(name, ground);
  const code = ground.found.find((one) => one.name === name)?.code ?? null;
  const bound = code === null ? null : digestPlugin(code);
  const consent = ground.consents.find((one) => one.name === name && one.path === code?.folder);
  const entry = entryOf(name, ground.config);
  return {
    ...listed,
    package: entry?.package ?? null,
    entry: code?.entry ?? null,
    digest: bound?.ok === true ? bound.value.digest : null,
    files: bound?.ok === true ? [...bound.value.files.keys()] : [],
    consent: consent === undefined ? null : { by: consent.by, at: consent.at },
    configKeys: Object.keys(entry?.config ?? {}),
  };
}

function throwUnknown(name: string, { config, found }: Ground): never {
  const withheld = sayWithheld(name, config);
  if (withheld !== null)
    throw new Fault('not-found', `The plugin ${name} is not read: ${withheld.why}.`, { hint: withheld.hint });
  const meant = nearest(
    name,
    found.map((one) => one.name),
  );
  throw new Fault('not-found', `There is no plugin ${JSON.stringify(name)}.`, {
    hint: meant === null ? `${SEE_LIST}; those of a project are seen once it is trusted` : `did you mean ${meant}?`,
  });
}

function toOffer(plugin: FoundPlugin, { config, consents }: Ground): PluginOffer {
  const { name, kind, summary, code } = plugin;
  if (code === null) {
    throw new Fault('usage', `The plugin ${name} comes with Bailiwick and needs no consent.`, {
      hint: `bailiwick config set plugins.entries.${name}.enabled true`,
    });
  }
  const bound = digestPlugin(code);
  const why = code.fault ?? (bound.ok ? null : bound.error);
  if (code.entry === null || !bound.ok || !PLUGIN_NAME.test(name))
    throw new Fault('usage', `The plugin ${name} cannot be allowed: ${why ?? 'there is nothing to load'}.`, {
      hint: 'a plugin is a folder of plain files with an entry file',
    });
  const { digest, files } = bound.value;
  return {
    ...{ name, kind, summary, digest, folder: code.folder, entry: code.entry },
    files: Object.fromEntries([...files].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    allowed: findStanding(plugin, consents).kind === 'allowed',
    enabled: entryOf(name, config)?.enabled === true,
  };
}
