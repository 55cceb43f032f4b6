import * as z from 'zod/mini';
import { Fault } from '../../base/fault.ts';
import type { CommandOutcome, CommandSpec } from '../../ports/sandbox.ts';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import type { Call } from '../../vocab/call.ts';
import { defineTool, flag, plainText, refuse, wholeNumber } from '../define.ts';
import { noteOnSandbox, sayPrivilege } from './note-on-sandbox.ts';
import { startInBackground } from './start-in-background.ts';
import { type Keep, tellOutput } from './tell-output.ts';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 600;

export const MAX_WAIT_MS = 10_000;

/** What is kept of the output for later reading; beyond it the middle is lost. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** 128 + SIGPIPE: the reader of a pipe had enough, as in `yes | head -1`. */
const BROKEN_PIPE = 141;

const args = z.strictObject({
  command: plainText('run by bash'),
  timeout_seconds: wholeNumber(1, MAX_SECONDS, `${DEFAULT_SECONDS} unless given`),
  description: z.optional(z.string().check(z.describe('what it is for, in five words'))),
  background: flag('start it as a job and return its id at once'),
  wait_ms: wholeNumber(0, MAX_WAIT_MS, 'how long a job is waited for at its start'),
});
type Args = z.infer<typeof args>;

export const shellTool = defineTool({
  name: 'shell',
  title: 'Run a command',
  description:
    'Runs a bash command in the working folder, without input or terminal. Processes left in the background end with it; `background` starts a job that goes on until the turn ends, for shell_output, shell_tail, shell_input and shell_kill. Prefer the other tools for files.',
  args,
  subject: ({ command }) => command,
  effects: ({ command }) => [{ kind: 'exec', where: 'host', target: command }],
  run: runShell,
});

async function runShell(args: Args, context: ToolContext, call: Call): Promise<ToolResult> {
  const refusal = context.floor(args.command);
  if (refusal !== null) return refuse(`refused by the layer hardline: ${refusal}`);
  const seconds = args.timeout_seconds ?? DEFAULT_SECONDS;
  const { cwd, env, openings } = context;
  // After `--` the command is the command, also when it starts with a dash.
  const spec = { argv: ['bash', '--norc', '--noprofile', '-c', '--', args.command], cwd, env, openings } as const;
  try {
    if (args.background === true) return await startInBackground(args, spec, { context, call });
    return await runCommand(spec.argv, seconds, context, call);
  } catch (error) {
    if (error instanceof Fault) return refuse(`${error.message}; ${error.hint}`);
    throw error;
  }
}

/** Runs a program for a call to its end; the model gets head and tail of its output, and where the rest is kept. */
export async function runCommand(
  argv: CommandSpec['argv'],
  seconds: number,
  context: ToolContext,
  call: Call,
): Promise<ToolResult> {
  const { cwd, env, openings, signal, onOutput } = context;
  const outcome = await context.sandbox.run({
    argv,
    cwd,
    env,
    openings,
    timeoutMs: seconds * 1000,
    maxBytes: MAX_KEPT_BYTES,
    signal,
    ...(onOutput === undefined ? {} : { onOutput }),
  });
  const failure = sayFailure(outcome, seconds);
  const why = failure === null ? null : [failure, sayPrivilege(openings, outcome.ranIn) ?? []].flat().join('; ');
  const result = await toResult(outcome, why, (bytes) => context.keep(call.id, bytes));
  const opened = openings.paths.map(({ access, path }) => `${access} ${path}`);
  return opened.length === 0 ? result : { ...result, detail: { ...result.detail, opened } };
}

async function toResult(outcome: CommandOutcome, why: string | null, keep: Keep): Promise<ToolResult> {
  const { output, headBytes, droppedBytes, durationMs } = outcome;
  const told = await tellOutput(output, headBytes === undefined ? null : { at: headBytes, bytes: droppedBytes }, keep);
  const wrap = (text: string): string =>
    [...(why === null ? [] : [why]), text, ...(outcome.exitCode === BROKEN_PIPE ? [PIPE_NOTE] : [])].join('\n');
  const note = why === null ? '' : noteOnSandbox(told.text, outcome.ranIn);
  const detail = {
    exitCode: outcome.exitCode,
    signal: outcome.signal,
    end: outcome.end,
    durationMs,
    droppedBytes,
    kept: told.kept,
    why,
    sandbox: outcome.ranIn,
  };
  return { isError: why !== null, text: wrap(told.text) + note, compare: wrap(told.compare), detail };
}

const PIPE_NOTE = `[exit code ${BROKEN_PIPE}: a reader closed its pipe early, which is no failure]`;

/** Why the command failed, as the first line of its result, where no output can forge it; null when it did not fail. */
function sayFailure({ end, exitCode, signal }: CommandOutcome, seconds: number): string | null {
  if (end === 'timeout') return `timed out after ${seconds} s`;
  if (end === 'aborted') return 'stopped: the turn was ended';
  if (signal !== null) return `ended by ${signal}`;
  return exitCode === 0 || exitCode === BROKEN_PIPE ? null : `exit code ${exitCode}`;
}
