import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../ports/clock.ts';
import type { QueuedJob } from '../../ports/job-queue.ts';
import type { Model } from '../../ports/model.ts';
import type { Store } from '../../ports/store.ts';
import { loadAppFor } from '../load-app.ts';
import type { AppConfig } from '../load-config.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import { isPluginJob, readPluginJob } from '../plugins/no-plugins.ts';
import type { Plugins } from '../plugins/plugins.ts';
import type { OpenLearning } from './learning.ts';
import type { Hold, RunJobsOptions } from './run-jobs.ts';

export type { QueuedJob } from '../../ports/job-queue.ts';

/** What is done after turns and not in them: skills are made of them, and plugins have jobs. */
export interface AppJobs {
  /** Of this workspace, or of all; the newest first. */
  list(options: { readonly all: boolean; readonly limit: number }): Promise<readonly QueuedJob[]>;
  /** Runs what is due, of every workspace. Two calls at once run different jobs. */
  run(options: RunJobsOptions): Promise<void>;
  /** Has a process of its own run what is due, when something is; `program` is how this one was started. */
  runElsewhere(program: readonly [string, ...string[]]): Promise<void>;
}

interface JobsParts {
  readonly config: AppConfig;
  readonly clock: Clock;
  readonly getStore: () => Promise<Store>;
  readonly openLearning: OpenLearning;
  readonly openModel: (reference: string, config: AppConfig) => Promise<Model>;
  readonly plugins: Plugins;
}

export function openJobs({ config, clock, getStore, openLearning, openModel, plugins }: JobsParts): AppJobs {
  const { agentHome, world, cwd } = config;
  // Where there is no store, none is made to find out that nothing is in it.
  const hasStore = (): boolean => existsSync(join(agentHome, 'state.db'));
  return {
    async list({ all, limit }) {
      if (!hasStore()) return [];
      return (await getStore()).queue.list({ workspace: all ? null : findWorkspaceId(cwd), limit });
    },
    async run(options) {
      await plugins.settled();
      if (!hasStore()) return;
      const store = await getStore();
      if (!options.waits && !(await store.queue.isDue(clock.now()))) return;
      const [{ runDueJobs }, { distill }] = await Promise.all([import('./run-jobs.ts'), import('./distill.ts')]);
      const parts = {
        store,
        clock,
        openLearning,
        openModel,
        loadConfig: (folder: string) => loadAppFor(folder, world),
      };
      const work = async (job: QueuedJob, hold: Hold): Promise<QueuedJob['outcome']> =>
        isPluginJob(job)
          ? (await plugins.open(await loadAppFor(readPluginJob(job).cwd, world))).runJob(job, hold)
          : distill(job, { ...parts, isHeld: hold.isHeld }, hold.signal);
      await runDueJobs({ queue: store.queue, clock, work }, options);
    },
    async runElsewhere(program) {
      await plugins.settled();
      if (!hasStore() || !(await (await getStore()).queue.isDue(clock.now()))) return;
      const { startDetached } = await import('../turn/turn-parts.ts');
      startDetached([...program, 'jobs', 'run'], { cwd: world.cwd, env: world.env });
    },
  };
}
