import { isWithin, resolvePath } from '../../base/path.ts';
import { NEVER_PASSED } from '../../vocab/never-passed.ts';

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

/** PATH when the parent has none, or none that may be used. */
const DEFAULT_PATH = '/usr/local/bin:/usr/bin:/bin';

/** True for a name that is refused in `shell.env`. */
export const isNeverPassed = (name: string): boolean =>
  NEVER_PASSED.test(name) || !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

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
