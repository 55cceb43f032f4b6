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
  /** Agents that hold keys and may be asked to sign: of ssh, of GnuPG. */
  readonly agents: readonly KeyAgent[];
}

export interface Opening {
  readonly path: string;
  readonly access: 'read' | 'write' | 'remove' | 'create';
}

export type KeyAgent = 'ssh' | 'gpg';

/** How commands run here. `null`: nothing was run yet, so nothing was tried. */
export interface SandboxState {
  readonly name: 'bubblewrap' | 'host' | null;
  /** Why there is no sandbox although one is wanted; null when there is nothing to say. */
  readonly why: string | null;
}
