import { createApp, type App } from '../../app/create-app.ts';
import { toWorld } from '../../app/load-config.ts';
import { Fault } from '../../base/fault.ts';
import type { CommandContext, ParsedArgs } from '../command.ts';

/** Does something with the app and closes it, whatever happens. */
export async function withApp<T>(context: CommandContext, work: (app: App) => Promise<T>): Promise<T> {
  const app = await createApp(toWorld(context));
  try {
    return await work(app);
  } finally {
    await app.close();
  }
}

/** The one word behind a verb. Throws a Fault that names it. */
export function readName({ positionals }: ParsedArgs, verb: string): string {
  const [name] = positionals;
  if (name === undefined) throw new Fault('usage', `${verb} needs the name of a skill.`, { hint: SEE_LIST });
  return name;
}

const SEE_LIST = 'bailiwick skills list shows them';
