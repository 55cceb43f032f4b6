import type { Tool } from '../ports/tool.ts';
import type { EndedTurn } from './turn.ts';

/**
 * A plugin. It runs in the agent's own process with all rights of the person: what protects is that a person looked at
 * exactly this code and allowed it.
 */
export interface Plugin<Config = unknown> {
  /** Small letters, digits, hyphens: the name of its folder, and of its entry in the configuration. */
  readonly name: string;
  /** One line for `plugins list`. */
  readonly summary: string;
  readonly version?: string;
  /** What `plugins.entries.<name>.config` must be; any zod schema fits. Absent: the plugin takes no configuration. */
  readonly config?: ConfigParser<Config>;
  /** Checked before `register`; what is missing stops the start and is named. */
  readonly needs?: PluginNeeds;
  /**
   * Adds what the plugin has. Called once for each workspace that a process works in, before anything of a turn is
   * stored. What it throws stops the start.
   */
  register(host: PluginHost<Config>): void | Promise<void>;
  /** Called when the program ends; a timer or a server that is left open keeps it from ending. */
  close?(): void | Promise<void>;
}

/** Gives back the configuration with defaults filled in; throws with the path and what is wrong there. */
export interface ConfigParser<Config> {
  parse(value: unknown): Config;
}

export interface PluginNeeds {
  /** Programs that must be on the PATH. */
  readonly programs?: readonly string[];
  /** Variables that must be set. */
  readonly env?: readonly string[];
  /** The lowest version of Node, such as `24.18.0`. */
  readonly node?: string;
}

/** What a plugin is given. Everything is added while `register` runs; afterwards only `log` and `enqueue` may be called. */
export interface PluginHost<Config = unknown> {
  readonly pluginName: string;
  readonly config: Config;
  /** The folder that is worked in; absolute. */
  readonly workspace: string;
  /** A line for the person, with the plugin's name in front; never part of an answer. */
  log(line: string): void;
  /**
   * A tool that the model can call as `<plugin>__<tool>`. Every call passes the judge; its risk is at least medium,
   * whatever the tool says.
   */
  addTool(tool: Tool): void;
  /**
   * Called after a turn has ended, beside what comes next: it computes quickly or enqueues a job. What it throws is
   * logged and changes nothing; after five seconds it is not waited for.
   */
  addHook(when: 'turn-ended', hook: (turn: EndedTurn) => void | Promise<void>): void;
  /** A short section of the instructions of every turn, behind the index of skills; null for none. At most 4,000 characters. */
  addGuidance(guidance: () => string | null): void;
  /** Work that is queued in the store, and done beside turns and after them. */
  addJob(job: PluginJob): void;
  /**
   * Queues a job of this plugin; false when it was queued before, or a thousand wait. It is begun at least once, and
   * tried again after 1, 5 and 30 minutes when it throws.
   *
   * `payload`: JSON, at most 64 KiB. `once`: the same job of this kind is queued only once for this text.
   */
  enqueue(kind: string, payload: unknown, once?: string): Promise<boolean>;
  /** A command of the chat: `/name`. */
  addCommand(command: PluginCommand): void;
}

export interface PluginJob {
  /** Small letters, digits, hyphens. */
  readonly kind: string;
  /** Gives back what came of it, in one sentence. A job that a dying process left is run again: it must bear that. */
  run(payload: unknown, hold: JobHold): Promise<string | void>;
}

export interface JobHold {
  /** Aborted when the job must end: the program ends, two minutes are over, or another process has it. */
  readonly signal: AbortSignal;
  /** Whether the job is still this process's: ask before something is written. */
  isHeld(): Promise<boolean>;
}

export interface PluginCommand {
  /** Small letters, digits, hyphens; no name of a command of the chat. */
  readonly name: string;
  /** One line for `/help`. */
  readonly summary: string;
  /** `args`: what stands behind the name. Gives back a text that is shown to the person and not sent to the model. */
  run(args: string): Promise<string> | string;
}

/** The plugin as it is, with the type of its configuration. */
export const definePlugin = <Config = unknown>(plugin: Plugin<Config>): Plugin<Config> => plugin;
