import { mergeTools } from '../policy/config/settings.ts';
import type { Risk } from '../vocab/tool-names.ts';
import { JOB_TOOLS, isToolName, TOOLS } from '../vocab/tool-names.ts';
import { createApp } from './create-app.ts';
import type { World } from './load-config.ts';

/** A tool as the model would be given it here, or why not. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly risk: Risk;
  /** What its calls do at most, as far as the name tells; the judge goes by the arguments. */
  readonly effects: readonly string[];
  /** The plugin that adds it; null: it is built in. */
  readonly plugin: string | null;
  readonly on: boolean;
  /** The line that switches it off; null when it is on. */
  readonly off: { readonly file: string; readonly line: number } | null;
}

/** Throws a Fault `plugin-refused` where no turn could begin either. */
export async function listTools(world: World): Promise<readonly ListedTool[]> {
  const app = await createApp(world);
  try {
    const { sources } = app.config;
    const { createTools } = await import('../tools/all-tools.ts');
    const settings = new Map(mergeTools(sources, () => undefined).map((tool) => [tool.name, tool]));
    const builtIn = createTools().map((tool) => ({ ...tool, plugin: null }));
    return [...builtIn, ...(await app.openPlugins()).tools].map(({ name, title, risk, plugin }) => {
      const shell = JOB_TOOLS.includes(name) ? settings.get('shell') : undefined;
      const setting = shell?.value === false ? shell : settings.get(name);
      const source = setting?.value === false ? setting.source : null;
      return {
        name,
        title,
        risk,
        effects: isToolName(name) ? [TOOLS[name].effect] : ['write', 'net-out'],
        plugin,
        on: setting?.value !== false,
        off: source === null ? null : { file: source.file, line: source.line },
      };
    });
  } finally {
    await app.close();
  }
}
