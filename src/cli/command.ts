import type { Out } from './out.ts';

/** One flag of a command: an option of `node:util` parseArgs with what --help says about it. */
export interface ArgSpec {
  readonly type: 'string' | 'boolean';
  readonly short?: string;
  readonly multiple?: boolean;
  /** One phrase for --help. */
  readonly help: string;
  /** The name of the value in --help, such as `FILE`. */
  readonly value?: string;
}

export interface ParsedArgs {
  readonly values: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
  readonly positionals: readonly string[];
}

/** What a command may know of the process it runs in; nothing else is read. */
export interface CommandContext {
  /** The working directory, absolute; it existed when the command started. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Made when it is first asked for. */
  readonly stdin: NodeJS.ReadStream;
  /** How this very program was started; absent: it starts no other process of itself. */
  readonly program?: readonly [string, ...string[]];
  /** Aborted by Ctrl-C or SIGTERM. */
  readonly signal: AbortSignal;
}

/** A verb of the command line. A module exports it as `command`; `main-table.ts` lists it. */
export interface Command {
  /** The words that call it: `check`, `policy explain`. */
  readonly name: string;
  readonly summary: string;
  /** How it is called, without the program's name: `check [flags] '<line>'`. */
  readonly usage: string;
  readonly examples: readonly string[];
  readonly args: Readonly<Record<string, ArgSpec>>;
  /** How many words may stand behind the verb, at most. */
  readonly operands: number;
  /** Prints results to `out` and returns the exit code. Expected failures are thrown as a Fault. */
  run(context: CommandContext, args: ParsedArgs, out: Out): Promise<number>;
}

/** The value of a string flag; undefined when it was not given. */
export function stringFlag(args: ParsedArgs, name: string): string | undefined {
  const value = args.values[name];
  return typeof value === 'string' ? value : undefined;
}

/** Every value of a string flag that may be given again. */
export function stringFlags(args: ParsedArgs, name: string): readonly string[] {
  const values = args.values[name];
  return Array.isArray(values) ? values.map(String) : [];
}

/** Whether a boolean flag was given. */
export const booleanFlag = (args: ParsedArgs, name: string): boolean => args.values[name] === true;
