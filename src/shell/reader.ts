import type { Function as FunctionNode, Script } from 'unbash';
import type { SimpleCommand, Word } from '../vocab/shell-line.ts';
import type { ShellContext } from './context.ts';
import type { Scope } from './scope.ts';

/** What something prints: null where that is not known, and then what is known of it. */
export interface Printed {
  readonly text: string | null;
  readonly heard: string;
  /** Of an output substitution: the name of what is written to it, as of a file. */
  readonly feed?: string;
}

/** What reading one line builds up, and the two ways back into the interpreter that word expansion needs. */
export interface Reader {
  readonly context: ShellContext;
  readonly commands: SimpleCommand[];
  /** Variables the line reads. */
  readonly reads: Set<string>;
  /** Functions that were called, for the end of the line, where the others are judged once. */
  readonly called: Set<string>;
  /** Reasons that make the line unparsable though commands were found. */
  readonly faults: Set<string>;
  /** Texts that run when the line ends (`trap`), with the command that set them. */
  readonly later: { readonly text: string; readonly outer: number; readonly scope: Scope }[];
  /** A limit was reached: nothing more is followed. */
  exhausted: boolean;
  /** Counts the work that reading takes; false, and the line is unparsable, once it is more than a line may take. */
  spend(steps: number): boolean;
  /** Whether a value of this length may be put together; one longer than any line makes the line unparsable. */
  fits(length: number): boolean;
  /** Known output, or a part of it, that goes on to where the list that it stands in prints. */
  hear(output: string | null): string | null;
  /** Words that were already taken for a command behind an unknown option, by the first of them, with their folders. */
  readonly guessed: WeakMap<Word, Set<string>>;
  /** Some variable was declared, and may be read-only. */
  declares: boolean;
  /** What stands behind a process substitution's file name. */
  readonly contents: WeakMap<Word, Printed>;
  /** What stands in output substitutions (`>(sh)`), by such names. */
  readonly feeds: Map<string, { readonly script: Script; readonly scope: Scope }>;
  /**
   * What the line itself writes to files, by their paths. A file holds all that was written to it, one after the other:
   * which of it is left is not asked, as a later writing may not have run. Null: something that is not known.
   */
  readonly files: Map<string, string | null>;
  /** What is known of such a file where not all of it is. */
  readonly fileParts: Map<string, string>;
  /** Variables whose value bash evaluates where one is assigned: integers and references. */
  readonly evaluated: Set<string>;
  /** Programs by the paths that the line makes lead to them (`ln -s /bin/rm x`). */
  readonly programs: Map<string, Word>;
  /** Files that standard output was put on (`exec > f`), from wherever in the line. */
  readonly outputs: Set<string>;
  /** Runs a substitution in a copy of the scope; gives back what it prints. */
  substitute(script: Script | undefined, scope: Scope): Printed;
  /** Parses and runs text that a command of the line hands to a shell. */
  runText(text: string, scope: Scope, outer: number): void;
  /** Runs the body of a function that the line defines. */
  callFunction(name: string, body: FunctionNode, args: readonly Word[], scope: Scope): void;
}
