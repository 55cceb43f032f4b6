import { mergeTools } from '../policy/config/settings.ts';
import type { Risk } from '../vocab/tool-names.ts';
import { JOB_TOOLS, isToolName, TOOLS } from '../vocab/tool-names.ts';
import { loadApp } from './load-app.ts';
import type { World } from './load-config.ts';

/** A tool as the model would be given it here, or why not. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly risk: Risk;
  /** What its calls do at most, as far as the name tells; the judge goes by the arguments. */
  readonly effects: readonly string[];
  readonly on: boolean;
  /** The line that switches it off; null when it is on. */
  readonly off: { readonly file: string; readonly line: number } | null;
}

export async function listTools(world: World): Promise<readonly ListedTool[]> {
  const { sources } = await loadApp(world);
  const { createTools } = await import('../tools/all-tools.ts');
  const settings = new Map(mergeTools(sources, () => undefined).map((tool) => [tool.name, tool]));
  return createTools().map(({ name, title, risk }) => {
    const shell = JOB_TOOLS.includes(name) ? settings.get('shell') : undefined;
    const setting = shell?.value === false ? shell : settings.get(name);
    const source = setting?.value === false ? setting.source : null;
    return {
      name,
      title,
      risk,
      effects: isToolName(name) ? [TOOLS[name].effect] : ['write', 'net-out'],
      on: setting?.value !== false,
      off: source === null ? null : { file: source.file, line: source.line },
    };
  });
}
