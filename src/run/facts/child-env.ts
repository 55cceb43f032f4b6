import { isWithin, resolvePath } from '../../base/path.ts';

/** The environment of the process itself, or any other to choose from. */
export type ParentEnv = Readonly<Record<string, string | undefined>>;

export interface ChildEnvOptions {
  /** `shell.env`: names that are passed on besides the fixed ones. */
  readonly names: readonly string[];
  /** The person's home: what `~` is for the command. */
  readonly home: string;
  readonly workspace: string;
  readonly run: string;
  /** Real path of the agent's home. */
  readonly agentHome: string;
  /** Real path of a folder on PATH, null when it does not exist; without it paths are compared as written. */
  readonly realPath?: (path: string) => string | null;
}

const PASSED = /^(?:PATH|HOME|USER|LOGNAME|LANG|LC_[A-Z_]+|TERM|TZ|TMPDIR)$/;

/**
 * Variables by which a parent could make bash, git, grep or the loader run or read something else than the line says.
 * They are not passed on, also when `shell.env` names them.
 */
const NEVER = new RegExp(
  `^(?:${[
    'BASH.*|ENV|SHELLOPTS|GLOBIGNORE|CDPATH|IFS|PS4|PROMPT_COMMAND|(?:LD|DYLD)_.*|GCONV_PATH|LOCPATH',
    'GREP_OPTIONS|RIPGREP_CONFIG_PATH|LESS|LESSOPEN|LESSCLOSE|(?:MAN|SYSTEMD_)?PAGER|EDITOR|VISUAL|BROWSER|GIT_.*',
    'NODE_OPTIONS|NODE_REPL_EXTERNAL_MODULE|PYTHONSTARTUP|PYTHONINSPECT|PYTHONHOME|PERL5OPT|PERL5DB|RUBYOPT|LUA_INIT.*',
    '_JAVA_OPTIONS|JAVA_TOOL_OPTIONS|JDK_JAVA_OPTIONS|MAKEFLAGS|GNUMAKEFLAGS|(?:npm|NPM)_(?:config|CONFIG)_.*(?:shell|SHELL)',
    'RUSTC_WRAPPER|CARGO_BUILD_RUSTC_WRAPPER|BAILIWICK_INSIDE.*',
  ].join('|')})$`,
);

/** PATH when the parent has none, or none that may be used. */
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** True for a name that is refused in `shell.env`. */
export const isNeverPassed = (name: string): boolean => NEVER.test(name) || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

/**
 * The whole environment of a command of the agent, by an allow-list (CONTRACTS, "Shell tool"): what the judge takes
 * for known is exactly what the command gets.
 */
export function childEnv(parent: ParentEnv, options: ChildEnvOptions): Record<string, string> {
  const env: Record<string, string> = {};
  for (const [name, value] of Object.entries(parent)) {
    if (value === undefined || isNeverPassed(name)) continue;
    if (PASSED.test(name) || options.names.includes(name)) env[name] = value;
  }
  return {
    ...env,
    HOME: options.home,
    PATH: toChildPath(parent['PATH'] ?? '', options),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_PAGER: 'cat',
    PAGER: 'cat',
    GIT_TERMINAL_PROMPT: '0',
    BAILIWICK_INSIDE: options.run,
    BAILIWICK_INSIDE_HOME: options.agentHome,
  };
}

/** Without relative and empty entries (both mean the working folder); those inside the workspace come last. */
function toChildPath(path: string, { workspace, realPath }: ChildEnvOptions): string {
  const root = realPath?.(workspace) ?? workspace;
  const isInside = (entry: string): boolean =>
    [resolvePath('/', entry), realPath?.(entry)].some(
      (place) => typeof place === 'string' && (isWithin(place, root) || isWithin(place, workspace)),
    );
  const entries = path.split(':').filter((entry) => entry.startsWith('/'));
  const outside = entries.filter((entry) => !isInside(entry));
  const inside = entries.filter(isInside);
  return [...(outside.length > 0 ? outside : [DEFAULT_PATH]), ...inside].join(':');
}

/**
 * Added on lines in which the read-only proof covers a git command (POLICY, "Read-only proof"): git then starts no
 * file-system monitor, does not write its index for a diff, and looks into no embedded bare repository.
 */
export const readonlyGitEnv = (): Record<string, string> => ({
  GIT_CONFIG_COUNT: '3',
  GIT_CONFIG_KEY_0: 'core.fsmonitor',
  GIT_CONFIG_VALUE_0: 'false',
  GIT_CONFIG_KEY_1: 'diff.autoRefreshIndex',
  GIT_CONFIG_VALUE_1: 'false',
  GIT_CONFIG_KEY_2: 'safe.bareRepository',
  GIT_CONFIG_VALUE_2: 'explicit',
});
