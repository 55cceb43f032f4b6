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

/** The commands whose first word this is, where it needs a second one. */
export const findGroup = (verb: string, table: readonly TableEntry[]): readonly TableEntry[] =>
  table.filter(({ name }) => name.startsWith(`${verb} `));

/** The command that the words begin with. Throws a Fault `usage` with the nearest verb when there is none. */
export function findCommand(words: readonly string[], table: readonly TableEntry[]): FoundCommand {
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const entry = table.find((known) => known.name === name);
    if (entry !== undefined) return { entry, rest: words.slice(count) };
  }
  const [verb = '', second] = words;
  const group = findGroup(verb, table);
  const hint = 'bailiwick --help lists every command';
  if (group.length > 0 && (second === undefined || second.startsWith('-'))) {
    throw new Fault(
      'usage',
      `bailiwick ${verb} needs one of ${group.map(({ name }) => name.slice(verb.length + 1)).join(', ')}.`,
      {
        hint,
      },
    );
  }
  const given = group.length > 0 ? `${verb} ${second ?? ''}` : verb;
  const meant = nearest(
    given,
    table.map(({ name }) => name),
  );
  throw new Fault('usage', `There is no command ${given}.${meant === null ? '' : ` Did you mean ${meant}?`}`, { hint });
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

function parseWords(command: Command, words: readonly string[]): ParsedArgs {
  const options = { ...command.args, help: { type: 'boolean', short: 'h' } as const };
  try {
    const { values, positionals } = parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
    return { values, positionals };
  } catch (error) {
    throw toUsage(error, command);
  }
}

function toUsage(error: unknown, command: Command): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  if (!(error instanceof Error) || typeof code !== 'string' || !code.startsWith('ERR_PARSE_ARGS')) return error;
  const unknown = /^Unknown option '(-+[^']+)'/.exec(error.message)?.[1];
  const flags = [...Object.keys(command.args), 'help'].map((name) => `--${name}`);
  const meant = unknown === undefined ? null : nearest(unknown, flags);
  const message =
    unknown === undefined
      ? error.message
      : `${command.name} has no flag ${unknown}.${meant === null ? '' : ` Did you mean ${meant}?`}`;
  return new Fault('usage', message, { hint: `bailiwick ${command.name} --help` });
}
