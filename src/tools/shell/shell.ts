import * as z from 'zod/mini';
import { digestText } from '../../base/digest.ts';
import { Fault } from '../../base/fault.ts';
import type { CommandOutcome, CommandSpec } from '../../ports/sandbox.ts';
import type { ToolContext, ToolResult } from '../../ports/tool.ts';
import type { Call } from '../../vocab/call.ts';
import { defineTool, plainText, refuse, wholeNumber } from '../define.ts';
import { type BoundOutput, boundOutput } from './bound-output.ts';

const DEFAULT_SECONDS = 120;
const MAX_SECONDS = 600;

/** What is kept of the output for later reading; beyond it the middle is lost. */
const MAX_KEPT_BYTES = 8 * 1024 * 1024;

/** 128 + SIGPIPE: the reader of a pipe had enough, as in `yes | head -1`. */
const BROKEN_PIPE = 141;

const args = z.strictObject({
  command: plainText('run by bash'),
  timeout_seconds: wholeNumber(1, MAX_SECONDS, `${DEFAULT_SECONDS} unless given`),
  description: z.optional(z.string().check(z.describe('what it is for, in five words'))),
});
type Args = z.infer<typeof args>;

export const shellTool = defineTool({
  name: 'shell',
  title: 'Run a command',
  description:
    'Runs a bash command in the working folder, without input or terminal. Processes left in the background end with it. Prefer the other tools for files.',
  args,
  subject: ({ command }) => command,
  effects: ({ command }) => [{ kind: 'exec', where: 'host', target: command }],
  run: runShell,
});

async function runShell(args: Args, context: ToolContext, call: Call): Promise<ToolResult> {
  const refusal = context.floor(args.command);
  if (refusal !== null) return refuse(`refused by the layer hardline: ${refusal}`);
  const seconds = args.timeout_seconds ?? DEFAULT_SECONDS;
  try {
    // After `--` the command is the command, also when it starts with a dash.
    return await runCommand(['bash', '--norc', '--noprofile', '-c', '--', args.command], seconds, context, call);
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
  const outcome = await context.sandbox.run({
    argv,
    cwd: context.cwd,
    env: context.env,
    timeoutMs: seconds * 1000,
    maxBytes: MAX_KEPT_BYTES,
    signal: context.signal,
    ...(context.onOutput === undefined ? {} : { onOutput: context.onOutput }),
  });
  return toResult(outcome, seconds, (bytes) => context.keep(call.id, bytes));
}

type Keep = (bytes: Uint8Array) => Promise<string>;

/** The path of what was kept, or why it could not be; the command has run, and its head and tail are told either way. */
async function keepOrSay(keep: Keep, bytes: Uint8Array): Promise<{ path: string | null; fault: string | null }> {
  try {
    return { path: await keep(bytes), fault: null };
  } catch (error) {
    if (error instanceof Fault) return { path: null, fault: error.message };
    throw error;
  }
}

async function toResult(outcome: CommandOutcome, seconds: number, keep: Keep): Promise<ToolResult> {
  const { output, headBytes, droppedBytes, durationMs } = outcome;
  const gap = headBytes === undefined ? null : { at: headBytes, bytes: droppedBytes };
  const bound = boundOutput(output, gap);
  const nothing = { path: null, fault: null };
  const { path: kept, fault } = bound.leftOut === 0 ? nothing : await keepOrSay(keep, markGap(output, gap));
  const why = sayFailure(outcome, seconds);
  const lead = why === null ? [] : [why];
  const note = [...(fault === null ? [] : [`[${fault}]`]), ...(outcome.exitCode === BROKEN_PIPE ? [PIPE_NOTE] : [])];
  const toText = (path: string | null): string => [...lead, ...toParts(bound, path, droppedBytes), ...note].join('\n');
  const detail = {
    exitCode: outcome.exitCode,
    signal: outcome.signal,
    end: outcome.end,
    durationMs,
    droppedBytes,
    kept,
    why,
  };
  return { isError: why !== null, text: toText(kept), compare: digestText(output) + toText(null), detail };
}

function markGap(output: Uint8Array, gap: { at: number; bytes: number } | null): Uint8Array {
  if (gap === null) return output;
  const mark = Buffer.from(`\n[... ${gap.bytes} bytes dropped ...]\n`);
  return Buffer.concat([output.subarray(0, gap.at), mark, output.subarray(gap.at)]);
}

function toParts({ head, tail, leftOut }: BoundOutput, kept: string | null, lost: number): readonly string[] {
  if (tail === null) return [head === '' ? '(no output)' : trimNewline(head)];
  const where = kept === null ? '' : `; read them in ${kept}${lost > 0 ? ` but for ${lost} that were dropped` : ''}`;
  return [trimNewline(head), `[... ${leftOut} bytes left out${where} ...]`, trimNewline(tail)];
}

const trimNewline = (text: string): string => (text.endsWith('\n') ? text.slice(0, -1) : text);

const PIPE_NOTE = `[exit code ${BROKEN_PIPE}: a reader closed its pipe early, which is no failure]`;

/** Why the command failed, as the first line of its result, where no output can forge it; null when it did not fail. */
function sayFailure({ end, exitCode, signal }: CommandOutcome, seconds: number): string | null {
  if (end === 'timeout') return `timed out after ${seconds} s`;
  if (end === 'aborted') return 'stopped: the turn was ended';
  if (signal !== null) return `ended by ${signal}`;
  return exitCode === 0 || exitCode === BROKEN_PIPE ? null : `exit code ${exitCode}`;
}
