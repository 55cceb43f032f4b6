import type { Tool } from '../../ports/tool.ts';
import type { EndedTurn } from '../../sdk/turn.ts';
import type { Plugin, PluginCommand, PluginHost, PluginJob } from '../../sdk/plugin.ts';
import { PLUGIN_NAME } from '../../vocab/plugin.ts';
import { isToolName } from '../../vocab/tool-names.ts';
import { findToolFault, toForeignTool } from './foreign-tool.ts';
import { placeOf } from './load-code.ts';
import { sayThrown, toFault } from './refuse-plugin.ts';

/** What one plugin added. */
export interface Registered {
  readonly name: string;
  readonly tools: readonly Tool[];
  readonly hooks: readonly ((turn: EndedTurn) => void | Promise<void>)[];
  readonly guidance: readonly (() => string | null)[];
  readonly jobs: ReadonlyMap<string, PluginJob>;
  readonly commands: readonly PluginCommand[];
  readonly close: () => Promise<void>;
}

export interface HostParts {
  readonly isBuiltIn: boolean;
  readonly config: unknown;
  readonly workspace: string;
  readonly log: (line: string) => void;
  readonly enqueue: PluginHost['enqueue'];
}

/** Has the plugin add what it has. Throws a Fault `plugin-refused` that names it for whatever goes wrong. */
export async function registerPlugin(plugin: Plugin, parts: HostParts): Promise<Registered> {
  const { name } = plugin;
  const tools: Tool[] = [];
  const hooks: Registered['hooks'][number][] = [];
  const guidance: (() => string | null)[] = [];
  const jobs = new Map<string, PluginJob>();
  const commands: PluginCommand[] = [];
  let isOpen = true;
  const adding = (what: string): void => {
    if (!isOpen) throw new Error(`${what} is added while register() runs, and not later`);
  };
  const host: PluginHost = {
    pluginName: name,
    config: parts.config,
    workspace: parts.workspace,
    log: parts.log,
    addTool(tool) {
      adding('a tool');
      tools.push(takeTool(tool, { name, isBuiltIn: parts.isBuiltIn, taken: tools }));
    },
    addHook(when, hook) {
      adding('a hook');
      if (when !== 'turn-ended') throw new Error(`there is no hook ${JSON.stringify(when)}; known is turn-ended`);
      checkFunction(hook, 'a hook');
      hooks.push(hook);
    },
    addGuidance(say) {
      adding('guidance');
      checkFunction(say, 'guidance');
      guidance.push(say);
    },
    addJob(job) {
      adding('a job');
      checkGiven(job, 'job', job?.kind, [...jobs.keys()]);
      jobs.set(job.kind, job);
    },
    async enqueue(kind, payload, once) {
      if (once !== undefined && typeof once !== 'string') throw new Error(`the third word of enqueue() is a text`);
      if (!jobs.has(kind)) throw new Error(`there is no job ${JSON.stringify(kind)}; addJob() comes first`);
      return parts.enqueue(kind, payload, once);
    },
    addCommand(command) {
      adding('a command');
      const taken = commands.map((one) => one.name);
      checkGiven(command, 'command', command?.name, taken);
      commands.push(command);
    },
  };
  try {
    await withLimit(plugin.register(host));
  } catch (error) {
    throw toFault(name, { why: `${sayThrown(error)}${placeOf(name, error)}` }, error);
  } finally {
    isOpen = false;
  }
  return { name, tools, hooks, guidance, jobs, commands, close: async () => plugin.close?.() };
}

const REGISTER_MS = 10_000;

/** What never comes to an end must not let the program end as if all were well. */
async function withLimit(work: void | Promise<void>): Promise<void> {
  const { promise, reject } = Promise.withResolvers<never>();
  const late = setTimeout(() => reject(new Error(`register() took longer than ${REGISTER_MS / 1000} s`)), REGISTER_MS);
  try {
    await Promise.race([work, promise]);
  } finally {
    clearTimeout(late);
  }
}

function checkFunction(given: unknown, what: string): void {
  if (typeof given !== 'function') throw new Error(`${what} is a function, and not ${typeof given}`);
}

/** What foreign code gives may be anything, whatever its type says. */
function checkGiven(given: unknown, what: string, name: unknown, taken: readonly string[]): void {
  if (typeof given !== 'object' || given === null) throw new Error(`a ${what} is an object, and not ${String(given)}`);
  if (typeof name !== 'string' || !PLUGIN_NAME.test(name))
    throw new Error(`the ${what} ${JSON.stringify(name)} has no name of small letters`);
  if (taken.includes(name)) throw new Error(`there are two ${what}s ${name}`);
  if (!('run' in given) || typeof given.run !== 'function') throw new Error(`the ${what} ${name} has no run()`);
}

interface Taking {
  readonly name: string;
  readonly isBuiltIn: boolean;
  readonly taken: readonly Tool[];
}

/** A built-in plugin's tool keeps its name, which stands in the table of tools; every other is named after its plugin. */
function takeTool(tool: Tool, { name, isBuiltIn, taken }: Taking): Tool {
  const fault = findToolFault(tool);
  if (fault !== null) throw new Error(fault);
  if (isBuiltIn && !isToolName(tool.name)) throw new Error(`the tool ${tool.name} stands in no table`);
  const added = isBuiltIn ? tool : toForeignTool(tool, name);
  if (taken.some((one) => one.name === added.name)) throw new Error(`there are two tools ${tool.name}`);
  return added;
}
