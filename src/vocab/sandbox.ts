/** `sandbox` of the configuration, merged; `writable` holds absolute paths. */
export interface SandboxSettings {
  readonly mode: SandboxMode;
  readonly network: boolean;
  readonly writable: readonly string[];
  readonly onUnavailable: 'warn' | 'deny';
}

export type SandboxMode = 'auto' | 'off' | 'require';

/**
 * What the stored decision allowed beyond what every command may do, opened for this one call. Paths are absolute.
 * `write`: the file or folder is changed; `remove`: its name is; `create`: the name is made where there is none yet.
 */
export interface Openings {
  readonly paths: readonly Opening[];
  readonly doors: readonly Door[];
  /** What of the workspace's repository the programs of the line may change although no path on it says so. */
  readonly git?: readonly GitPart[];
  /** The program of the line that becomes another user (sudo, su): a sandbox lets it only where root starts it. */
  readonly becomes?: string;
}

/** Parts of a repository from which git later runs programs outside. */
export type GitPart = 'hooks' | 'config';

export interface Opening {
  readonly path: string;
  readonly access: 'read' | 'write' | 'remove' | 'create';
}

/**
 * Programs outside that do what they are asked, over a socket: the agents of ssh and GnuPG sign, those of containers and
 * services start others.
 */
export type Door = 'ssh' | 'gpg' | 'containers' | 'services';

/** How commands run here. `null`: nothing was run yet, so nothing was tried. */
export interface SandboxState {
  readonly name: 'bubblewrap' | 'host' | null;
  /** Why there is no sandbox although one is wanted; null when there is nothing to say. */
  readonly why: string | null;
}
