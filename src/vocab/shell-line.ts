/**
 * What a shell line comes down to. Made in `src/shell`, read by every layer of the judge.
 *
 * A command is one program start that bash would make. Commands found by unwrapping (`sudo rm` -> `rm`) stand in the
 * same list with `outer` naming the command they came out of, so that a deny can look at all of them in one loop.
 */

/** Grammar found in a word as it was written; the read-only proof refuses what it does not know. */
export type WordFeature =
  | 'variable' // $name or ${name}
  | 'special-parameter' // $?, $$, $1, $@ and the like
  | 'parameter-operation' // every ${..} beyond ${name}
  | 'command-substitution'
  | 'process-substitution'
  | 'arithmetic'
  | 'ansi-c' // $'..'
  | 'locale' // $".."
  | 'brace'
  | 'tilde'
  | 'glob' // an unquoted * ? [..]
  | 'extended-glob'
  | 'unquoted-expansion'; // a variable or substitution outside double quotes: may become any number of words

/** One word as the program would get it. */
export interface Word {
  /** The source, after backslash-newline was removed. */
  readonly text: string;
  /** What bash passes; for an active glob the pattern's own text. Null: cannot be known. */
  readonly value: string | null;
  /** The glob with quoted specials escaped by a backslash; null when no glob is active. */
  readonly pattern: string | null;
  /** True when an unknown word may become none or several words. */
  readonly many: boolean;
  /** Literal text known to stand in front of an unknown rest ('' when nothing is known). */
  readonly prefix: string;
  /** Of a word that is not known: its known parts, with `"$_"` for the others, as a shell would read it once more. */
  readonly template?: string;
  readonly features: readonly WordFeature[];
  /** Indexes of the commands that run to produce this word. */
  readonly runs: readonly number[];
}

export type RedirectOp = '>' | '>>' | '>|' | '&>' | '&>>' | '>&' | '<' | '<>' | '<&' | '<<' | '<<<';

export interface Redirect {
  readonly op: RedirectOp;
  readonly fd: number | null;
  /** The file, or for `<<<` the text. Null for a here-document and for a copied or closed stream. */
  readonly target: Word | null;
  /** `2>&1`, `>&-`: a stream is copied or closed, no file is opened. */
  readonly copies: boolean;
  /** A file is created, truncated or appended to. */
  readonly writes: boolean;
  /** For a here-document: the commands that run to produce it. */
  readonly runs?: readonly number[];
}

/** What the program would read from its standard input. */
export type Stdin =
  | { readonly kind: 'inherit' }
  | { readonly kind: 'file' }
  /** `runs`: indexes of the commands that run to produce the text. */
  | {
      readonly kind: 'text';
      readonly text: string | null;
      readonly runs?: readonly number[];
      readonly heard?: string;
    }
  /**
   * `from`: every command upstream in the pipe; `text`: the constant it would carry, null when unknown; `heard`: the
   * parts of it that are known where the whole is not.
   */
  | {
      readonly kind: 'pipe';
      readonly from: readonly number[];
      readonly text: string | null;
      readonly heard?: string;
    };

export interface SimpleCommand {
  readonly index: number;
  readonly text: string;
  readonly assignments: readonly { readonly name: string; readonly value: string | null }[];
  /** The words bash would pass, head first; empty for a bare assignment or redirect. */
  readonly words: readonly Word[];
  readonly redirects: readonly Redirect[];
  /** The folder it would run in, absolute and normalised; null when a dynamic `cd` stands in front. */
  readonly cwd: string | null;
  readonly stdin: Stdin;
  /** The command this one was unwrapped from; null for a command written in the line. */
  readonly outer: number | null;
  /** The command that this is once more, read in another folder in which it may run. */
  readonly again?: number;
  /** Where it stands. `background`: it or an enclosing list ends in `&`. `nested`: inside a substitution. */
  readonly place: {
    readonly background: boolean;
    readonly nested: boolean;
    readonly function: boolean;
    /** The operator in front of it in its own list; null for the first. */
    readonly after: '&&' | '||' | ';' | '|' | null;
  };
}

export interface ShellFunction {
  readonly name: string;
  /** Its body starts itself again in a pipe or in the background. */
  readonly multiplies: boolean;
  readonly called: boolean;
}

export interface ShellLine {
  readonly kind: 'line';
  readonly source: string;
  readonly commands: readonly SimpleCommand[];
  readonly functions: readonly ShellFunction[];
  /** Null when the line is simple commands joined by `| && || ;` and nothing else; otherwise what stands in the way. */
  readonly beyondPlain: string | null;
  /** Names of variables the line reads. */
  readonly reads: readonly string[];
}

/** bash runs the lines before a syntax error, so what was found is still judged by the steps that deny. */
export interface Unparsable {
  readonly kind: 'unparsable';
  readonly source: string;
  readonly reason: string;
  readonly commands: readonly SimpleCommand[];
  readonly functions: readonly ShellFunction[];
  readonly reads: readonly string[];
}
