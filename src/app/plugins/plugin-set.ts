import { setTimeout as wait } from 'node:timers/promises';
import { taintOf } from '../../guard/envelope.ts';
import type { RunState } from '../../run/run-state.ts';
import type { EndedTurn } from '../../sdk/turn.ts';
import type { PluginCommand } from '../../sdk/plugin.ts';
import { NO_PLUGINS, ownerOf, readPluginJob, type ChatCommand, type PluginSet } from './no-plugins.ts';
import { toFault, sayThrown } from './refuse-plugin.ts';
import type { Registered } from './register-plugin.ts';

const MAX_GUIDANCE = 4_000;
const HOOK_MS = 5_000;
const CLOSE_MS = 5_000;

/** Puts together what was registered. Throws a Fault where two plugins have the same command or tool. */
export function createPluginSet(all: readonly Registered[], log: (plugin: string, line: string) => void): PluginSet {
  const working = new Set<Promise<void>>();
  const commands = all.flatMap(({ name, commands: own }) => own.map((one) => toChatCommand(one, name)));
  const tools = all.flatMap(({ name, tools: own }) => own.map((one) => ({ ...one, plugin: name })));
  refuseDoubles(commands, 'command /');
  refuseDoubles(tools, 'tool ');
  return {
    tools,
    commands,
    guidance: () =>
      all.flatMap(({ name, guidance }) => guidance.map((say) => readGuidance(say, (line) => log(name, line)))).join(''),
    turnEnded(state) {
      const turn = toEndedTurn(state);
      for (const { name, hooks } of all) {
        for (const hook of hooks) {
          const work = callHook(hook, turn, (line) => log(name, line)).finally(() => working.delete(work));
          working.add(work);
        }
      }
    },
    async runJob(job, hold) {
      const owner = all.find(({ name }) => name === ownerOf(job));
      if (owner === undefined) return NO_PLUGINS.runJob(job, hold);
      const known = owner.jobs.get(job.kind.slice(owner.name.length + 1));
      if (known === undefined) throw toFault(owner.name, { why: `it has no job ${job.kind} any more` });
      const said = await known.run(readPluginJob(job).payload, hold);
      return { code: 'done', message: typeof said === 'string' ? said : 'It is done.' };
    },
    settled: async () => void (await Promise.all(working)),
    async close() {
      await Promise.all(working);
      await closeAll(all, log);
    },
  };
}

/** One after the other, each within its time; what goes wrong is told and stops no other. */
export async function closeAll(all: readonly Registered[], log: (plugin: string, line: string) => void): Promise<void> {
  for (const { name, close } of all) await limited(close, CLOSE_MS, (why) => log(name, `close(): ${why}`));
}

const toChatCommand = ({ name, summary, run }: PluginCommand, plugin: string): ChatCommand => ({
  name,
  summary,
  plugin,
  run: async (args) => run(args),
});

function refuseDoubles(all: readonly { readonly name: string; readonly plugin: string }[], what: string): void {
  for (const [at, { name, plugin }] of all.entries()) {
    const other = all.slice(0, at).find((one) => one.name === name);
    if (other !== undefined) throw toFault(plugin, { why: `${other.plugin} has the ${what}${name} already` });
  }
}

function readGuidance(say: () => string | null, log: (line: string) => void): string {
  try {
    const text: unknown = say();
    if (text === null || text === undefined) return '';
    if (typeof text !== 'string') throw new Error(`it must be a text, and is ${typeof text}`);
    if (text.trim() === '') return '';
    if (text.length <= MAX_GUIDANCE) return `\n${text.trim()}\n`;
    log(`its guidance is longer than ${MAX_GUIDANCE} characters and is left out`);
  } catch (error) {
    log(`its guidance is left out: ${sayThrown(error)}`);
  }
  return '';
}

const callHook = (hook: Registered['hooks'][number], turn: EndedTurn, log: (line: string) => void): Promise<void> =>
  limited(
    async () => {
      // Behind what the turn itself has to tell.
      await new Promise((begin) => void setImmediate(begin));
      await hook(turn);
    },
    HOOK_MS,
    (why) => log(`its hook turn-ended: ${why}`),
  );

/** Waits for so long; whatever goes wrong is told and thrown no further. */
async function limited(work: () => Promise<void>, maxMs: number, tell: (why: string) => void): Promise<void> {
  const over = new AbortController();
  const late = wait(maxMs, 'late', { signal: over.signal }).catch(() => 'late');
  try {
    if ((await Promise.race([work().then(() => 'done'), late])) === 'late') tell(`not done after ${maxMs / 1000} s`);
  } catch (error) {
    tell(sayThrown(error));
  } finally {
    over.abort();
  }
}

function toEndedTurn(state: RunState): EndedTurn {
  const { session, run, cwd, mode, model, messages, calls, reply, end } = state;
  return {
    ...{ session, run, cwd, mode, messages },
    model: reply?.model ?? model,
    end: end?.reason ?? 'interrupted',
    answer: reply?.text ?? '',
    calls: calls.length,
    taint: taintOf(messages),
  };
}
