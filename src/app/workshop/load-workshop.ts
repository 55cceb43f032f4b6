import { createSkillWorkshop } from '../../plugins/skill-workshop/plugin.ts';
import type { Plugin } from '../../sdk/plugin.ts';
import { findWorkspaceId } from '../turn/workspace-id.ts';
import { captureTurn, type CaptureParts } from './capture.ts';
import { openWorkshop } from './open-workshop.ts';

type WorkshopScene = Omit<CaptureParts, 'settings' | 'openDoor'>;

/** The plugin, with the one door to skills behind it. */
export function loadWorkshop({ config, clock, getStore, openModel, skills }: WorkshopScene): Plugin {
  const { openDoor } = skills;
  const { workshop: settings } = config;
  return createSkillWorkshop({
    settings,
    workshop: openWorkshop({ workspaceDir: findWorkspaceId(config.cwd), openDoor, getStore }),
    capture: async (run, hold) =>
      settings === null
        ? 'The workshop is off.'
        : captureTurn(run, hold, { config, settings, clock, skills, openModel, getStore, openDoor }),
  });
}
