import { createApp, type App } from '../../../app/create-app.ts';
import type { AppConfig, World } from '../../../app/load-config.ts';
import { Fault } from '../../../base/fault.ts';
import { SLASH_COMMANDS } from '../slash.ts';

/** The app of a chat with its plugins loaded. Throws a Fault before anything is drawn where one of them stops the start. */
export async function openChatApp(
  { world, config }: { readonly world: World; readonly config: AppConfig | null },
  log: (plugin: string, line: string) => void,
): Promise<App> {
  const app = await createApp(world, { log, ...(config === null ? {} : { config }) });
  try {
    const { commands } = await app.openPlugins();
    const taken = commands.find(({ name }) => SLASH_COMMANDS.some((one) => one.name === name));
    if (taken === undefined) return app;
    throw new Fault(
      'plugin-refused',
      `The plugin ${taken.plugin} stops the start: its command /${taken.name} is one of the chat.`,
    );
  } catch (error) {
    await app.close();
    throw error;
  }
}
