import { definePlugin, type JobHold, type Plugin } from '../../sdk/index.ts';
import type { Workshop } from '../../ports/workshop.ts';
import { toGuidance } from '../../skills/capture/guidance.ts';
import { parseWorkshopSettings } from '../../skills/capture/settings.ts';
import type { WorkshopSettings } from '../../vocab/workshop.ts';
import { createWorkshopTool } from './tool.ts';

export interface WorkshopParts {
  readonly workshop: Workshop;
  /** Looks at a turn that is over; says in one sentence what came of it. */
  readonly capture: (run: string, hold: JobHold) => Promise<string>;
}

/** Turns what the agent learns into proposals of skills. */
export const createSkillWorkshop = ({ workshop, capture }: WorkshopParts): Plugin<WorkshopSettings> =>
  definePlugin({
    name: 'skill-workshop',
    summary: 'Turns corrections and procedures that proved themselves into proposals of skills',
    config: { parse: parseWorkshopSettings },
    register(host) {
      const { autoCapture, reviewMode, approvalPolicy } = host.config;
      host.addTool(createWorkshopTool(workshop));
      host.addGuidance(() => toGuidance(approvalPolicy));
      if (!autoCapture || reviewMode === 'off') return;
      host.addJob({ kind: CAPTURE, run: (payload, hold) => capture(String(payload), hold) });
      host.addHook('turn-ended', async ({ run, mode }) => {
        // Plan mode only reads: nothing is to come of it.
        if (mode !== 'plan') await host.enqueue(CAPTURE, run, run);
      });
    },
  });

const CAPTURE = 'capture';
