import * as z from 'zod/mini';
import { DANGER_ORDER } from './danger.ts';
import { VERDICTS } from './decision.ts';
import { PROTOCOLS, REASONING_EFFORTS } from './model.ts';
import { NOTIFY_WAYS } from './notify.ts';
import { NPM_PACKAGE, PLUGIN_NAME } from './plugin.ts';
import { READONLY_PRESETS } from './policy.ts';
import { SANITIZE_MODES, SANITIZE_SEVERITIES } from './sanitize.ts';
import { TOOLS } from './tool-names.ts';

/**
 * The one schema of `config.yml`. What each key means, takes and defaults to is told in `config-keys.ts`; the two, the
 * published JSON Schema and the reference page are kept equal by tests.
 */

/** About 23 days: what a timer can wait for at most. */
const MAX_WAIT_SECONDS = 2_000_000;

/** Below, not even instructions and tools fit; above, no model goes. */
const MIN_WINDOW = 8_000;
const MAX_WINDOW = 100_000_000;

/** Less holds not even the first lines; more is no index. */
const MIN_INDEX_TOKENS = 100;
const MAX_INDEX_TOKENS = 100_000;

const MODEL_REFERENCE = /^[a-z0-9][a-z0-9_.-]*:\S/;

const words = z.array(z.string());

const foreignTool = '[a-z0-9][a-z0-9-]*__[a-z0-9][a-z0-9_-]*';
const toolKey = new RegExp(`^(?:workspace_strict|${Object.keys(TOOLS).join('|')}|${foreignTool})$`);

export const longRuleSchema = z.strictObject({
  action: z.enum(VERDICTS),
  because: z.optional(z.string()),
  except: z.optional(words),
  danger: z.optional(z.array(z.enum(DANGER_ORDER))),
  tainted: z.optional(z.boolean()),
  match: z.optional(words),
  not_match: z.optional(words),
  expires: z.optional(z.string()),
});

export const configSchema = z.strictObject({
  model: z.optional(z.string().check(z.regex(MODEL_REFERENCE))),
  fallback_models: z.optional(z.array(z.string().check(z.regex(/^(?!scripted:)[a-z0-9][a-z0-9_.-]*:\S/)))),
  reasoning_effort: z.optional(z.enum(REASONING_EFFORTS)),
  providers: z.optional(
    z.record(
      z.string().check(z.regex(/^(?!scripted$)[a-z0-9][a-z0-9_.-]*$/)),
      z.strictObject({
        base_url: z.optional(z.string().check(z.regex(/^https?:\/\/[^/\s@]+(?:\/\S*)?$/))),
        api_key: z.optional(z.string().check(z.minLength(1))),
        protocol: z.optional(z.enum(PROTOCOLS)),
      }),
    ),
  ),
  tools: z.optional(z.record(z.string().check(z.regex(toolKey)), z.boolean())),
  terminal: z.optional(
    z.strictObject({
      cwd: z.optional(z.string().check(z.regex(/^(?:\/|~$|~\/)/))),
    }),
  ),
  shell: z.optional(
    z.strictObject({
      env: z.optional(z.array(z.string().check(z.regex(/^[A-Za-z_][A-Za-z0-9_]*$/)))),
    }),
  ),
  context: z.optional(
    z.strictObject({ window_tokens: z.optional(z.int().check(z.gte(MIN_WINDOW), z.lte(MAX_WINDOW))) }),
  ),
  chat: z.optional(
    z.strictObject({
      notify: z.optional(z.enum(NOTIFY_WAYS)),
      notify_command: z.optional(z.array(z.string().check(z.minLength(1)))),
    }),
  ),
  prices: z.optional(
    z.record(
      z.string().check(z.regex(/^[a-z0-9][a-z0-9_.-]*:\S/)),
      z.strictObject({ input: z.number().check(z.gte(0)), output: z.number().check(z.gte(0)) }),
    ),
  ),
  skills: z.optional(
    z.strictObject({
      enabled: z.optional(z.boolean()),
      paths: z.optional(z.array(z.string().check(z.minLength(1)))),
      include_builtin: z.optional(z.boolean()),
      auto_distill: z.optional(z.boolean()),
      index_tokens: z.optional(z.int().check(z.gte(MIN_INDEX_TOKENS), z.lte(MAX_INDEX_TOKENS))),
    }),
  ),
  auxiliary: z.optional(
    z.strictObject({
      distill: z.optional(z.string().check(z.regex(MODEL_REFERENCE))),
      review: z.optional(z.string().check(z.regex(MODEL_REFERENCE))),
    }),
  ),
  plugins: z.optional(
    z.strictObject({
      entries: z.optional(
        z.record(
          z.string().check(z.regex(PLUGIN_NAME)),
          z.strictObject({
            enabled: z.optional(z.boolean()),
            package: z.optional(z.string().check(z.regex(NPM_PACKAGE))),
            config: z.optional(z.record(z.string(), z.unknown())),
          }),
        ),
      ),
    }),
  ),
  sandbox: z.optional(
    z.strictObject({
      mode: z.optional(z.enum(['auto', 'off', 'require'])),
      network: z.optional(z.enum(['on', 'off'])),
      writable: z.optional(z.array(z.string().check(z.regex(/^(?:\/|~$|~\/)/)))),
      on_unavailable: z.optional(z.enum(['warn', 'deny'])),
    }),
  ),
  security: z.optional(
    z.strictObject({
      confirm_policy: z.optional(z.union([z.enum(['confirm_all', 'dangerous_only']), z.boolean()])),
      require_confirmation_for_shell: z.optional(z.boolean()),
      command_allowlist: z.optional(words),
      ask_rules_hold_in_yolo: z.optional(z.boolean()),
      taint: z.optional(z.enum(['off', 'ask', 'deny'])),
      sanitize: z.optional(
        z.strictObject({
          enabled: z.optional(z.boolean()),
          mode: z.optional(z.enum(SANITIZE_MODES)),
          min_severity: z.optional(z.enum(SANITIZE_SEVERITIES)),
          disabled_patterns: z.optional(words),
          extra_patterns: z.optional(
            z.array(
              z.strictObject({
                name: z.string().check(z.regex(/^[a-z0-9][a-z0-9-]{0,63}$/)),
                severity: z.enum(SANITIZE_SEVERITIES),
                pattern: z.string().check(z.minLength(1), z.maxLength(2000)),
              }),
            ),
          ),
        }),
      ),
    }),
  ),
  permissions: z.optional(z.record(z.string(), z.union([z.enum(VERDICTS), longRuleSchema]))),
  approvals: z.optional(
    z.strictObject({
      mode: z.optional(z.enum(['manual', 'auto', 'skip'])),
      auto_allow_readonly: z.optional(z.boolean()),
      readonly_commands: z.optional(words),
      readonly_presets: z.optional(z.array(z.enum(READONLY_PRESETS))),
      wait_timeout_seconds: z.optional(z.nullable(z.int().check(z.positive(), z.maximum(MAX_WAIT_SECONDS)))),
    }),
  ),
});

/** One file of configuration, checked against the schema; nothing is filled in. */
export type ConfigFile = z.infer<typeof configSchema>;

/** A rule in its long form. */
export type LongRule = z.infer<typeof longRuleSchema>;
