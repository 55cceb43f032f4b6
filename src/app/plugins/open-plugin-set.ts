import { toCanonicalJson } from '../../base/canonical-json.ts';
import { nearest } from '../../base/text.ts';
import type { Plugin, PluginHost } from '../../sdk/plugin.ts';
import type { PluginConsent } from '../../vocab/trust.ts';
import { toConfigFault, type AppConfig } from '../load-config.ts';
import { openSkills } from '../skills/open-skills.ts';
import { readTrustFile } from '../trust/trust-file.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import type { BuiltInPlugin, PluginParts } from './built-in.ts';
import { findMissing, readPluginConfig, toPlugin } from './check-plugin.ts';
import { findStanding } from './consent.ts';
import { findElsewhere, findPlugins, sayWithheld, type FoundPlugin } from './find-plugins.ts';
import { loadCode, placeOf } from './load-code.ts';
import type { PluginSet } from './no-plugins.ts';
import { closeAll, createPluginSet } from './plugin-set.ts';
import { sayThrown, toFault, type Refusal } from './refuse-plugin.ts';
import { registerPlugin, type Registered } from './register-plugin.ts';

type Entry = AppConfig['plugins'][number];

/** Loads what is enabled, and registers it. Throws a Fault `plugin-refused` for the first that cannot be. */
export async function openPluginSet(config: AppConfig, parts: PluginParts): Promise<PluginSet> {
  const ready: { readonly plugin: Plugin; readonly config: unknown; readonly isBuiltIn: boolean }[] = [];
  const ground = await findGround(config, parts.builtIn);
  for (const entry of config.plugins.filter(({ enabled }) => enabled)) {
    const isHere = ground.found.some(({ name }) => name === entry.name);
    if (isHere || findElsewhere(entry.name, config, ground.consents) === null)
      ready.push(await readyPlugin(entry, ground, parts));
  }
  const registered: Registered[] = [];
  try {
    for (const { plugin, config: own, isBuiltIn } of ready) {
      const { name } = plugin;
      const host = { isBuiltIn, config: own, workspace: config.workspace, enqueue: createEnqueue(name, config, parts) };
      registered.push(await registerPlugin(plugin, { ...host, log: (line) => parts.log(name, line) }));
    }
    return createPluginSet(registered, parts.log);
  } catch (error) {
    await closeAll(registered, parts.log);
    throw error;
  }
}

export interface Ground {
  readonly config: AppConfig;
  readonly found: readonly FoundPlugin[];
  readonly consents: readonly PluginConsent[];
}

/** What there is, and what a person allowed of it. Throws a Fault where `trust.json` is broken. */
export async function findGround(config: AppConfig, builtIn: readonly BuiltInPlugin[]): Promise<Ground> {
  const trust = await readTrustFile(config.agentHome);
  if (!trust.ok) throw toConfigFault([trust.error]);
  return { config, found: await findPlugins(config, builtIn), consents: trust.value.plugins };
}

/** Loads one plugin and checks all that can be checked before it registers. Throws a Fault that names it. */
export async function readyPlugin(
  entry: Entry,
  { config, found, consents }: Ground,
  parts: PluginParts,
): Promise<{ readonly plugin: Plugin; readonly config: unknown; readonly isBuiltIn: boolean }> {
  const { name } = entry;
  const there = found.find((one) => one.name === name);
  if (there === undefined) throw toFault(name, missing(entry, config, found));
  const standing = findStanding(there, consents);
  if (standing.kind !== 'built-in' && standing.kind !== 'allowed') throw toFault(name, standing);
  let plugin: ReturnType<typeof toPlugin>;
  try {
    const module =
      standing.kind === 'allowed'
        ? loadCode(name, standing.entry, standing.code)
        : await loadBuiltIn(name, config, parts);
    plugin = toPlugin(module, name);
  } catch (error) {
    const place = placeOf(name, error);
    const why = `it cannot be loaded: ${sayThrown(error)}${place}`;
    // Node keeps to itself where a module does not parse.
    const isSilent =
      error instanceof SyntaxError &&
      place === '' &&
      standing.kind === 'allowed' &&
      !/ export named /.test(error.message);
    throw toFault(name, isSilent ? { why, hint: `node --check ${standing.entry} shows where` } : { why }, error);
  }
  if ('why' in plugin) throw toFault(name, plugin);
  const lacking = findMissing(plugin, config.world);
  if (lacking !== null) throw toFault(name, lacking);
  const own = readPluginConfig(plugin, entry);
  if ('why' in own) throw toFault(name, own);
  return { plugin, config: own.value, isBuiltIn: standing.kind === 'built-in' };
}

function missing(
  { name, package: packageName, place }: Entry,
  config: AppConfig,
  found: readonly FoundPlugin[],
): Refusal {
  const where = `${place.file}:${place.line}`;
  const { agentHome } = config;
  if (packageName === null) {
    const withheld = sayWithheld(name, config);
    if (withheld !== null) return { ...withheld, why: `${where} enables it; ${withheld.why}` };
    const meant = nearest(
      name,
      found.map((one) => one.name),
    );
    const instead = meant === null ? `put it into ${agentHome}/plugins/${name}` : `did you mean ${meant}?`;
    return {
      why: `${where} enables it, and there is no plugin of that name`,
      hint: `${instead}${meant === null ? ',' : ''} or set plugins.entries.${name}.enabled: false`,
    };
  }
  const hint = `install it: npm install --prefix ${agentHome}/plugins ${packageName}`;
  return { why: `${where} enables it, and the package ${packageName} is not installed`, hint };
}

const loadBuiltIn = async (name: string, config: AppConfig, parts: PluginParts): Promise<unknown> => {
  const { getStore, clock, openModel } = parts;
  const skills = openSkills(config, getStore, clock);
  return parts.builtIn.find((one) => one.name === name)?.load({ config, clock, getStore, openModel, skills });
};

const MAX_PAYLOAD = 65_536;

function createEnqueue(plugin: string, config: AppConfig, { getStore, clock }: PluginParts): PluginHost['enqueue'] {
  return async (kind, payload, once) => {
    const text = toCanonicalJson({ cwd: config.cwd, payload: payload ?? null });
    if (Buffer.byteLength(text) > MAX_PAYLOAD)
      throw new Error(`the payload of ${kind} is larger than ${MAX_PAYLOAD} bytes`);
    const now = clock.now();
    const id = clock.createId('job');
    const job = {
      id,
      workspace: findWorkspaceId(config.cwd),
      kind: `${plugin}/${kind}`,
      subject: once ?? id,
      payload: text,
    };
    return (await getStore()).queue.add({ ...job, dueAt: now }, now);
  };
}
