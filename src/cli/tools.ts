import { listTools, type ListedTool } from '../app/list-tools.ts';
import { toWorld } from '../app/load-config.ts';
import { showOnOneLine } from '../base/text.ts';
import { booleanFlag, type Command } from './command.ts';

/** `tools`: what the agent has in its hands here. */
export const command: Command = {
  name: 'tools',
  summary: 'List the tools with their risk and effects, and why one is off',
  usage: 'tools [--json]',
  examples: ['bailiwick tools', "bailiwick tools --json | jq -r '.[] | select(.on) | .name'"],
  operands: 0,
  args: { json: { type: 'boolean', help: 'print one JSON array' } },
  async run(context, args, out) {
    const tools = await listTools(toWorld(context));
    if (booleanFlag(args, 'json')) out.json(tools);
    else out.write(renderTools(tools));
    return 0;
  },
};

function renderTools(tools: readonly ListedTool[]): string {
  const width = Math.max(...tools.map(({ name }) => name.length));
  return tools
    .map(({ name, title, risk, effects, off, on }) => {
      const state = off === null ? (on ? 'on ' : 'off') : `off by ${showOnOneLine(off.file)}:${off.line}`;
      return `${[name.padEnd(width), risk.padEnd(6), effects.join(', ').padEnd(6), state, title].join('  ')}\n`;
    })
    .join('');
}
