import type { Workshop } from '../../ports/workshop.ts';
import { definePlugin, type JobHold, type Plugin } from '../../sdk/index.ts';
import { toWorkshopGuidance } from '../../skills/capture/guidance.ts';
import type { WorkshopSettings } from '../../vocab/workshop.ts';
import { createWorkshopTool } from './tool.ts';

export interface WorkshopParts {
  /** Read and checked with the whole configuration; null: switched off in its own settings. */
  readonly settings: WorkshopSettings | null;
  readonly workshop: Workshop;
  /** Looks at a turn that is over; says in one sentence what came of it. */
  readonly capture: (run: string, hold: JobHold) => Promise<string>;
}

const CAPTURE = 'capture';

/** Turns what the agent learns into proposals of skills. */
export const createSkillWorkshop = ({ settings, workshop, capture }: WorkshopParts): Plugin =>
  definePlugin({
    name: 'skill-workshop',
    summary: 'Turns corrections and procedures that proved themselves into proposals of skills',
    config: { parse: (value) => value },
    register(host) {
      if (settings === null) return;
      const { autoCapture, reviewMode, approvalPolicy } = settings;
      host.addTool(createWorkshopTool(workshop));
      host.addGuidance(() => toWorkshopGuidance(approvalPolicy));
      host.addJob({ kind: CAPTURE, run: (payload, hold) => capture(String(payload), hold) });
      if (!autoCapture || reviewMode === 'off') return;
      host.addHook('turn-ended', async ({ run, mode }) => {
        // Plan mode only reads: nothing is to come of it.
        if (mode !== 'plan') await host.enqueue(CAPTURE, run, run);
      });
    },
  });
