import type { Openings } from '../vocab/sandbox.ts';

export interface CommandSpec {
  readonly argv: readonly [string, ...string[]];
  readonly cwd: string;
  /** The whole environment of the child; nothing is inherited. The sandbox adds a mark by which it finds its children. */
  readonly env: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Output beyond this many bytes (stdout and stderr together) is read and dropped. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
  readonly onOutput?: (chunk: Uint8Array) => void;
  /** What is opened for this command alone; absent: nothing. */
  readonly openings?: Openings;
  /** For programs of ours with arguments of ours (a search): they run as they are, also where a sandbox is demanded. */
  readonly unconfined?: true;
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
  /** What the command ran in. */
  readonly ranIn: 'host' | 'bubblewrap';
}

/** Where commands run. The only room that starts processes. Standard input is closed. */
export interface Sandbox {
  readonly name: 'host' | 'bubblewrap';
  /**
   * Runs to its end; whatever it started is gone when it returns, as far as the system lets us find it. Throws a Fault
   * when the program cannot start, or `sandbox-unavailable` where none may run without a sandbox.
   */
  run(spec: CommandSpec): Promise<CommandOutcome>;
}
