import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import type { Plugin } from '../../sdk/plugin.ts';
import type { AppConfig } from '../load-config.ts';
import type { Skills } from '../skills/open-skills.ts';
import { WORKSHOP } from '../workshop/read-settings.ts';

/** What a built-in plugin is made of besides what the host gives. */
export interface BuiltInScene {
  /** Of the folder that is worked in. */
  readonly config: AppConfig;
  readonly clock: Clock;
  readonly getStore: () => Promise<Store>;
  readonly openModel: (reference: string, config: AppConfig) => Promise<Model>;
  readonly skills: Skills;
}

/** A plugin that comes with Bailiwick: off until it is enabled, and needs no consent. */
export interface BuiltInPlugin {
  readonly name: string;
  readonly summary: string;
  /** Loads its code; called only when it is enabled. */
  readonly load: (scene: BuiltInScene) => Promise<Plugin>;
}

/** What loading plugins takes. */
export interface PluginParts extends Pick<BuiltInScene, 'clock' | 'getStore' | 'openModel'> {
  readonly builtIn: readonly BuiltInPlugin[];
  readonly log: (plugin: string, line: string) => void;
}

export const BUILT_IN: readonly BuiltInPlugin[] = [
  {
    name: WORKSHOP,
    summary: 'Turns corrections and procedures that proved themselves into proposals of skills',
    async load(scene) {
      const { loadWorkshop } = await import('../workshop/load-workshop.ts');
      return loadWorkshop(scene);
    },
  },
];
