import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createApp, type App } from '../../src/app/create-app.ts';
import type { World } from '../../src/app/load-config.ts';
import { openPluginDesk, type PluginDesk } from '../../src/app/plugins/plugin-desk.ts';
import type { AppPorts, TurnOptions } from '../../src/app/turn/turn-options.ts';

/** A home with plugins and a project, in this very process. */
export interface PluginGround extends Disposable {
  readonly home: string;
  readonly project: string;
  readonly world: World;
  /** Paths are below the home of the agent. */
  write(path: string, text: string): void;
  /** `config.yml` as JSON, which is YAML. */
  configure(config: object): void;
  desk(): Promise<PluginDesk>;
  allow(name: string): Promise<void>;
  app(ports?: AppPorts): Promise<App>;
  /** What a start says: the message of the Fault, or null when all is loaded. */
  start(ports?: AppPorts): Promise<string | null>;
}

export function createPluginGround(env: Readonly<Record<string, string>> = {}): PluginGround {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'bailiwick-plugins-')));
  const [home, project] = [join(root, 'home'), join(root, 'project')];
  const own = join(home, '.bailiwick');
  mkdirSync(own, { recursive: true });
  mkdirSync(project);
  const world = { cwd: project, home, env: { PATH: process.env['PATH'], HOME: home, ...env } };
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(own, path)), { recursive: true });
    writeFileSync(join(own, path), text);
  };
  const app = (ports: AppPorts = {}): Promise<App> => createApp(world, { log: () => undefined, ...ports });
  return {
    home: own,
    project,
    world,
    write,
    configure: (config) => write('config.yml', JSON.stringify(config, null, 1)),
    desk: () => openPluginDesk(world),
    async allow(name) {
      const desk = await openPluginDesk(world);
      await desk.allow(await desk.look(name), 'local:1');
    },
    app,
    async start(ports) {
      const opened = await app(ports);
      try {
        await opened.openPlugins();
        return null;
      } catch (error) {
        return error instanceof Error ? error.message.replaceAll(root, '') : String(error);
      } finally {
        await opened.close();
      }
    },
    [Symbol.dispose]: () => rmSync(root, { recursive: true, force: true }),
  };
}

/** A configuration that enables one plugin. */
export const enable = (name: string, config?: object): object => ({
  plugins: { entries: { [name]: { enabled: true, ...(config === undefined ? {} : { config }) } } },
});

export const toTurn = (changes: Partial<TurnOptions> = {}): TurnOptions => ({
  principal: { id: 'local:1' },
  answerer: { ask: async () => ({ answer: 'once', by: 'local:1' }) },
  signal: new AbortController().signal,
  model: 'played:test',
  maxSteps: 10,
  maxTokens: null,
  maxMs: null,
  watch: () => undefined,
  ...changes,
});
