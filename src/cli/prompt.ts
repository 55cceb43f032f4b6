import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { addAbortSignal } from 'node:stream';
import {
  createApp,
  type ProjectInstructions,
  type SessionChoice,
  type TurnOptions,
  type TurnResult,
} from '../app/create-app.ts';
import { toWorld } from '../app/load-config.ts';
import { Fault } from '../base/fault.ts';
import { nearest, showOnOneLine } from '../base/text.ts';
import type { Answerer } from '../vocab/approval.ts';
import { MODES, type Mode } from '../vocab/principal.ts';
import { createTerminalAnswerer } from './ask-terminal.ts';
import { booleanFlag, stringFlag, type Command, type CommandContext, type ParsedArgs } from './command.ts';
import type { Out } from './out.ts';
import { renderWarning } from './render-warning.ts';
import { createTurnPrinter } from './turn-printer.ts';

/** Model replies in one turn; a task that needs more is better cut in two. */
const MAX_STEPS = 50;

const MAX_STDIN_BYTES = 1_048_576;

/** `prompt`: one message, everything until its end. */
export const command: Command = {
  name: 'prompt',
  summary: 'Give the agent one task and print its answer',
  usage: 'prompt [flags] "<text>"   (- reads the text from standard input)',
  examples: [
    'bailiwick prompt "What does this project do?"',
    'bailiwick prompt --mode plan "How would you add a cache here?"',
    'git diff | bailiwick prompt --json -',
    'BAILIWICK_ALLOW_FAKE=1 bailiwick prompt --model scripted:scenario.yml "hello"',
  ],
  args: {
    'model': {
      type: 'string',
      short: 'm',
      value: 'REF',
      help: '<provider>:<name>, or scripted:<file>; else the configured one',
    },
    'mode': { type: 'string', value: 'MODE', help: 'default, plan (only reading) or yolo (nothing asks)' },
    'cwd': { type: 'string', value: 'FOLDER', help: 'work in this folder' },
    'max-steps': { type: 'string', value: 'N', help: `ask the model at most N times (${MAX_STEPS})` },
    'timeout': { type: 'string', value: 'SECONDS', help: 'stop after this time with exit code 124' },
    'json': { type: 'boolean', help: 'print one JSON object at the end instead of the answer as it comes' },
  },
  async run(context, args, out) {
    const timeout = readCount(args, 'timeout');
    const signal =
      timeout === null ? context.signal : AbortSignal.any([context.signal, AbortSignal.timeout(timeout * 1000)]);
    const text = await readText(context, args.positionals, signal);
    if (text === null) {
      out.log('Stopped before the whole text had come; nothing was asked.');
      return context.signal.aborted ? 130 : 124;
    }
    const cwd = readFolder(context, args);
    const session: SessionChoice = { mode: readMode(args) };
    const asJson = booleanFlag(args, 'json');
    const by = `local:${process.getuid?.() ?? 0}`;
    const options: Omit<TurnOptions, 'watch'> = {
      principal: { id: by },
      answerer: createAnswerer(context, out, by),
      signal,
      model: stringFlag(args, 'model') ?? null,
      maxSteps: readCount(args, 'max-steps') ?? MAX_STEPS,
    };
    const app = await createApp(toWorld({ ...context, cwd }));
    const printer = createTurnPrinter(out, asJson, join(app.config.agentHome, 'config.yml'));
    try {
      for (const warning of app.config.warnings) {
        out.log(`${out.paint('yellow', 'warning:')} ${renderWarning(warning)} (${showOnOneLine(warning.hint)})`);
      }
      sayInstructions(await app.instructions(), out);
      const result = await app.say(session, text, { ...options, watch: printer.watch });
      printer.end(result);
      if (asJson) out.json(result satisfies TurnResult);
      return result.exit;
    } finally {
      await app.close();
    }
  },
};

function sayInstructions({ files, withheld }: ProjectInstructions, out: Out): void {
  for (const { path, cut } of files)
    out.log(`instructions: ${showOnOneLine(path)}${cut ? ' (only its beginning)' : ''}`);
  for (const path of withheld)
    out.log(`not read: ${showOnOneLine(path)} (bailiwick trust shows what trusting it means)`);
}

/** Null when the signal came first. */
async function readText(
  { stdin }: CommandContext,
  positionals: readonly string[],
  signal: AbortSignal,
): Promise<string | null> {
  const fromStdin = positionals.length === 1 && positionals[0] === '-';
  const given = fromStdin ? await readStdin(stdin, signal) : positionals.join(' ');
  if (given === null || given.trim() !== '') return given;
  throw new Fault('usage', 'prompt needs a text.', { hint: 'bailiwick prompt "<text>", or - to read standard input' });
}

async function readStdin(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of addAbortSignal(signal, stdin)) {
      const bytes = Buffer.from(chunk);
      size += bytes.length;
      if (size > MAX_STDIN_BYTES) throw new Fault('usage', `Standard input is longer than ${MAX_STDIN_BYTES} bytes.`);
      chunks.push(bytes);
    }
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new Fault('usage', 'Standard input is no UTF-8 text.', { cause: error });
  }
}

function readFolder({ cwd }: CommandContext, args: ParsedArgs): string {
  const given = stringFlag(args, 'cwd');
  if (given === undefined) return cwd;
  const folder = resolve(cwd, given);
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new Fault('usage', `--cwd names ${folder}, and there is no such folder.`);
}

function readMode(args: ParsedArgs): Mode {
  const given = stringFlag(args, 'mode') ?? 'default';
  const mode = MODES.find((known) => known === given);
  if (mode !== undefined) return mode;
  const meant = nearest(given, MODES);
  throw new Fault('usage', `There is no mode ${given}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint: `modes: ${MODES.join(', ')}`,
  });
}

/** A whole number above zero; null when the flag was not given. */
function readCount(args: ParsedArgs, name: string): number | null {
  const given = stringFlag(args, name);
  if (given === undefined) return null;
  const count = Number(given);
  if (/^[0-9]+$/.test(given) && count > 0 && count <= 1_000_000) return count;
  throw new Fault('usage', `--${name} needs a whole number from 1 to 1000000, not ${given}.`);
}

/** A person can answer only where the question can be shown and a key can be read. */
function createAnswerer({ stdin }: CommandContext, out: Out, by: string): Answerer {
  if (!stdin.isTTY || !out.logIsTerminal) return { ask: async () => null };
  return createTerminalAnswerer({ input: stdin, say: (text) => out.logRaw(text), by });
}
