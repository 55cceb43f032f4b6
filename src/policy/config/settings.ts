import { isWithin } from '../../base/path.ts';
import type { ConfigFile } from '../../vocab/config.ts';
import type { ReasoningEffort } from '../../vocab/model.ts';
import type { ApprovalsMode, ConfirmPolicy, PolicyFault, ReadonlyPreset, SourceRef } from '../../vocab/policy.ts';
import type { NotifyWay, Price } from '../../vocab/notify.ts';
import type { SandboxMode } from '../../vocab/sandbox.ts';
import type { ExtraPattern, SanitizeMode, SanitizeSeverity } from '../../vocab/sanitize.ts';
import { refOf, showPlace, toPathKey, type PolicySource } from './source.ts';

/** A value in force and where it was set; null: the default. */
export interface Merged<T> {
  readonly value: T;
  readonly source: SourceRef | null;
}

/** A key of which the layer nearest to the person counts, unless it is looser than what the system file sets. */
export interface ScalarKey<T> {
  readonly key: string;
  readonly fallback: T;
  readonly pick: (config: ConfigFile) => T | undefined;
  readonly isLooser: (value: T, than: T) => boolean;
  /** An older name, read where the key itself is absent from the same file. */
  readonly alias?: { readonly key: string; readonly pick: (config: ConfigFile) => T | undefined };
}

/** A key whose entries of all layers count. An empty list in the system file closes it to the layers below. */
export interface ListKey<T> {
  readonly key: string;
  readonly pick: (config: ConfigFile) => readonly T[] | undefined;
  /** What counts where no layer has the key; absent: nothing. */
  readonly fallback?: readonly T[];
}

/** Looser is what stands further right. */
const ranked =
  <T>(...fromStrictest: readonly T[]) =>
  (value: T, than: T): boolean =>
    fromStrictest.indexOf(value) > fromStrictest.indexOf(than);

const scalar = <T>(key: ScalarKey<T>): ScalarKey<T> => key;
const list = <T>(key: ListKey<T>): ListKey<T> => key;

const toConfirmPolicy = (value: ConfirmPolicy | boolean | undefined): ConfirmPolicy | undefined =>
  typeof value === 'boolean' ? (value ? 'confirm_all' : 'dangerous_only') : value;

/** Every key that stands for itself: where it is read, what it is when absent, and which value is the looser one. */
export const SCALARS = {
  confirmPolicy: scalar<ConfirmPolicy>({
    key: 'security.confirm_policy',
    fallback: 'confirm_all',
    pick: (config) => toConfirmPolicy(config.security?.confirm_policy),
    isLooser: ranked('confirm_all', 'dangerous_only'),
    alias: {
      key: 'security.require_confirmation_for_shell',
      pick: (config) => toConfirmPolicy(config.security?.require_confirmation_for_shell),
    },
  }),
  askRulesHoldInYolo: scalar<boolean>({
    key: 'security.ask_rules_hold_in_yolo',
    fallback: false,
    pick: (config) => config.security?.ask_rules_hold_in_yolo,
    isLooser: ranked(true, false),
  }),
  taint: scalar<'off' | 'ask' | 'deny'>({
    key: 'security.taint',
    fallback: 'ask',
    pick: (config) => config.security?.taint,
    isLooser: ranked('deny', 'ask', 'off'),
  }),
  sanitizeEnabled: scalar<boolean>({
    key: 'security.sanitize.enabled',
    fallback: true,
    pick: (config) => config.security?.sanitize?.enabled,
    isLooser: ranked(true, false),
  }),
  sanitizeMode: scalar<SanitizeMode>({
    key: 'security.sanitize.mode',
    fallback: 'warn',
    pick: (config) => config.security?.sanitize?.mode,
    isLooser: ranked('reject', 'strip', 'warn'),
  }),
  sanitizeMinSeverity: scalar<SanitizeSeverity>({
    key: 'security.sanitize.min_severity',
    fallback: 'medium',
    pick: (config) => config.security?.sanitize?.min_severity,
    isLooser: ranked('low', 'medium', 'high'),
  }),
  approvalsMode: scalar<ApprovalsMode>({
    key: 'approvals.mode',
    fallback: 'manual',
    pick: (config) => config.approvals?.mode,
    isLooser: ranked('manual', 'auto', 'skip'),
  }),
  autoAllowReadonly: scalar<boolean>({
    key: 'approvals.auto_allow_readonly',
    fallback: true,
    pick: (config) => config.approvals?.auto_allow_readonly,
    isLooser: ranked(false, true),
  }),
  waitTimeoutSeconds: scalar<number | null>({
    key: 'approvals.wait_timeout_seconds',
    fallback: 900,
    pick: (config) => config.approvals?.wait_timeout_seconds,
    isLooser: (value, than) => (value ?? Infinity) > (than ?? Infinity),
  }),
  workspaceStrict: scalar<boolean>({
    key: 'tools.workspace_strict',
    fallback: true,
    pick: (config) => config.tools?.['workspace_strict'],
    isLooser: ranked(true, false),
  }),
  workspace: scalar<string | null>({
    key: 'terminal.cwd',
    fallback: null,
    pick: (config) => config.terminal?.cwd,
    isLooser: (value, than) => value !== null && than !== null && !isWithin(value, than),
  }),
  sandboxMode: scalar<SandboxMode>({
    key: 'sandbox.mode',
    fallback: 'auto',
    pick: (config) => config.sandbox?.mode,
    isLooser: ranked('require', 'auto', 'off'),
  }),
  sandboxNetwork: scalar<'on' | 'off'>({
    key: 'sandbox.network',
    fallback: 'on',
    pick: (config) => config.sandbox?.network,
    isLooser: ranked('off', 'on'),
  }),
  sandboxOnUnavailable: scalar<'warn' | 'deny'>({
    key: 'sandbox.on_unavailable',
    fallback: 'warn',
    pick: (config) => config.sandbox?.on_unavailable,
    isLooser: ranked('deny', 'warn'),
  }),
  model: scalar<string | null>({
    key: 'model',
    fallback: null,
    pick: (config) => config.model,
    isLooser: () => false,
  }),
  windowTokens: scalar<number>({
    key: 'context.window_tokens',
    fallback: 128_000,
    pick: (config) => config.context?.window_tokens,
    isLooser: () => false,
  }),
  notify: scalar<NotifyWay>({
    key: 'chat.notify',
    fallback: 'bell',
    pick: (config) => config.chat?.notify,
    isLooser: () => false,
  }),
  notifyCommand: scalar<readonly string[]>({
    key: 'chat.notify_command',
    fallback: [],
    pick: (config) => config.chat?.notify_command,
    isLooser: () => false,
  }),
  prices: scalar<Readonly<Record<string, Price>>>({
    key: 'prices',
    fallback: {},
    pick: (config) => config.prices,
    isLooser: () => false,
  }),
  skillsEnabled: scalar<boolean>({
    key: 'skills.enabled',
    fallback: true,
    pick: (config) => config.skills?.enabled,
    isLooser: ranked(false, true),
  }),
  skillPaths: scalar<readonly string[]>({
    key: 'skills.paths',
    fallback: ['.bailiwick/skills', '~/.bailiwick/skills'],
    pick: (config) => config.skills?.paths,
    isLooser: (value, than) => value.join('\n') !== than.join('\n'),
  }),
  includeBuiltin: scalar<boolean>({
    key: 'skills.include_builtin',
    fallback: true,
    pick: (config) => config.skills?.include_builtin,
    isLooser: ranked(false, true),
  }),
  autoDistill: scalar<boolean>({
    key: 'skills.auto_distill',
    fallback: true,
    pick: (config) => config.skills?.auto_distill,
    isLooser: ranked(false, true),
  }),
  indexTokens: scalar<number>({
    key: 'skills.index_tokens',
    fallback: 1_500,
    pick: (config) => config.skills?.index_tokens,
    isLooser: () => false,
  }),
  distillModel: scalar<string | null>({
    key: 'auxiliary.distill',
    fallback: null,
    pick: (config) => config.auxiliary?.distill,
    isLooser: () => false,
  }),
  reviewModel: scalar<string | null>({
    key: 'auxiliary.review',
    fallback: null,
    pick: (config) => config.auxiliary?.review,
    isLooser: () => false,
  }),
  fallbackModels: scalar<readonly string[]>({
    key: 'fallback_models',
    fallback: [],
    pick: (config) => config.fallback_models,
    isLooser: () => false,
  }),
  reasoningEffort: scalar<ReasoningEffort | null>({
    key: 'reasoning_effort',
    fallback: null,
    pick: (config) => config.reasoning_effort,
    isLooser: () => false,
  }),
} as const;

export const LISTS = {
  allowlist: list<string>({
    key: 'security.command_allowlist',
    pick: (config) => config.security?.command_allowlist,
  }),
  readonlyCommands: list<string>({
    key: 'approvals.readonly_commands',
    pick: (config) => config.approvals?.readonly_commands,
  }),
  readonlyPresets: list<ReadonlyPreset>({
    key: 'approvals.readonly_presets',
    pick: (config) => config.approvals?.readonly_presets,
  }),
  sandboxWritable: list<string>({
    key: 'sandbox.writable',
    pick: (config) => config.sandbox?.writable,
    // caches that builds write; one that is not there is passed over
    fallback: [
      '~/.cache',
      '~/.npm',
      '~/.cargo/registry',
      '~/.cargo/git',
      '~/go/pkg',
      '~/.m2',
      '~/.gradle',
      '~/.local/share/pnpm',
    ],
  }),
  disabledPatterns: list<string>({
    key: 'security.sanitize.disabled_patterns',
    pick: (config) => config.security?.sanitize?.disabled_patterns,
  }),
  extraPatterns: list<ExtraPattern>({
    key: 'security.sanitize.extra_patterns',
    pick: (config) => config.security?.sanitize?.extra_patterns,
  }),
  shellEnv: list<string>({ key: 'shell.env', pick: (config) => config.shell?.env }),
} as const;

const toolKey = (name: string): ScalarKey<boolean> => ({
  key: `tools.${name}`,
  fallback: true,
  pick: (config) => config.tools?.[name],
  isLooser: ranked(false, true),
});

type Field = 'base_url' | 'api_key' | 'protocol';

const providerKey = (name: string, field: Field): ScalarKey<string | null> => ({
  key: `providers.${name}.${field}`,
  fallback: null,
  pick: (config) => config.providers?.[name]?.[field],
  isLooser: (value, than) => value !== than,
});

/** The value in force; what a lower layer tried to loosen is told to `warn`. */
export function mergeScalar<T>(
  key: ScalarKey<T>,
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): Merged<T> {
  let merged: Merged<T> = { value: key.fallback, source: null };
  let held: Merged<T> | null = null;
  for (const source of sources) {
    const found = read(key, source);
    if (found === null) continue;
    if (held?.source != null && key.isLooser(found.value, held.value)) {
      warn(tooLoose(found.source, key.key, held.source));
      continue;
    }
    merged = found;
    if (source.layer === 'system') held = found;
  }
  return merged;
}

function read<T>(key: ScalarKey<T>, source: PolicySource): { value: T; source: SourceRef } | null {
  for (const { key: name, pick } of key.alias === undefined ? [key] : [key, key.alias]) {
    const value = pick(source.config);
    if (value !== undefined) return { value, source: refOf(source, name.split('.')) };
  }
  return null;
}

/** All entries of all layers, in their order, each once. */
export function mergeList<T>(
  key: ListKey<T>,
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): readonly { readonly value: T; readonly source: SourceRef }[] {
  const path = key.key.split('.');
  const merged = new Map<T, SourceRef>();
  let closed: SourceRef | null = null;
  for (const source of sources) {
    const entries = key.pick(source.config) ?? [];
    if (closed !== null && entries.length > 0) {
      warn(tooLoose(refOf(source, path), key.key, closed));
      continue;
    }
    entries.forEach((value, i) => {
      if (!merged.has(value)) merged.set(value, refOf(source, [...path, i]));
    });
    const isClosing = source.layer === 'system' && key.pick(source.config) !== undefined && entries.length === 0;
    if (isClosing) closed = refOf(source, path);
  }
  return [...merged].map(([value, source]) => ({ value, source }));
}

/** What counts where no layer has the key. */
export const fallbackOf = <T>(key: ListKey<T>, sources: readonly PolicySource[]): readonly T[] =>
  sources.some(({ config }) => key.pick(config) !== undefined) ? [] : (key.fallback ?? []);

const tooLoose = (ref: SourceRef, key: string, held: SourceRef): PolicyFault => ({
  file: ref.file,
  line: ref.line,
  message: `${key} is looser than ${showPlace(held)} allows and has no effect.`,
  hint: 'the system file is kept by whoever runs this machine',
});

/** Names under `tools` that some layer sets, with the value in force. */
export function mergeTools(
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): readonly (Merged<boolean> & { readonly name: string })[] {
  const names = new Set(sources.flatMap(({ config }) => Object.keys(config.tools ?? {})));
  names.delete('workspace_strict');
  return [...names].toSorted().map((name) => ({ name, ...mergeScalar(toolKey(name), sources, warn) }));
}

export interface MergedProvider {
  readonly name: string;
  readonly fields: Readonly<Record<Field, Merged<string | null>>>;
}

export function mergeProviders(
  sources: readonly PolicySource[],
  warn: (warning: PolicyFault) => void,
): readonly MergedProvider[] {
  const names = new Set(sources.flatMap(({ config }) => Object.keys(config.providers ?? {})));
  const field = (name: string, which: Field) => mergeScalar(providerKey(name, which), sources, warn);
  return [...names].toSorted().map((name) => ({
    name,
    fields: {
      base_url: field(name, 'base_url'),
      api_key: field(name, 'api_key'),
      protocol: field(name, 'protocol'),
    },
  }));
}

/** Older names in use, each with the name that replaced it. */
export function findDeprecated(sources: readonly PolicySource[]): readonly PolicyFault[] {
  return Object.values(SCALARS).flatMap(({ key, alias }) =>
    alias === undefined
      ? []
      : sources
          .filter(({ lines, config }) => lines.has(toPathKey(alias.key.split('.'))) || alias.pick(config) !== undefined)
          .map((source) => {
            const { file, line } = refOf(source, alias.key.split('.'));
            const message = `${alias.key} is the older name of ${key}.`;
            return { file, line, message, hint: `write ${key}; where both stand, ${key} counts` };
          }),
  );
}
