import { parseArgs } from 'node:util';
import { Fault } from '../base/fault.ts';
import { nearest } from '../base/text.ts';
import type { Command, CommandContext, ParsedArgs } from './command.ts';
import { renderHelp } from './help.ts';
import type { Out } from './out.ts';

/** One line of the table of commands; the module is loaded only when its verb is called. */
export interface TableEntry {
  readonly name: string;
  readonly summary: string;
  readonly load: () => Promise<Command>;
}

export interface FoundCommand {
  readonly entry: TableEntry;
  /** The words behind the verb. */
  readonly rest: readonly string[];
}

/** The commands that these words begin, where they need one more. */
export const findGroup = (words: string, table: readonly TableEntry[]): readonly TableEntry[] =>
  table.filter(({ name }) => name.startsWith(`${words} `));

/** A verb has so many words at most: `skills proposals list`. */
const MAX_WORDS = 3;

/** The command that the words begin with. Throws a Fault `usage` with the nearest verb when there is none. */
export function findCommand(words: readonly string[], table: readonly TableEntry[]): FoundCommand {
  for (let count = MAX_WORDS; count > 0; count--) {
    const name = words.slice(0, count).join(' ');
    const entry = table.find((known) => known.name === name);
    if (entry !== undefined && words.length >= count) return { entry, rest: words.slice(count) };
  }
  throw toUnknown(words, table);
}

/** What is wrong with words that begin no command: one is missing, or one is not known. */
function toUnknown(words: readonly string[], table: readonly TableEntry[]): Fault {
  const hint = 'bailiwick --help lists every command';
  let [given = ''] = words;
  for (let count = 1; findGroup(given, table).length > 0; count++) {
    const next = words[count];
    if (next === undefined || next.startsWith('-')) {
      const rest = new Set(findGroup(given, table).map(({ name }) => name.slice(given.length + 1).split(' ')[0]));
      return new Fault('usage', `bailiwick ${given} needs one of ${[...rest].join(', ')}.`, { hint });
    }
    given = `${given} ${next}`;
  }
  const meant = nearest(
    given,
    table.map(({ name }) => name),
  );
  return new Fault('usage', `There is no command ${given}.${meant === null ? '' : ` Did you mean ${meant}?`}`, {
    hint,
  });
}

/** Parses the words behind the verb, prints help or runs the command; gives back the exit code. */
export async function runCommand(
  found: FoundCommand,
  createContext: () => Promise<CommandContext>,
  out: Out,
): Promise<number> {
  const command = await found.entry.load();
  const args = parseWords(command, found.rest);
  if (args.values['help'] === true) {
    out.write(renderHelp(command));
    return 0;
  }
  return command.run(await createContext(), args, out);
}

/** The flags and words behind the verb. Throws a Fault `usage` for a flag or a word that the command does not take. */
export function parseWords(command: Command, words: readonly string[]): ParsedArgs {
  const options = { ...command.args, help: { type: 'boolean', short: 'h' } as const };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    if (values['help'] !== true) checkOperands(positionals, command);
    return { values, positionals };
  } catch (error) {
    throw toUsage(error, command);
  }
}

/** A word that nobody reads would be an instruction that is silently not followed. */
function checkOperands(positionals: readonly string[], { name, operands, usage }: Command): void {
  const extra = positionals[operands];
  if (extra === undefined) return;
  const takes = operands === 0 ? 'no argument' : operands === 1 ? 'one argument' : `${operands} arguments`;
  const quoted = usage.includes("'<line>'") ? ', and a line with blanks goes into quotes' : '';
  throw new Fault('usage', `${name} takes ${takes}; ${JSON.stringify(extra)} is one too many${quoted}.`, {
    hint: `usage: bailiwick ${usage}`,
  });
}

/** Node's words in one sentence: a value that begins with a dash looks like a flag to it. */
function sayProblem(message: string): string {
  const flag = /^Option '(?:-\w, )?(-[\w-]+)[^']*' argument (is ambiguous|missing)/.exec(message);
  if (flag === null) return message;
  const [, name = '', problem] = flag;
  return problem === 'missing'
    ? `${name} needs a value.`
    : `The value of ${name} begins with a dash; write it behind the long name of the flag, as --flag=VALUE.`;
}

function toUsage(error: unknown, command: Command): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (!(error instanceof Error) || typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS')) return error;
  const unknown = /^Unknown option '(-+[^']+)'/.exec(error.message)?.[1];
  const flags = [...Object.keys(command.args), 'help'].map((name) => `--${name}`);
  const meant = unknown === undefined ? null : nearest(unknown, flags);
  const message =
    unknown === undefined
      ? sayProblem(error.message)
      : `${command.name} has no flag ${unknown}.${meant === null ? '' : ` Did you mean ${meant}?`}`;
  const hint = `bailiwick ${command.name} --help`;
  const isLine = command.usage.includes("'<line>'") && meant === null;
  return new Fault('usage', message, { hint: isLine ? `put the whole line into quotes; ${hint}` : hint });
}
