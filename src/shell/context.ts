/** The very environment and place the line would run in: bash resolves words with these, and so do we. */
export interface ShellContext {
  /** Absolute folder the line starts in. */
  readonly cwd: string;
  /** What `~` and an absent HOME mean. */
  readonly home: string;
  /** The whole environment of the child; a name that is absent is unset. */
  readonly env: Readonly<Record<string, string>>;
  /** Home folders of all users by name, for `~name`; without it a name is guessed as `/home/<name>`. */
  readonly users?: Readonly<Record<string, string>>;
  /** Where a folder really lies, for `cd -P`; without it one behind `..` is not known. */
  readonly realPath?: (path: string) => string | null;
  /** Whether there is a folder of this name; where there is none, `cd` goes the way that links lead. */
  readonly isFolder?: (path: string) => boolean;
  /** The folders that an absolute glob may give, for `cd`; without it they are not known. */
  readonly foldersOf?: (pattern: string) => readonly string[];
}

/** Longer lines are not parsed whole (POLICY 10). Bytes of UTF-8. */
export const MAX_BYTES = 32_768;
/** Deeper nesting of brackets and quotes is not parsed (POLICY 10). */
export const MAX_NESTING = 64;
/** Values of one word, and rounds of one loop, beyond which it counts as unknown (POLICY 3). */
export const MAX_VALUES = 64;
/** Folders that a shell may be in at one point of the line; of more only some are followed. */
export const MAX_FOLDERS = 8;
/** Commands a line may come down to; more is refused as unparsable. */
export const MAX_COMMANDS = 2000;
/** Steps of reading (a statement, a round of a loop, a word, 32 of its characters) that a line may come down to. */
export const MAX_STEPS = 20_000;
/** How deep strings that are run again (`eval`, `sh -c`, functions) are followed before the line is unparsable. */
export const MAX_DEPTH = 12;
