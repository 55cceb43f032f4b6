export interface CommandSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the child; nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Output beyond this many bytes (stdout and stderr together) is read and dropped. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly onOutput?: (chunk: Uint8Array) => void;
}

export interface CommandOutcome {
  /** Null when a signal ended it. */
  readonly exitCode: number | null;
  readonly signal: string | null;
  /** Head and tail within `maxBytes`, stdout and stderr as they came. */
  readonly output: Uint8Array;
  readonly droppedBytes: number;
  /** Where the dropped bytes stood in `output`; absent when none were dropped. */
  readonly headBytes?: number;
  readonly end: 'exit' | 'timeout' | 'aborted';
  readonly durationMs: number;
}

/** Where commands run. The only room that starts processes. Standard input is closed. */
export interface Sandbox {
  readonly name: 'host' | 'bubblewrap';
  /** Runs to its end; the whole process group is gone when it returns. Throws a Fault when the program cannot start. */
  run(spec: CommandSpec): Promise<CommandOutcome>;
}
