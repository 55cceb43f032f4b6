import { join } from 'node:path';
import { findAgentHome } from '../config/agent-home.ts';
import { credentialsFileOf } from '../config/credentials.ts';
import { listProjectFiles } from '../config/project-files.ts';
import { SYSTEM_FILE } from '../config/system-file.ts';
import type { World } from '../load-config.ts';

/** Where everything that is configured stands, whether it is there or not. */
export interface HomeFiles {
  readonly home: string;
  readonly config: string;
  readonly rules: string;
  readonly credentials: string;
  readonly system: string;
  readonly projects: readonly string[];
}

export function listHomeFiles(world: World): HomeFiles {
  const home = findAgentHome(world);
  return {
    home,
    config: join(home, 'config.yml'),
    rules: join(home, 'rules.yml'),
    credentials: credentialsFileOf(home),
    system: world.system?.file ?? SYSTEM_FILE,
    projects: listProjectFiles(world.cwd, home),
  };
}
