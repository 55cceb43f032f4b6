/** What a command's Markdown file says, read tolerantly. Everything in it is text that a person sends by its name. */
export interface CommandText {
  /** On one line; out of the frontmatter, else the first heading or line. */
  readonly description: string;
  /** What stands behind the name, for people, such as `[FILE]`; null where the file does not say. */
  readonly argumentHint: string | null;
  /** `<provider>:<name>` that its turn asks; null where the file names none. */
  readonly model: string | null;
  /** Keys that mean nothing here, kept for display. */
  readonly extra: Readonly<Record<string, unknown>>;
  readonly template: string;
  /** What is odd about the file and changes nothing, in sentences. */
  readonly notes: readonly string[];
}

/** Why a file is no command. */
export interface CommandFault {
  /** From 1; null where it is about the whole. */
  readonly line: number | null;
  readonly message: string;
}

/** What becomes of a file when its name is called: only one that is `ready` runs. */
export type CommandState = 'ready' | 'shadowed' | 'untrusted' | 'broken';

/** A file among those that may be commands. */
export interface ListedCommand {
  /** What it is called by, without the slash: `review`, `git:tidy`. Null where the file's name is none. */
  readonly name: string | null;
  readonly layer: 'project' | 'home';
  /** Absolute. */
  readonly file: string;
  readonly state: CommandState;
  /** Why it is not ready; null where it is. */
  readonly reason: string | null;
  /** Of the fault, from 1; null where it is about the whole, or there is none. */
  readonly line: number | null;
  /** Null where it was not read, or could not be. */
  readonly text: CommandText | null;
}

/** A line that a person wrote, with a command in place of its name. */
export interface ExpandedCommand {
  readonly name: string;
  /** What is sent. */
  readonly text: string;
  /** For this turn; null: as without the command. */
  readonly model: string | null;
  /** The person wants to see it and not to send it. */
  readonly isPreview: boolean;
  /** What the person should know about it, in sentences. */
  readonly notes: readonly string[];
}
