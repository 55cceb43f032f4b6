import { realpathSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { SessionChoice } from '../../app/create-app.ts';
import { Fault } from '../../base/fault.ts';
import { nearest } from '../../base/text.ts';
import { MODES, type Mode } from '../../vocab/principal.ts';
import { booleanFlag, stringFlag, type CommandContext, type ParsedArgs } from '../command.ts';
import { readChunks } from '../read-lines.ts';

const MAX_STDIN_BYTES = 1_048_576;

export const OUTPUT_FORMATS = ['text', 'json', 'stream-json'] as const;
export type OutputFormat = (typeof OUTPUT_FORMATS)[number];

/** `--json` is the short form of `--output-format json`. */
export function readFormat(args: ParsedArgs): OutputFormat {
  const given = stringFlag(args, 'output-format');
  const format = readWord(args, 'output-format', OUTPUT_FORMATS);
  if (!booleanFlag(args, 'json')) return format ?? 'text';
  if (given === undefined || format === 'json') return 'json';
  throw new Fault('usage', `--json and --output-format ${given} say different things.`, { hint: 'give one of them' });
}

/** The word of a flag; null when it was not given. Throws a Fault `usage` that names the nearest word. */
export function readWord<Word extends string>(args: ParsedArgs, name: string, words: readonly Word[]): Word | null {
  const given = stringFlag(args, name);
  if (given === undefined) return null;
  const word = words.find((known) => known === given);
  if (word !== undefined) return word;
  const meant = nearest(given, words);
  const suggestion = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new Fault('usage', `There is no ${name} ${given}.${suggestion}`, { hint: `${name}: ${words.join(', ')}` });
}

/** Which conversation the turn belongs to. */
export function readSession(args: ParsedArgs): SessionChoice {
  const id = stringFlag(args, 'session');
  const goesOn = booleanFlag(args, 'continue');
  const mode: Mode | null = readWord(args, 'mode', MODES);
  if (id === undefined && !goesOn) return { kind: 'new', mode: mode ?? 'default' };
  if (id !== undefined && goesOn) {
    throw new Fault('usage', '--continue means the newest session, --session a certain one.', {
      hint: 'give one of them',
    });
  }
  if (stringFlag(args, 'cwd') !== undefined && id !== undefined) {
    throw new Fault('usage', 'A session keeps the folder it began in.', { hint: 'leave --cwd out' });
  }
  return id === undefined ? { kind: 'newest', mode } : { kind: 'id', id, mode };
}

/**
 * The text of the turn; null where a session goes on without one. `stopped`: the signal came before all of standard
 * input had been read.
 */
export async function readText(
  context: CommandContext,
  args: ParsedArgs,
  signal: AbortSignal,
): Promise<{ readonly text: string | null } | 'stopped'> {
  const { positionals } = args;
  const goesOn = booleanFlag(args, 'continue') || stringFlag(args, 'session') !== undefined;
  if (positionals.length === 0 && goesOn) return { text: null };
  const fromStdin = positionals[0] === '-';
  if (fromStdin && positionals.length > 1) {
    throw new Fault('usage', '- reads the whole text from standard input; no other text goes with it.');
  }
  const given = fromStdin ? await readStdin(context.stdin, signal) : positionals.join(' ');
  if (given === null) return 'stopped';
  if (given.trim() !== '') return { text: given };
  throw new Fault('usage', 'prompt needs a text.', { hint: 'bailiwick prompt "<text>", or - to read standard input' });
}

/** All of standard input as text; null when it was stopped. */
export async function readStdin(stdin: NodeJS.ReadStream, signal: AbortSignal): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const bytes of readChunks(stdin, signal)) {
    size += bytes.length;
    if (size > MAX_STDIN_BYTES) throw new Fault('usage', `Standard input is longer than ${MAX_STDIN_BYTES} bytes.`);
    chunks.push(bytes);
  }
  if (signal.aborted) return null;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch (error) {
    throw new Fault('usage', 'Standard input is no UTF-8 text.', { cause: error });
  }
}

/** The real folder that `--cwd` names; null when it was not given. */
export function readFolder({ cwd }: CommandContext, args: ParsedArgs): string | null {
  const given = stringFlag(args, 'cwd');
  if (given === undefined) return null;
  const folder = resolve(cwd, given);
  const found = statSync(folder, { throwIfNoEntry: false });
  if (found?.isDirectory() === true) return realpathSync(folder);
  const why = found === undefined ? 'there is no such folder' : 'that is no folder';
  throw new Fault('usage', `--cwd names ${folder}, and ${why}.`);
}

const MAX_COUNT = 1_000_000_000;

/** A whole number above zero; null when the flag was not given. */
export function readCount(args: ParsedArgs, name: string): number | null {
  const given = stringFlag(args, name);
  if (given === undefined) return null;
  const count = Number(given);
  if (/^[0-9]+$/.test(given) && count > 0 && count <= MAX_COUNT) return count;
  throw new Fault('usage', `--${name} needs a whole number from 1 to ${MAX_COUNT}, not ${given}.`);
}

/** A time in whole seconds, as ms; null when the flag was not given. Longer than any timer counts as its longest. */
export function readSeconds(args: ParsedArgs, name: string): number | null {
  const seconds = readCount(args, name);
  return seconds === null ? null : Math.min(seconds * 1000, 2_147_483_647);
}
