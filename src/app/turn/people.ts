import { createId } from '../../base/ids.ts';
import { createRedactor } from '../../guard/redact.ts';
import type { Store } from '../../ports/store.ts';
import type { AppConfig } from '../load-config.ts';
import { keepResult } from './keep-result.ts';

/** What a person does in a front end besides talking to the model. */
export interface People {
  /**
   * Keeps a session for this front end as long as the process lives; null when another one has it. A turn needs no such
   * hold: it only tells a second person that the session is open elsewhere.
   */
  hold(session: string): Promise<{ release(): Promise<void> } | null>;
  /** Why a call was decided as it was: every step, in words; null when nothing is stored about it. */
  why(run: string, call: string): Promise<string | null>;
  /** Runs the person's own command line in the session's folder, as their own shell would: nobody judges it. */
  runOwn(command: string, options: OwnOptions): Promise<OwnCommand>;
  /** Runs the person's own program for notifications, with the text as its last argument; how it ends does not matter. */
  notify(text: string): void;
  /**
   * Has the person change a text in their own editor ($VISUAL, $EDITOR, else `vi`), in a file of this name. Null: the editor
   * ended with an error, and nothing counts.
   */
  edit(text: string, name: string): Promise<string | null>;
  /** Keeps a text that is too long for a message; gives back a path that the model can read. */
  keepText(text: string): Promise<string>;
}

interface OwnOptions {
  readonly signal: AbortSignal;
  readonly onOutput: (chunk: Uint8Array) => void;
}

export interface OwnCommand {
  /** Standard output and error as they came, known secrets masked; the middle of much of it is left out. */
  readonly output: string;
  /** `exit code 3`, `ended by SIGINT`; null when it went well. */
  readonly failure: string | null;
  readonly durationMs: number;
  /** It may have printed what others wrote. */
  readonly reachesNetwork: boolean;
}

const MAX_OWN_BYTES = 200_000;
const MAX_OWN_MS = 24 * 3600 * 1000;

export function createPeople(config: AppConfig, getStore: () => Promise<Store>): People {
  return {
    async hold(session) {
      const lock = await (await getStore()).locks.take(`chat_${session}`);
      return lock === null ? null : { release: () => lock.release(true) };
    },
    async why(run, call) {
      const row = await (await getStore()).decisions.find(run, call);
      if (row === null) return null;
      const { explain } = await import('../../policy/explain.ts');
      return createRedactor(config.secrets).text(explain(row.decision, 'person'));
    },
    runOwn: (command, options) => runOwn(command, config, options),
    notify: (text) => void notify(text, config),
    async edit(text, name) {
      const { editText } = await import('../workshop/edit-text.ts');
      return editText(text, name, config);
    },
    keepText: (text) => keepResult(config.agentHome, 'pasted', createId('text'), Buffer.from(text)),
  };
}

const MAX_NOTIFY_MS = 10_000;

async function notify(text: string, { chat, cwd, world }: AppConfig): Promise<void> {
  const [program, ...words] = chat.notifyCommand;
  if (program === undefined) return;
  const { createHostSandbox } = await import('./turn-parts.ts');
  const signal = AbortSignal.timeout(MAX_NOTIFY_MS);
  const argv = [program, ...words, text] as const;
  const spec = { argv, cwd, env: envOf(world), timeoutMs: MAX_NOTIFY_MS, maxBytes: 1_000, signal };
  // A program that is not there must not end a chat.
  await createHostSandbox()
    .run(spec)
    .catch(() => undefined);
}

const envOf = ({ env }: Pick<AppConfig['world'], 'env'>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

/** As for commands of the agent; a line that cannot be read whole counts. */
async function mayReachNetwork(command: string, cwd: string, world: AppConfig['world']): Promise<boolean> {
  const [{ networkOf }, { readShellLine }] = await Promise.all([
    import('../../policy/effects.ts'),
    import('../../shell/read.ts'),
  ]);
  const line = readShellLine(command, { cwd, home: world.home, env: envOf(world) });
  return line.kind !== 'line' || line.commands.some((one) => networkOf(one) !== null);
}

async function runOwn(
  command: string,
  { cwd, world, secrets }: AppConfig,
  { signal, onOutput }: OwnOptions,
): Promise<OwnCommand> {
  const { createHostSandbox } = await import('./turn-parts.ts');
  const outcome = await createHostSandbox().run({
    argv: [world.env['SHELL'] ?? '/bin/bash', '-c', command],
    cwd,
    env: envOf(world),
    timeoutMs: MAX_OWN_MS,
    maxBytes: MAX_OWN_BYTES,
    signal,
    onOutput,
  });
  const { output, droppedBytes, exitCode, signal: endedBy, durationMs } = outcome;
  const text = new TextDecoder().decode(output);
  const note = droppedBytes === 0 ? '' : `\n[${droppedBytes} bytes of its middle are left out]`;
  const failed = exitCode === null ? 'stopped before it began' : `exit code ${exitCode}`;
  const failure = endedBy !== null ? `ended by ${endedBy}` : exitCode === 0 ? null : failed;
  const reachesNetwork = await mayReachNetwork(command, cwd, world);
  return { output: createRedactor(secrets).text(text) + note, failure, durationMs, reachesNetwork };
}
