import { Fault } from '../base/fault.ts';
import type { CommandOutcome, CommandSpec, Sandbox } from '../ports/sandbox.ts';
import type { Openings, SandboxSettings, SandboxState } from '../vocab/sandbox.ts';
import { PROGRAMS, toArguments } from './bubblewrap.ts';
import { checkStart, isExecutable } from './check-start.ts';
import { createKeptOutput } from './kept-output.ts';
import { type Layout, toMounts } from './mounts.ts';
import { type RunningCommand, startCommand } from './start-command.ts';

export type SandboxChoice = Pick<SandboxSettings, 'mode' | 'network' | 'onUnavailable'>;

/** A command that was started and not yet waited for. */
export interface StartedCommand extends RunningCommand {
  readonly ranIn: CommandOutcome['ranIn'];
}

export type StartSpec = Omit<CommandSpec, 'timeoutMs' | 'maxBytes' | 'onOutput'> & {
  readonly timeoutMs: number | null;
  readonly stdin: 'closed' | 'pipe';
  readonly onOutput: (chunk: Uint8Array) => void;
};

export interface CommandSandbox extends Sandbox {
  start(spec: StartSpec): Promise<StartedCommand>;
  /** Finds out whether a sandbox works here, once; a command does the same. */
  probe(): Promise<SandboxState>;
  /** Throws a Fault `sandbox-unavailable` where no sandbox works. */
  demand(): Promise<void>;
  /** What is known so far; where no program is there at all it is known without trying. */
  state(): SandboxState;
}

const CLOSED: Openings = { paths: [], doors: [] };

const PROBE_MS = 10_000;

export const INSTALL_HINT =
  'install bubblewrap (Debian, Ubuntu, Fedora, Arch: the package bubblewrap) and allow user namespaces, or set sandbox.mode';

/**
 * Runs commands in bubblewrap where it works and is wanted, else on the host, else not at all. `layout` is asked before
 * each command, so that what appeared meanwhile is hidden too; `onMissing` is told once why commands run without one.
 */
export function createSandbox(
  choice: SandboxChoice,
  layout: () => Layout,
  onMissing: (why: string) => void = () => undefined,
): CommandSandbox {
  let probed: Promise<SandboxState> | null = null;
  let state: SandboxState = choice.mode === 'off' ? { name: 'host', why: null } : beforeProbe();
  const program = PROGRAMS.find(isExecutable);
  const refuses = choice.mode === 'require' || choice.onUnavailable === 'deny';
  const settle = (found: SandboxState): SandboxState => {
    state = found;
    if (found.why !== null && !refuses) onMissing(found.why);
    return state;
  };
  if (state.why !== null) settle(state);
  const cage = (cwd: string, openings: Openings): readonly string[] =>
    toArguments({
      mounts: toMounts(layout(), openings),
      network: choice.network,
      cwd,
      isRoot: process.getuid?.() === 0,
    });
  const probe = (): Promise<SandboxState> => {
    if (program === undefined || choice.mode === 'off') return Promise.resolve(state);
    probed ??= tryOut([program, ...cage('/', CLOSED), 'true']).then((why) => {
      return settle(why === null ? { name: 'bubblewrap', why: null } : { name: 'host', why });
    });
    return probed;
  };
  const start = async (spec: StartSpec): Promise<StartedCommand> => {
    checkStart(spec);
    const { name, why } = spec.unconfined === true ? { name: 'host', why: null } : await probe();
    if (name === 'host' && why !== null && refuses) throw unavailable(why);
    const isCaged = name === 'bubblewrap' && program !== undefined;
    const openings = spec.openings ?? CLOSED;
    const agent = openings.doors.includes('ssh') ? layout().doors.ssh?.[0] : undefined;
    const running = await startCommand({
      ...spec,
      argv: isCaged ? [program, ...cage(spec.cwd, openings), ...spec.argv] : spec.argv,
      program: spec.argv[0],
      env: agent === undefined ? spec.env : { ...spec.env, SSH_AUTH_SOCK: agent },
      holdsNamespace: isCaged,
    });
    return { ...running, ranIn: isCaged ? 'bubblewrap' : 'host' };
  };
  return {
    get name() {
      return state.name ?? 'host';
    },
    state: () => state,
    probe,
    async demand() {
      const { name, why } = await probe();
      if (name !== 'bubblewrap') throw unavailable(why ?? 'it is switched off');
    },
    start,
    run: (spec) => run(spec, start),
  };
}

const unavailable = (why: string): Fault =>
  new Fault('sandbox-unavailable', `No command runs without a sandbox here, and ${why}.`, { hint: INSTALL_HINT });

function beforeProbe(): SandboxState {
  if (process.platform !== 'linux') return { name: 'host', why: `there is none for ${process.platform} yet` };
  return PROGRAMS.some(isExecutable)
    ? { name: null, why: null }
    : { name: 'host', why: 'bubblewrap (bwrap) is not installed' };
}

/** Null when it works; else what it said. */
async function tryOut(argv: readonly [string, ...string[]]): Promise<string | null> {
  const said = createKeptOutput(4096);
  const { done } = await startCommand({
    argv,
    program: argv[0],
    cwd: '/',
    env: { PATH: '/usr/bin:/bin' },
    stdin: 'closed',
    holdsNamespace: true,
    timeoutMs: PROBE_MS,
    signal: new AbortController().signal,
    onOutput: said.add,
  });
  const { exitCode, end } = await done;
  if (exitCode === 0) return null;
  const text = Buffer.from(said.read().output).toString().trim().split('\n').at(-1) ?? '';
  if (end === 'timeout') return 'bubblewrap did not answer';
  return `bubblewrap does not work here (${text === '' ? `exit code ${exitCode}` : text})`;
}

async function run(spec: CommandSpec, start: CommandSandbox['start']): Promise<CommandOutcome> {
  const startedAt = performance.now();
  const kept = createKeptOutput(spec.maxBytes);
  const onOutput = (chunk: Uint8Array): void => {
    kept.add(chunk);
    spec.onOutput?.(chunk);
  };
  const { done, ranIn } = await start({ ...spec, stdin: 'closed', onOutput });
  const ended = await done;
  return { ...ended, ...kept.read(), durationMs: Math.round(performance.now() - startedAt), ranIn };
}
