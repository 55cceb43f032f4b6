import type { QueuedJob } from '../../ports/job-queue.ts';
import type { Tool } from '../../ports/tool.ts';
import type { RunState } from '../../run/run-state.ts';
import type { JobHold, PluginCommand } from '../../sdk/plugin.ts';
import { toFault } from './refuse-plugin.ts';

/** A command of the chat, with the plugin that has it. */
export interface ChatCommand extends PluginCommand {
  readonly plugin: string;
}

/** What the plugins of a workspace add. */
export interface PluginSet {
  readonly tools: readonly (Tool & { readonly plugin: string })[];
  readonly commands: readonly ChatCommand[];
  /** For the instructions of a turn; empty for none. */
  guidance(): string;
  /** Has the hooks called beside what comes next. */
  turnEnded(state: RunState): void;
  /** Does a job that a plugin queued. Throws when it should be tried again. */
  runJob(job: QueuedJob, hold: JobHold): Promise<NonNullable<QueuedJob['outcome']>>;
  /** Resolves when no hook is at work any more, each for five seconds at most. */
  settled(): Promise<void>;
  close(): Promise<void>;
}

export const NO_PLUGINS: PluginSet = {
  tools: [],
  commands: [],
  guidance: () => '',
  turnEnded: () => undefined,
  async runJob(job) {
    throw toFault(ownerOf(job), { why: 'it has a job to do, and is not enabled' });
  },
  settled: async () => undefined,
  close: async () => undefined,
};

/** The kind of a job that a plugin queued: `<plugin>/<kind>`; those of Bailiwick hold no slash. */
export const isPluginJob = ({ kind }: Pick<QueuedJob, 'kind'>): boolean => kind.includes('/');

/** What such a job holds: the folder it was queued in, whose configuration is in force for it, and what the plugin gave. */
export function readPluginJob({ payload, workspace }: Pick<QueuedJob, 'payload' | 'workspace'>): {
  readonly cwd: string;
  readonly payload: unknown;
} {
  const held: unknown = JSON.parse(payload ?? 'null');
  const { cwd, payload: given = null } = Object(held) as { readonly cwd?: unknown; readonly payload?: unknown };
  return { cwd: typeof cwd === 'string' ? cwd : workspace, payload: given };
}

export const ownerOf = ({ kind }: Pick<QueuedJob, 'kind'>): string => kind.slice(0, kind.indexOf('/'));
