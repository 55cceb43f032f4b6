/** A plugin's name: that of its folder, and in front of its tools. */
export const PLUGIN_NAME = /^[a-z0-9][a-z0-9-]{0,63}$/;

/** The name of an npm package. */
export const NPM_PACKAGE = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Where a plugin comes from. */
export type PluginKind = 'built-in' | 'home' | 'project' | 'package';

/** `broken`: it cannot be loaded, and an enabled one stops the start. */
export type PluginState = 'off' | 'on' | 'needs consent' | 'changed' | 'broken';

/** A plugin as people see it. */
export interface ListedPlugin {
  readonly name: string;
  /** Null: it is enabled and nowhere to be found. */
  readonly kind: PluginKind | null;
  readonly enabled: boolean;
  readonly state: PluginState;
  /** Why it is not on although it is enabled, or cannot be allowed; null where nothing is wrong. */
  readonly why: string | null;
  readonly summary: string;
  /** Its real path; null for one that is built in. */
  readonly folder: string | null;
}
