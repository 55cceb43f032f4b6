import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { Fault } from '../base/fault.ts';
import { isWithin } from '../base/path.ts';
import { fail, ok, type Result } from '../base/result.ts';
import type { Secret } from '../guard/redact.ts';
import type { ModelsConfig } from '../models/provider-table.ts';
import { compilePolicy } from '../policy/compile.ts';
import type { ExampleMatcher } from '../policy/rules/parse-rule.ts';
import { findDeprecated, LISTS, mergeList, mergeScalar, SCALARS } from '../policy/config/settings.ts';
import { refOf, showPlace, type PolicySource } from '../policy/config/source.ts';
import type { NotifyWay, Price } from '../vocab/notify.ts';
import type { LayerName, Policy, PolicyFault } from '../vocab/policy.ts';
import type { SandboxSettings } from '../vocab/sandbox.ts';
import type { SanitizeSettings } from '../vocab/sanitize.ts';
import { findAgentHome } from './config/agent-home.ts';
import { readCredentials } from './config/credentials.ts';
import { checkModel, toModels } from './config/models.ts';
import { readPluginEntries, type PluginEntry } from './plugins/plugin-entries.ts';
import { readWorkshop } from './workshop/read-settings.ts';
import { mergeSandbox } from './config/sandbox.ts';
import { checkSanitize, mergeSanitize } from './config/sanitize.ts';
import { mergeSkills, type SkillSettings } from './config/skills.ts';
import { toSecrets } from './config/secrets.ts';
import { listProjectFiles } from './config/project-files.ts';
import { findUserHome } from './config/user-home.ts';
import { findSystemFault, SYSTEM_FILE } from './config/system-file.ts';
import type { WorkshopSettings } from '../vocab/workshop.ts';

/** What the chat goes by. */
export interface ChatSettings {
  readonly notify: NotifyWay;
  /** A program and its arguments, run with the text behind them; empty for none. */
  readonly notifyCommand: readonly string[];
  /** By `<provider>:<model>`. */
  readonly prices: Readonly<Record<string, Price>>;
}

/** Everything outside the files that configuration depends on. */
export interface World {
  /** The working directory, absolute. */
  readonly cwd: string;
  /** The person's home, absolute. */
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where the system file is, and the user id it must belong to; given by tests. */
  readonly system?: { readonly file: string; readonly owner: number };
  /** Settings and rules given by flags; they count as nearest to the person. */
  readonly session?: readonly PolicySource[];
  /** A text that is read in place of a file: what somebody is about to write is tried before it is written. */
  readonly draft?: { readonly file: string; readonly text: string };
}

/** All that is configured, checked and merged. Holds keys of providers: print parts of it, never the whole. */
export interface AppConfig {
  readonly policy: Policy;
  /** What the policy was compiled from, system first; for questions about origins and for what-ifs. */
  readonly sources: readonly PolicySource[];
  /** What was read and has no effect, or will lose it; to be shown once, on stderr. */
  readonly warnings: readonly PolicyFault[];
  readonly agentHome: string;
  /** The root that file tools are confined to: `terminal.cwd` after links, else the working directory. */
  readonly workspace: string;
  /** Where calls start: the working directory, or the root when that one lies outside of it. */
  readonly cwd: string;
  readonly model: string | null;
  /** Asked in this order when the provider of `model` fails. */
  readonly fallbackModels: readonly string[];
  readonly models: ModelsConfig;
  /** Values that nobody is to see; replaced wherever they turn up. */
  readonly secrets: readonly Secret[];
  /** What the model can hold at once, in tokens. */
  readonly windowTokens: number;
  /** Variables handed to commands besides the fixed few. */
  readonly shellEnv: readonly string[];
  readonly sandbox: SandboxSettings;
  readonly chat: ChatSettings;
  readonly sanitize: SanitizeSettings;
  readonly skills: SkillSettings;
  /** Null: the skill workshop is off. */
  readonly workshop: WorkshopSettings | null;
  /** What the configuration says of plugins, sorted by name. */
  readonly plugins: readonly PluginEntry[];
  /** How long a question waits for a person; null: until the run is stopped. */
  readonly waitTimeoutSeconds: number | null;
  readonly world: World;
}

/** A world out of what a command knows of its process. */
export const toWorld = (given: Pick<World, 'cwd' | 'env'>): World => ({
  cwd: given.cwd,
  home: findUserHome(given.env),
  env: given.env,
});

/** The same world with the folder a flag names as its root, above what files say. */
export const withFolder = (world: World, folder: string, flag: string): World => ({
  ...world,
  cwd: folder,
  session: [
    ...(world.session ?? []),
    { layer: 'session', file: flag, trusted: true, config: { terminal: { cwd: folder } }, lines: new Map() },
  ],
});

/**
 * Reads every layer and merges them. An absent file is a default; one that is there and broken refuses the whole, with
 * all faults at once. The YAML parser is loaded only when there is a file to read.
 */
export async function loadConfig(
  world: World,
  loadMatches: () => Promise<ExampleMatcher>,
): Promise<Result<AppConfig, readonly PolicyFault[]>> {
  const agentHome = findAgentHome(world);
  const own = await readFiles(world, [
    ['system', world.system?.file ?? SYSTEM_FILE],
    ['user', join(agentHome, 'config.yml')],
    ['rules', join(agentHome, 'rules.yml')],
  ]);
  if (!own.ok) return own;
  const session = settleAll(world.session ?? [], world.home);
  if (!session.ok) return session;
  const root = mergeScalar(SCALARS.workspace, [...own.value, ...session.value], ignore).value ?? world.cwd;
  const project = await readFiles(
    world,
    listProjectFiles(root, agentHome).map((file) => ['project', file] as const),
  );
  if (!project.ok) return project;
  const warnings: PolicyFault[] = [];
  const settled = await settleProject(project.value, agentHome, { world, warn: (one) => void warnings.push(one) });
  if (!settled.ok) return settled;
  const sources = [...own.value, ...settled.value, ...session.value];
  const suspect = await checkSanitize(sources);
  const matches = sources.some(hasExamples) ? await loadMatches() : neverAsked;
  const merged = mergeConfig(sources, { agentHome, world, matches, warnings });
  const workshop = merged.ok ? await readWorkshop(merged.value.plugins) : ok(null);
  const faults = [merged, workshop].flatMap((one) => (one.ok ? [] : one.error));
  if (!merged.ok || !workshop.ok || suspect.length > 0) return fail([...faults, ...suspect]);
  return ok({ ...merged.value, workshop: workshop.value });
}

/** What tells whether a rule matches an example reads shell lines: it is loaded only where a rule has one. */
const hasExamples = ({ config: { permissions = {} } }: PolicySource): boolean =>
  Object.values(permissions).some(
    (rule) => typeof rule === 'object' && (rule.match !== undefined || rule.not_match !== undefined),
  );

const neverAsked: ExampleMatcher = () => {
  throw new Error('no rule has an example');
};

const ignore = (): void => undefined;

/** What a person trusts of the project; looked at only where there is something of both. */
async function settleProject(
  sources: readonly PolicySource[],
  agentHome: string,
  given: { readonly world: World; readonly warn: (warning: PolicyFault) => void },
): Promise<Result<readonly PolicySource[], readonly PolicyFault[]>> {
  if (sources.length === 0 || !isThere(join(agentHome, 'trust.json'))) return ok(sources);
  const { settleTrust } = await import('./trust/settle-trust.ts');
  return settleTrust(sources, agentHome, given);
}

async function readFiles(
  world: World,
  files: readonly (readonly [LayerName, string])[],
): Promise<Result<readonly PolicySource[], readonly PolicyFault[]>> {
  const sources: PolicySource[] = [];
  const faults: PolicyFault[] = [];
  for (const [layer, file] of files) {
    const read = isThere(file) || file === world.draft?.file ? await readOne(world, layer, file) : ok(null);
    if (!read.ok) faults.push(...read.error);
    else if (read.value !== null) sources.push(read.value);
  }
  return faults.length === 0 ? ok(sources) : fail(faults);
}

async function readOne(
  world: World,
  layer: LayerName,
  file: string,
): Promise<Result<PolicySource | null, readonly PolicyFault[]>> {
  const { parseSource, readSource } = await import('./config/read-source.ts');
  const { draft } = world;
  const read = draft?.file === file ? parseSource(draft.text, { layer, file }, world) : readSource(layer, file, world);
  if (!read.ok || read.value === null) return read;
  const unsafe = layer === 'system' ? findSystemFault(file, world.system?.owner ?? 0) : null;
  return unsafe === null ? settleWorkspace(read.value, world.home) : fail([unsafe]);
}

/** False also where a folder on the way is missing; what else goes wrong is for the reader of the file to say. */
function isThere(file: string): boolean {
  try {
    return lstatSync(file, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return true; // not to be looked at: reading it will say why
  }
}

/** What somebody wrote under the other ending of YAML, and believes to be in force. */
function findUnread(agentHome: string): readonly PolicyFault[] {
  return ['config', 'rules'].flatMap((name) => {
    const file = join(agentHome, `${name}.yaml`);
    if (isThere(join(agentHome, `${name}.yml`)) || !isThere(file)) return [];
    return [{ file, line: null, message: `This file is not read, only ${name}.yml is.`, hint: `name it ${name}.yml` }];
  });
}

/** `terminal.cwd` as the disk has it, so that comparing it with another layer's cannot be led astray by links or `..`. */
function settleWorkspace(source: PolicySource, home: string): Result<PolicySource, readonly PolicyFault[]> {
  const given = source.config.terminal?.cwd;
  if (given === undefined) return ok(source);
  const path = given.startsWith('~') ? home + given.slice(1) : given;
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) {
    const { file, line } = refOf(source, ['terminal', 'cwd']);
    const message = `terminal.cwd names ${path}, and there is no such folder.`;
    return fail([{ file, line, message, hint: 'make the folder, or name another' }]);
  }
  return ok({ ...source, config: { ...source.config, terminal: { cwd: realpathSync(path) } } });
}

function settleAll(
  sources: readonly PolicySource[],
  home: string,
): Result<readonly PolicySource[], readonly PolicyFault[]> {
  const settled = sources.map((source) => settleWorkspace(source, home));
  const faults = settled.flatMap((one) => (one.ok ? [] : one.error));
  return faults.length > 0 ? fail(faults) : ok(settled.flatMap((one) => (one.ok ? [one.value] : [])));
}

interface Merging {
  readonly agentHome: string;
  readonly world: World;
  readonly matches: ExampleMatcher;
  /** What there was to say before. */
  readonly warnings: readonly PolicyFault[];
}

function mergeConfig(
  sources: readonly PolicySource[],
  given: Merging,
): Result<Omit<AppConfig, 'workshop'>, readonly PolicyFault[]> {
  const { agentHome, world, matches } = given;
  const warnings: PolicyFault[] = [...given.warnings, ...findUnread(agentHome), ...findDeprecated(sources)];
  const warn = (warning: PolicyFault): void => void warnings.push(warning);
  const policy = compilePolicy(sources, matches, warn);
  const stored = readCredentials(agentHome);
  const keys = stored.ok ? stored.value.keys : new Map<string, string>();
  if (stored.ok) warnings.push(...stored.value.warnings);
  const models = toModels(sources, { env: world.env, stored: keys }, warn);
  const faults = [
    ...(stored.ok ? [] : [stored.error]),
    ...checkModel(sources, models),
    ...(policy.ok ? [] : policy.error),
  ];
  if (!policy.ok || faults.length > 0) return fail(faults);
  const workspace = mergeScalar(SCALARS.workspace, sources, warn).value ?? world.cwd;
  return ok({
    policy: policy.value,
    sources,
    warnings,
    agentHome,
    workspace,
    cwd: isWithin(world.cwd, workspace) ? world.cwd : workspace,
    model: mergeScalar(SCALARS.model, sources, warn).value,
    fallbackModels: mergeScalar(SCALARS.fallbackModels, sources, warn).value,
    models,
    secrets: toSecrets(sources, { models, stored: keys }, world.env),
    windowTokens: mergeScalar(SCALARS.windowTokens, sources, warn).value,
    shellEnv: mergeList(LISTS.shellEnv, sources, warn).map(({ value }) => value),
    sandbox: mergeSandbox(sources, world.home, warn),
    sanitize: mergeSanitize(sources, warn),
    skills: mergeSkills(sources, world.env, warn),
    plugins: readPluginEntries(sources, warn),
    chat: {
      notify: mergeScalar(SCALARS.notify, sources, warn).value,
      notifyCommand: mergeScalar(SCALARS.notifyCommand, sources, warn).value,
      prices: mergeScalar(SCALARS.prices, sources, warn).value,
    },
    waitTimeoutSeconds: mergeScalar(SCALARS.waitTimeoutSeconds, sources, warn).value,
    world,
  });
}

/** One line a fault: the place, what is wrong, the way out. */
export const renderFault = (fault: PolicyFault): string => `${showPlace(fault)}: ${fault.message} (${fault.hint})`;

/** For commands: all faults as the one that ends them. */
export const toConfigFault = (faults: readonly PolicyFault[]): Fault =>
  faults.every(({ unreadable }) => unreadable === true)
    ? new Fault('config-unreadable', ['The configuration cannot be read.', ...faults.map(renderFault)].join('\n'))
    : new Fault('config-invalid', ['The configuration is broken.', ...faults.map(renderFault)].join('\n'));
