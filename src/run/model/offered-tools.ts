import type { Tool } from '../../ports/tool.ts';
import { isToolName, TOOLS } from '../../vocab/tool-names.ts';
import type { Mode } from '../../vocab/principal.ts';

/**
 * The tools a model is shown: in plan mode none that only writes. What is hidden stays denied by the judge when the
 * model names it all the same.
 */
export const offeredTools = (tools: ReadonlyMap<string, Tool>, mode: Mode): readonly Tool[] =>
  [...tools.values()].filter(
    ({ name }) => mode !== 'plan' || !isToolName(name) || ['read', 'exec', 'net-in'].includes(TOOLS[name].effect),
  );
