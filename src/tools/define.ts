import { defineTool as define, type ToolPlan } from '../ports/define-tool.ts';
import type { Tool } from '../ports/tool.ts';
import { TOOLS, type ToolName } from '../vocab/tool-names.ts';

export { flag, plainText, refuse, wholeNumber } from '../ports/define-tool.ts';

/** A tool that is built in: its risk stands in the table of names. */
export const defineTool = <Args>(plan: Omit<ToolPlan<Args>, 'risk'> & { readonly name: ToolName }): Tool =>
  define({ ...plan, risk: TOOLS[plan.name].risk });
