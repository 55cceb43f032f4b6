import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { World } from '../../src/app/load-config.ts';

/** A world without any configuration: an empty home and an empty project in it. */
export interface EmptyHome extends Disposable {
  readonly world: World;
}

export function createEmptyHome(): EmptyHome {
  const home = mkdtempSync(join(tmpdir(), 'bailiwick-judge-'));
  const cwd = join(home, 'project');
  mkdirSync(cwd);
  const env = { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin', LANG: 'C.UTF-8' };
  return {
    world: { cwd, home, env, system: { file: join(home, 'no-system.yml'), owner: 0 } },
    [Symbol.dispose]: () => rmSync(home, { recursive: true, force: true }),
  };
}
