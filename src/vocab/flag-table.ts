/**
 * The one form of every table of flags: of wrappers, of global options, of read-only heads.
 * A table is data; `npm run test:full` checks each against the real program's --help where that is installed.
 */

/** How many words a flag takes: 0, 1 attached or following, or `attached` (only glued to it: `--color=auto`, `-A3`). */
export type Arity = 0 | 1 | 'attached';

/**
 * What using the flag means.
 * `none`: changes only what is printed. `reads`: its value names a file that is read. `lists`: its value names a file
 * that lists names. `writes`: creates or changes something. `runs`: starts a program. `net`: reaches the network.
 */
export type FlagEffect = 'none' | 'reads' | 'lists' | 'writes' | 'runs' | 'net';

export interface Flag {
  readonly arity: Arity;
  readonly effect: FlagEffect;
  /** The short or long spelling that means the same, for rules that compare flags as a set (`-r` is `--recursive`). */
  readonly same?: string;
}

export interface FlagTable {
  /** The program, with its subcommand where the table is for one: `ls`, `git log`. */
  readonly head: string;
  /** Keyed by spelling with dashes: `-l`, `--color`, and for find `-name`. A flag that is absent is unknown. */
  readonly flags: Readonly<Record<string, Flag>>;
  /** `gnu`: clusters (`-la`) and long abbreviations. `find`: single-dash words, no clusters. `plain`: neither. */
  readonly style: 'gnu' | 'find' | 'plain';
  /** `-5` and `-20` are a number of lines (head, tail, git log). */
  readonly numbers?: boolean;
  /** Long flags count only when spelled out (git, ripgrep); otherwise a unique beginning is enough, as getopt reads it. */
  readonly exactLong?: boolean;
  /** A short flag's value is always the next word, and letters behind it in a cluster are flags of their own (tree). */
  readonly loneValues?: boolean;
  /** After the first operand no more flags are read (wrappers: the rest is a command). */
  readonly stopsAtOperand?: boolean;
}
