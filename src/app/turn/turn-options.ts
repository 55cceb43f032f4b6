import type { Clock } from '../../ports/clock.ts';
import type { Model } from '../../ports/model.ts';
import type { Sandbox } from '../../ports/sandbox.ts';
import type { Store } from '../../ports/store.ts';
import type { OpenLearning } from '../jobs/learning.ts';
import type { AppConfig } from '../load-config.ts';
import type { BuiltInPlugin } from '../plugins/built-in.ts';
import type { Plugins } from '../plugins/plugins.ts';
import type { Skills } from '../skills/open-skills.ts';
import type { Progress } from '../../run/run-ports.ts';
import type { Answerer } from '../../vocab/approval.ts';
import type { Mode, Principal } from '../../vocab/principal.ts';

/**
 * A conversation to begin, the id of one to go on with, or the newest of the folder's workspace. A mode given to one
 * that exists is a switch of the person and stays.
 */
export type SessionChoice =
  | { readonly kind: 'new'; readonly mode: Mode }
  | { readonly kind: 'id'; readonly id: string; readonly mode: Mode | null }
  | { readonly kind: 'newest'; readonly mode: Mode | null };

export interface TurnOptions {
  readonly principal: Principal;
  /** Files of pictures that go with the text, absolute. */
  readonly images?: readonly string[];
  /** The text quotes what a command of the person's own brought from the network. */
  readonly quotesNetwork?: boolean;
  readonly answerer: Answerer;
  readonly signal: AbortSignal;
  /** `<provider>:<name>`; null: the session's own, else the one that is configured. */
  readonly model: string | null;
  /** What this turn alone asks where `model` is null; the session goes on with its own. */
  readonly modelOnce?: string | null;
  /** How often the model may be asked in this turn. */
  readonly maxSteps: number;
  /** Input and output tokens of the turn together; null: no limit. */
  readonly maxTokens: number | null;
  /** How long this process may work on the turn before it asks the model no more; null: no limit. */
  readonly maxMs: number | null;
  /** The name of the skill that the person made active; its instructions stand in every request of the turn. */
  readonly activeSkill?: string | null;
  /** The history is shortened now, however much room there is; nobody says anything. */
  readonly compactOnly?: true;
  readonly watch: (progress: Progress) => void;
}

/** Parts that a test or another host puts in place of the real ones. */
export interface AppPorts {
  /** The configuration of the very world, where somebody looked into it just now. */
  readonly config?: AppConfig;
  readonly openModel?: (reference: string) => Promise<Model>;
  readonly store?: Store;
  readonly sandbox?: Sandbox;
  readonly openLearning?: OpenLearning;
  readonly builtInPlugins?: readonly BuiltInPlugin[];
  /** Where plugins say something; absent: standard error. */
  readonly log?: (plugin: string, line: string) => void;
}

/** What turns of one app work with. */
export interface TurnScene {
  readonly config: AppConfig;
  readonly ports: AppPorts;
  readonly getStore: () => Promise<Store>;
  readonly skills: Skills;
  readonly plugins: Plugins;
  readonly clock: Clock;
}
