import { showOnOneLine } from '../../base/text.ts';
import type { AppConfig } from '../load-config.ts';
import type { PluginParts } from './built-in.ts';
import { NO_PLUGINS, type PluginSet } from './no-plugins.ts';

/** The plugins of this process, loaded once for each workspace. */
export interface Plugins {
  /** Throws a Fault `plugin-refused` when one that is enabled cannot be loaded. */
  open(config: AppConfig): Promise<PluginSet>;
  /** Resolves when no hook is at work any more. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export function createPlugins(parts: PluginParts): Plugins {
  const sets = new Map<string, Promise<PluginSet>>();
  const opened = async (): Promise<readonly PluginSet[]> =>
    (await Promise.allSettled(sets.values())).flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
  return {
    async open(config) {
      if (config.plugins.every(({ enabled }) => !enabled)) return NO_PLUGINS;
      const known = sets.get(config.workspace);
      if (known !== undefined) return known;
      const set = import('./open-plugin-set.ts').then(({ openPluginSet }) => openPluginSet(config, parts));
      sets.set(config.workspace, set);
      return set;
    },
    settled: async () => void (await Promise.all((await opened()).map((set) => set.settled()))),
    close: async () => void (await Promise.all((await opened()).map((set) => set.close()))),
  };
}

/** Where nobody else wants to know. */
export const logToStderr = (plugin: string, line: string): void =>
  void process.stderr.write(`${plugin}: ${showOnOneLine(line)}\n`);
