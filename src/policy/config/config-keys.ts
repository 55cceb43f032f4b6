/** What a person needs to know of one key; `<name>` stands for any name. The reference page is made of this table. */
export interface ConfigKey {
  readonly key: string;
  /** Completes "must be ...". */
  readonly takes: string;
  /** Of a list: the same for each entry. */
  readonly entry?: string;
  /** The default as YAML; null when there is none. */
  readonly fallback: string | null;
  readonly says: string;
  /** How layers are put together: the nearest to the person counts, lists unite, or each entry stands for itself. */
  readonly merge: 'nearest' | 'unite' | 'every';
  /** Which value is the looser one: a lower layer cannot set it against the system file. Null: none is. */
  readonly looser: string | null;
  /** Whether a project's file may set it, and with what limit. */
  readonly project: string | null;
  /** The key that replaces this one. */
  readonly replacedBy?: string;
  /** A wrong value is not repeated in messages: it may hold a key. */
  readonly secret?: true;
}

const RULE = { fallback: null, merge: 'every', looser: null, project: 'yes' } as const;

export const CONFIG_KEYS: readonly ConfigKey[] = [
  {
    key: 'model',
    takes: '<provider>:<model>, such as anthropic:claude-sonnet-4-5',
    fallback: null,
    says: 'The model that answers. `scripted:<file>` plays a scenario and needs `BAILIWICK_ALLOW_FAKE=1`.',
    merge: 'nearest',
    looser: null,
    project: 'only a provider that the user or the system has set up',
  },
  {
    key: 'fallback_models',
    takes: 'a list of models, each written <provider>:<model>',
    entry: '<provider>:<model>, and no scripted one',
    fallback: '[]',
    says: 'Models that are asked, in this order, when the provider of `model` fails. Not used with `--model`, nor when the request itself is at fault.',
    merge: 'nearest',
    looser: null,
    project: null,
  },
  {
    key: 'reasoning_effort',
    takes: 'none, minimal, low, medium or high',
    fallback: null,
    says: 'How much the model thinks before it speaks, where it can. Unset: as its provider has it.',
    merge: 'nearest',
    looser: null,
    project: null,
  },
  {
    key: 'context.window_tokens',
    takes: 'a whole number from 8000 to 100000000',
    fallback: '128000',
    says: 'What the model can hold at once. When a conversation fills four fifths of it, its beginning is shortened.',
    merge: 'nearest',
    looser: null,
    project: 'yes',
  },
  {
    key: 'providers.<name>.base_url',
    takes: 'an address that starts with http:// or https:// and holds no password',
    fallback: null,
    says: 'Where the provider answers; built-in providers know their own address.',
    merge: 'nearest',
    looser: 'any other value',
    project: null,
    secret: true,
  },
  {
    key: 'providers.<name>.api_key',
    takes: 'a text, best written ${NAME} or {file:path}',
    fallback: null,
    says: 'The key of the provider. Never printed. Unset: the one that `bailiwick setup` stored in `credentials.json`, else the variable of a built-in provider.',
    merge: 'nearest',
    looser: 'any other value',
    project: null,
    secret: true,
  },
  {
    key: 'providers.<name>.protocol',
    takes: 'anthropic, openai, openai-responses or gemini',
    fallback: null,
    says: 'What it speaks: Anthropic Messages, OpenAI Chat Completions (the default of a name that is not built in), OpenAI Responses, or Gemini.',
    merge: 'nearest',
    looser: 'any other value',
    project: null,
  },
  {
    key: 'tools.<name>',
    takes: 'true or false',
    fallback: 'true',
    says: 'Whether the tool exists for the model at all. `tools.shell` is on.',
    merge: 'nearest',
    looser: 'true',
    project: 'only false',
  },
  {
    key: 'tools.workspace_strict',
    takes: 'true or false',
    fallback: 'true',
    says: 'Confines the tools that write, move or delete files to the workspace root.',
    merge: 'nearest',
    looser: 'false',
    project: null,
  },
  {
    key: 'terminal.cwd',
    takes: 'an absolute path, or one that starts with ~/',
    fallback: null,
    says: 'The workspace root. Unset: the working directory.',
    merge: 'nearest',
    looser: 'a folder outside the one the system file sets',
    project: null,
  },
  {
    key: 'shell.env',
    takes: 'a list of names of variables',
    entry: 'the name of a variable',
    fallback: '[]',
    says: 'Variables handed to commands besides the fixed few. Those by which a program runs code before its own (`NODE_OPTIONS`, `PERL5OPT`, `PAGER`, `LD_PRELOAD` ...) are refused.',
    merge: 'unite',
    looser: 'any name, when the system file sets an empty list',
    project: null,
  },
  {
    key: 'chat.notify',
    takes: 'bell, osc9, both or off',
    fallback: 'bell',
    says: 'How the chat tells you that it waits for you, or that a long turn has ended: by a bell, by a notification of the terminal (OSC 9), by both or not at all.',
    merge: 'nearest',
    looser: null,
    project: null,
  },
  {
    key: 'chat.notify_command',
    takes: 'a list of words: a program and its arguments',
    entry: 'a word',
    fallback: '[]',
    says: 'Run as well, with the text as its last argument: `[notify-send, Bailiwick]`. It is yours and runs unjudged.',
    merge: 'nearest',
    looser: null,
    project: null,
  },
  {
    key: 'prices.<name>.input',
    takes: 'a number, 0 or more',
    fallback: null,
    says: 'US dollars for a million tokens that `<name>` (`<provider>:<model>`) reads. With it the chat says what a session cost; without, it says tokens.',
    merge: 'nearest',
    looser: null,
    project: null,
  },
  {
    key: 'prices.<name>.output',
    takes: 'a number, 0 or more',
    fallback: null,
    says: 'The same for tokens that it writes.',
    merge: 'nearest',
    looser: null,
    project: null,
  },
  {
    key: 'sandbox.mode',
    takes: 'auto, off or require',
    fallback: 'auto',
    says: 'Whether shell commands run in bubblewrap: where it works (`auto`), never, or always (`require`: without it nothing starts, exit code 6).',
    merge: 'nearest',
    looser: 'off before auto before require',
    project: null,
  },
  {
    key: 'sandbox.network',
    takes: 'on or off',
    fallback: 'on',
    says: 'Whether commands in the sandbox reach the network.',
    merge: 'nearest',
    looser: 'on',
    project: null,
  },
  {
    key: 'sandbox.writable',
    takes: 'a list of paths, each absolute or starting with ~/',
    entry: 'an absolute path, or one that starts with ~/',
    fallback: '[~/.cache, ~/.npm, ~/.cargo/registry, ~/.cargo/git, ~/go/pkg, ~/.m2, ~/.gradle, ~/.local/share/pnpm]',
    says: 'What commands in the sandbox may write besides the workspace and the temporary folder, where it is there. Naming any replaces the default. A secret place named here is shown to every command.',
    merge: 'unite',
    looser: 'any entry, when the system file sets an empty list',
    project: null,
  },
  {
    key: 'sandbox.on_unavailable',
    takes: 'warn or deny',
    fallback: 'warn',
    says: 'What happens under `sandbox.mode: auto` where bubblewrap does not work: commands run without it and that is said, or every shell call is refused.',
    merge: 'nearest',
    looser: 'warn',
    project: null,
  },
  {
    key: 'security.confirm_policy',
    takes: 'confirm_all or dangerous_only (true and false mean these two)',
    fallback: 'confirm_all',
    says: 'Whether a shell command that nothing else allowed is always asked about, or only when it is dangerous.',
    merge: 'nearest',
    looser: 'dangerous_only',
    project: null,
  },
  {
    key: 'security.require_confirmation_for_shell',
    takes: 'true or false',
    fallback: null,
    says: 'Older name of `security.confirm_policy`: true is `confirm_all`, false is `dangerous_only`.',
    merge: 'nearest',
    looser: 'false',
    project: null,
    replacedBy: 'security.confirm_policy',
  },
  {
    key: 'security.command_allowlist',
    takes: 'a list of texts, each the leading words of a command',
    entry: 'a text, the leading words of a command',
    fallback: '[]',
    says: 'Shell commands that run without a question. An entry covers whole words; an empty entry covers nothing.',
    merge: 'unite',
    looser: 'any entry, when the system file sets an empty list',
    project: null,
  },
  {
    key: 'security.ask_rules_hold_in_yolo',
    takes: 'true or false',
    fallback: 'false',
    says: 'Whether `ask` rules still ask in yolo mode.',
    merge: 'nearest',
    looser: 'false',
    project: null,
  },
  {
    key: 'security.taint',
    takes: 'off, ask or deny',
    fallback: 'ask',
    says: 'What happens to a call that reaches outward while the turn holds text from elsewhere.',
    merge: 'nearest',
    looser: 'off before ask before deny',
    project: null,
  },
  {
    key: 'permissions.<pattern>',
    takes: 'allow, ask or deny, or a map with action',
    fallback: '{}',
    says: 'The rules. Every rule of every layer counts; a deny wins over everything.',
    merge: 'every',
    looser: 'a rule never lifts a deny, nor an ask of the system file',
    project: 'ask and deny; allow only in a trusted project',
  },
  {
    key: 'permissions.<pattern>.action',
    takes: 'allow, ask or deny',
    says: 'What the rule answers. Required in the long form.',
    ...RULE,
  },
  {
    key: 'permissions.<pattern>.because',
    takes: 'a text',
    says: 'Why the rule is there; shown with each decision it makes.',
    ...RULE,
  },
  {
    key: 'permissions.<pattern>.except',
    takes: 'a list of patterns',
    entry: 'a pattern',
    says: 'What the rule does not speak of, as patterns of the same tool (the tool may be left out).',
    ...RULE,
  },
  {
    key: 'permissions.<pattern>.danger',
    takes: 'a list of danger classes (bailiwick policy show prints them)',
    entry: 'one of the danger classes (bailiwick policy show prints them)',
    says: 'Danger classes that an allow rule covers as well.',
    ...RULE,
  },
  {
    key: 'permissions.<pattern>.tainted',
    takes: 'true or false',
    says: 'The allow rule holds also in a turn that holds text from elsewhere.',
    ...RULE,
    project: null,
  },
  {
    key: 'permissions.<pattern>.match',
    takes: 'a list of texts',
    entry: 'a text',
    says: 'Examples the rule must match; checked when the file is read.',
    ...RULE,
  },
  {
    key: 'permissions.<pattern>.not_match',
    takes: 'a list of texts',
    entry: 'a text',
    says: 'Examples the rule must not match; checked when the file is read.',
    ...RULE,
  },
  {
    key: 'permissions.<pattern>.expires',
    takes: 'a date such as 2030-12-31, or one with a time and a zone',
    says: 'The rule counts up to this moment; a plain date is its last day, in UTC.',
    ...RULE,
  },
  {
    key: 'approvals.mode',
    takes: 'manual, auto or skip',
    fallback: 'manual',
    says: 'What happens to a call no rule speaks of: `manual` asks for tools of medium and high risk, `auto` for high, `skip` for none.',
    merge: 'nearest',
    looser: 'skip before auto before manual',
    project: null,
  },
  {
    key: 'approvals.auto_allow_readonly',
    takes: 'true or false',
    fallback: 'true',
    says: 'Whether shell lines that provably only read run without a question.',
    merge: 'nearest',
    looser: 'true',
    project: null,
  },
  {
    key: 'approvals.readonly_commands',
    takes: 'a list of texts, each a command or its leading words',
    entry: 'a text, a command or its leading words',
    fallback: '[]',
    says: 'Commands you vouch for as reading only. All their flags pass; the grammar and danger checks hold.',
    merge: 'unite',
    looser: 'any entry, when the system file sets an empty list',
    project: null,
  },
  {
    key: 'approvals.readonly_presets',
    takes: 'a list out of discard, text, git, system, cd and dev',
    entry: 'one of discard, text, git, system, cd and dev',
    fallback: '[]',
    says: 'Groups of further commands that are proved to read only, each with its own table of flags.',
    merge: 'unite',
    looser: 'any entry, when the system file sets an empty list',
    project: null,
  },
  {
    key: 'approvals.wait_timeout_seconds',
    takes: 'whole seconds from 1 to 2000000, or null',
    fallback: '900',
    says: 'How long a question waits for a person; then the call is denied. `null` waits until the run is stopped.',
    merge: 'nearest',
    looser: 'a longer wait',
    project: null,
  },
];

/** The entry for a path in a configuration, its names replaced by `<name>`; null when no key is there. */
export function findConfigKey(path: readonly string[]): ConfigKey | null {
  let found: ConfigKey | null = null;
  for (const entry of CONFIG_KEYS) {
    const parts = entry.key.split('.');
    const fits = parts.length === path.length && parts.every((part, i) => part.startsWith('<') || part === path[i]);
    if (fits && (found === null || !entry.key.includes('<'))) found = entry;
  }
  return found;
}
